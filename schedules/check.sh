#!/usr/bin/env bash
# Builds the schedules alone, with warnings as errors, and passes every test of theirs: some minutes. ./check of the tree
# around them does that and all the rest. README.md names the packages that this needs.
set -euo pipefail
cd "$(dirname "$0")"
. ../.ci/seed
cmake -S . -B ../build-schedules -G Ninja -DTORUSIM_WERROR=ON -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24 >/dev/null
cmake --build ../build-schedules
ctest --test-dir ../build-schedules --output-on-failure --parallel "$(nproc)"
