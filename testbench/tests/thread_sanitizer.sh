#!/usr/bin/env bash
# The tests of threads, and of networks in C++ and C (docs/embed.md), under the thread sanitizer, in a build of their own:
# thread_sanitizer.sh BUILD_DIRECTORY
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
cmake -S "$source" -B "$1" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" -DTORUSIM_SANITIZE=THREAD -DTORUSIM_RTL=OFF \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24 >/dev/null
cmake --build "$1" --target monitor_tests part_tests traffic_tests
"$1"/testbench/tests/monitor_tests --gtest_filter='Slabs*:Team*'
RC_PARAMS=max_success=50 "$1"/testbench/tests/traffic_tests --gtest_filter='Levels.*'
# Not the modules: it does not know SystemC's coroutines. Without routers in SystemVerilog.
RC_PARAMS=max_success=300 TORUSIM_CASES=300 "$1"/testbench/tests/part_tests --gtest_filter='Network*:CDoor*:-*RtlRouters*'
