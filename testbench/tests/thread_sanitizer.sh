#!/usr/bin/env bash
# The tests of threads under the thread sanitizer, in a build of their own: thread_sanitizer.sh BUILD_DIRECTORY
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
cmake -S "$source" -B "$1" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" -DTORUSIM_SANITIZE=THREAD -DTORUSIM_RTL=OFF >/dev/null
cmake --build "$1" --target monitor_tests
RC_PARAMS=max_success=500 "$1"/testbench/tests/monitor_tests --gtest_filter='Threads*:Team*'
