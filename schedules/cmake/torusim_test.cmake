# torusim_test(): a program of tests. The tests of schedules and those of torusim include this file.
find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)
include(GoogleTest)

# Limits end what hangs. No test measures time: a limit is ten times what a quiet machine takes, or more.
set(TEST_TIMEOUT 600)
# Cases of each property. Sanitizers look at code, not at results, so the first of the same cases are enough for them.
set(CASES "")
if(TORUSIM_SANITIZE)
  set(TEST_TIMEOUT 3000)  # Sanitizers make everything up to ten times slower.
  set(CASES 20)
endif()

# One program for each directory of tests; a file tests one subject and is named after it. The first program of a build
# compiles the headers that all of them use. SYSTEMC: main() is in ${TORUSIM_SYSTEMC_MAIN}. CASES: of each property, if not
# the usual number. UNSANITIZED: tests that sanitizers leave out, by their names with * and ?. ALONE: each test needs a
# process of its own, under sanitizers too.
function(torusim_test name)
  cmake_parse_arguments(ARG "SYSTEMC;ALONE" "CASES" "UNSANITIZED;SOURCES;LIBRARIES;PROPERTIES" ${ARGN})
  if(NOT ARG_CASES)
    set(ARG_CASES ${CASES})
  endif()
  set(properties TIMEOUT ${TEST_TIMEOUT} ${ARG_PROPERTIES})
  if(ARG_CASES)
    list(APPEND properties ENVIRONMENT_MODIFICATION "RC_PARAMS=string_append: max_success=${ARG_CASES}")
  endif()
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES TORUSIM_IS_A_TEST ON)
  if(ARG_SYSTEMC)
    target_sources(${name} PRIVATE ${TORUSIM_SYSTEMC_MAIN})
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} rapidcheck rapidcheck_gtest
                                        $<IF:$<BOOL:${ARG_SYSTEMC}>,GTest::gtest,GTest::gtest_main>)
  # Compiled more often than waited for. GCC 12 takes the constant behind Hardware's default topology for uninitialized.
  target_compile_options(${name} PRIVATE -O0 $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  get_property(first GLOBAL PROPERTY TORUSIM_FIRST_TEST)
  if(first)
    target_precompile_headers(${name} REUSE_FROM ${first})
  else()
    set_property(GLOBAL PROPERTY TORUSIM_FIRST_TEST ${name})
    target_precompile_headers(${name} PRIVATE ${TORUSIM_COMMON_HEADERS} <gtest/gtest.h> <rapidcheck/gtest.h>
                              <schedules/core/schedule.h>)
  endif()
  list(JOIN ARG_UNSANITIZED ":" unsanitized)
  if(NOT TORUSIM_SANITIZE)
    set(unsanitized "")
  endif()
  if(NOT TORUSIM_SANITIZE OR ARG_ALONE)
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 600 TEST_FILTER "-${unsanitized}" PROPERTIES ${properties})
    return()
  endif()
  # Half a second passes before a sanitized program begins: a process runs a quarter of its tests, not one.
  foreach(quarter RANGE 3)
    add_test(NAME ${name}_${quarter} COMMAND ${name} --gtest_brief=1 --gtest_filter=-${unsanitized})
    set_tests_properties(${name}_${quarter} PROPERTIES ${properties} COST 50
                                                       ENVIRONMENT "GTEST_TOTAL_SHARDS=4;GTEST_SHARD_INDEX=${quarter}")
  endforeach()
endfunction()
