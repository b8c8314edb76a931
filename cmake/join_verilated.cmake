# What Verilator has just made for PREFIX in DIRECTORY becomes two files, PREFIX_fast.cc and PREFIX_slow.cc. They are always
# written anew: the files that they include may be others.
#
#   cmake -DPREFIX=.. -DDIRECTORY=.. -P join_verilated.cmake
cmake_minimum_required(VERSION 3.25)
include(${DIRECTORY}/${PREFIX}.cmake)
foreach(speed FAST SLOW)
  set(text "")
  foreach(file IN LISTS ${PREFIX}_CLASSES_${speed} ${PREFIX}_SUPPORT_${speed})
    string(APPEND text "#include \"${file}\"\n")
  endforeach()
  string(TOLOWER ${speed} name)
  file(WRITE ${DIRECTORY}/${PREFIX}_${name}.cc "${text}")
endforeach()
