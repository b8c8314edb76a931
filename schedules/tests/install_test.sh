#!/usr/bin/env bash
# What is installed serves another project: install_test.sh CMAKE BUILD-DIRECTORY
set -euo pipefail
cmake=$1 build=$(realpath "$2")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

"$cmake" --install "$build" --component dev --prefix installed >/dev/null
[ ! -e installed/include/torusim/schedules/tests ]
! grep -rF "$build" installed/lib/*/cmake installed/lib/cmake 2>/dev/null
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(torusim_schedules 0.1 REQUIRED)
add_executable(consumer consumer.cpp)
target_link_libraries(consumer PRIVATE torusim::schedules)
END
cat >consumer.cpp <<'END'
#include <iostream>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/text/tcs_writer.h"

int main() {
  const auto schedule = torusim::make_schedule("t4", torusim::Topology::parse("torus:8x8"));
  const auto transfers = torusim::write_tcs(*schedule, std::cerr);
  std::cout << transfers << " transfers, " << (torusim::check(*schedule).correct() ? "correct" : "wrong") << '\n';
}
END
"$cmake" -S . -B own -DCMAKE_PREFIX_PATH="$directory/installed" >/dev/null
"$cmake" --build own >/dev/null
own/consumer 2>text >said
grep -qx '[1-9][0-9]* transfers, correct' said
grep -q 'torus 8x8' text
cat said
