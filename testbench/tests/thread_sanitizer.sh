#!/usr/bin/env bash
# The tests of threads, and those of the C++, C and Python doors, under the thread sanitizer, in a build of their own:
# thread_sanitizer.sh BUILD_DIRECTORY
#
# The coroutines of SystemC change stacks behind the sanitizer's back, so its modules are not among them.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
cmake -S "$source" -B "$1" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" -DTORUSIM_SANITIZE=THREAD -DTORUSIM_RTL=OFF >/dev/null
cmake --build "$1" --target monitor_tests part_tests torusim_c torusim
RC_PARAMS=max_success=500 "$1"/testbench/tests/monitor_tests --gtest_filter='Threads*:Team*'
RC_PARAMS=max_success=100 "$1"/testbench/tests/part_tests --gtest_filter='Network*:CDoor*'
# The interpreter is not instrumented; it synchronizes by calls that are.
LD_PRELOAD=$("${CXX:-c++}" -print-file-name=libtsan.so) TSAN_OPTIONS=exitcode=66 TORUSIM_LIBRARY=$1/libtorusim.so.1 \
  TORUSIM=$1/torusim PYTHONPATH=$source/testbench/library/python PYTHONDONTWRITEBYTECODE=1 \
  /usr/bin/python3 "$source/testbench/tests/library/python_test.py" Networks Runs.test_progress_and_control_c
