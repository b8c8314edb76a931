# How schedules, and torusim around them, are compiled: the library torusim_options, which every target links, with the
# options of the build.
include_guard(GLOBAL)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# libtorusim.so holds all of it. Nothing there is replaced from outside, so calls inside stay direct.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

set(TORUSIM_SANITIZE OFF CACHE STRING "Sanitizers: ON, of addresses and undefined behaviour, or THREAD")
option(TORUSIM_WERROR "Look for warnings, and treat them as errors: a seventh of the time to compile" OFF)
option(TORUSIM_FUZZ "Build a libFuzzer program for every reader (needs clang)" OFF)
option(TORUSIM_TESTS "Build the tests" ON)

find_program(CCACHE ccache)
if(CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  # Without this sloppiness ccache does not look at what is compiled with a precompiled header. Dependencies are
  # compared as files, for text after the preprocessor has no comments: GCC refuses a precompiled header whose
  # `#pragma once` names another file, and a changed comment makes it one. The namespace leaves out what was
  # stored in the other mode.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1
                                  CCACHE_NAMESPACE=torusim-files ${CCACHE})
endif()

# Everything that every target of the project is compiled with.
add_library(torusim_options INTERFACE)
# Headers are included as schedules/core/schedule.h, in the tree and installed.
cmake_path(SET include_root NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
target_include_directories(torusim_options INTERFACE $<BUILD_INTERFACE:${include_root}> $<INSTALL_INTERFACE:include/torusim>)
set_target_properties(torusim_options PROPERTIES EXPORT_NAME options)
target_compile_features(torusim_options INTERFACE cxx_std_20)
# GCC 12 reports string concatenation falsely (its bug 105651), and with precompiled headers overflows that are none.
set(false_alarms -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
if(TORUSIM_WERROR)
  target_compile_options(torusim_options INTERFACE $<BUILD_INTERFACE:-Wall -Wextra>)
endif()
target_compile_options(
  torusim_options INTERFACE $<BUILD_INTERFACE:-fno-semantic-interposition $<$<CXX_COMPILER_ID:GNU>:${false_alarms}>>)
if(TORUSIM_WERROR)
  target_compile_options(torusim_options INTERFACE $<BUILD_INTERFACE:-Werror>)
endif()
if(TORUSIM_FUZZ AND NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(FATAL_ERROR "TORUSIM_FUZZ needs clang: configure with -DCMAKE_CXX_COMPILER=clang++")
endif()
if(TORUSIM_SANITIZE STREQUAL THREAD)
  target_compile_options(torusim_options INTERFACE -fsanitize=thread)
  target_link_options(torusim_options INTERFACE -fsanitize=thread)
elseif(TORUSIM_SANITIZE OR TORUSIM_FUZZ)
  # The libraries are what is under test: without checks of undefined behaviour a test compiles in half the time. Null
  # pointers are left to the address sanitizer; alignment and virtual tables, whose checks stand at every access too, to nobody.
  set(under_test -fsanitize=undefined -fno-sanitize=null,alignment,vptr -fno-sanitize-recover=undefined)
  if(TORUSIM_FUZZ AND TORUSIM_SANITIZE)
    # Fuzzers that share a build with tests: without calls at every comparison, which tests would pay for.
    list(APPEND under_test -fsanitize-coverage=inline-8bit-counters,pc-table)
  elseif(TORUSIM_FUZZ)
    list(APPEND under_test -fsanitize=fuzzer-no-link)
  endif()
  target_compile_options(
    torusim_options INTERFACE -fsanitize=address -fno-omit-frame-pointer -g1
                              $<$<NOT:$<BOOL:$<TARGET_PROPERTY:TORUSIM_IS_A_TEST>>>:${under_test}>)
  target_link_options(torusim_options INTERFACE -fsanitize=address,undefined)
endif()

# For code that is compiled more often than it is waited for: two thirds of the time to compile. What nearly every such
# file includes is compiled once. The target
# nightly_includes, of every file by itself and without those headers, shows one that forgets an include of its own.
# Where sanitizers look it is not optimised at all: what they wait for is compiling.
if(TORUSIM_SANITIZE OR TORUSIM_FUZZ)
  set(TORUSIM_QUICK_TO_COMPILE -O0)
else()
  set(TORUSIM_QUICK_TO_COMPILE $<$<CONFIG:Release>:-O1>)
endif()
set(TORUSIM_COMMON_HEADERS <fmt/format.h> <algorithm> <deque> <functional> <map> <memory> <optional> <span>
                           <string> <vector>)
