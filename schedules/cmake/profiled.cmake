# A build guided by profiles: GENERATE counts what is run, USE, in the same directory, compiles for it and optimises
# across files. cmake/build_profiled.sh makes both and the runs between them. Only the libraries are built so: runs are
# spent there, and the rest is compiled once.
set(TORUSIM_PGO OFF CACHE STRING "OFF, or a step of cmake/build_profiled.sh: GENERATE or USE")
set_property(CACHE TORUSIM_PGO PROPERTY STRINGS OFF GENERATE USE)
if(NOT TORUSIM_PGO MATCHES "^(OFF|GENERATE|USE)$")
  message(FATAL_ERROR "TORUSIM_PGO is OFF, GENERATE or USE, not '${TORUSIM_PGO}'")
endif()
if(TORUSIM_PGO AND NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  message(FATAL_ERROR "TORUSIM_PGO needs GCC 12 or later")
endif()
if(TORUSIM_PGO STREQUAL GENERATE)
  add_link_options(-fprofile-generate)
elseif(TORUSIM_PGO STREQUAL USE)
  # While linking GCC 12 reports overflows of strings that are none.
  add_link_options(-flto=auto -Wno-stringop-overflow)
endif()

function(torusim_profiled library)
  if(NOT TORUSIM_PGO)
    return()
  endif()
  # Names of profiles are those of objects within the build directory.
  set(profiles ${CMAKE_BINARY_DIR}/profiles)
  target_compile_options(${library} PRIVATE -fprofile-prefix-path=${CMAKE_BINARY_DIR})
  if(TORUSIM_PGO STREQUAL GENERATE)
    # Runs may have threads.
    target_compile_options(${library} PRIVATE -fprofile-generate=${profiles} -fprofile-update=prefer-atomic)
  else()
    # What no run reached has no profile, and is compiled as ever, not for size.
    target_compile_options(${library} PRIVATE -fprofile-use=${profiles} -fprofile-partial-training -Wno-missing-profile)
    set_target_properties(${library} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
  endif()
  # Headers are precompiled without those options.
  set_target_properties(${library} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  # A compiler cache would have to know that the profile is an input.
  set_target_properties(${library} PROPERTIES CXX_COMPILER_LAUNCHER "")
endfunction()
