# Writes OUTPUT, a source with build_identity(): a hash of everything under SOURCES that decides about results.
#
#   cmake -DSOURCES=.. -DOUTPUT=.. -P build_identity.cmake
#
# Run with every build, and the file is touched only when the hash is another. Names and contents alone go into it,
# so a checkout, a tarball and another machine give the same.
cmake_minimum_required(VERSION 3.25)
set(parts "")
foreach(directory schedules models rtl traces testbench/config testbench/process testbench/results testbench/curve
                  testbench/report testbench/reproduce testbench/sweep testbench/cli)
  foreach(end cpp h sv v cmake txt)
    list(APPEND parts ${SOURCES}/${directory}/*.${end})
  endforeach()
endforeach()
file(GLOB_RECURSE files RELATIVE ${SOURCES} ${parts})
list(FILTER files EXCLUDE REGEX "^schedules/tests/")
list(SORT files COMPARE STRING)
set(all "")
foreach(file ${files})
  file(SHA256 ${SOURCES}/${file} hash)
  string(APPEND all "${file} ${hash}\n")
endforeach()
string(SHA256 identity "${all}")
string(SUBSTRING ${identity} 0 16 identity)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#include \"testbench/process/content_hash.h\"

namespace torusim {

const char* build_identity() { return \"@identity@\"; }

}  // namespace torusim
" @ONLY)
