#!/usr/bin/env bash
# Builds the program as WebAssembly: build.sh BUILD, from the root of the sources. Needs Debian's emscripten and node-acorn.
# BUILD/site/torusim.js and torusim.wasm are the program; the page beside them runs it.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:?"usage: build.sh BUILD"}
command -v em++ >/dev/null || {
  echo 'build.sh: em++ is missing: apt-get install emscripten node-acorn' >&2
  exit 1
}
# Headers of the host that are no part of Emscripten: those alone, since the rest of /usr/include is of another machine.
mkdir -p "$build/headers" "$build/site"
build=$(realpath "$build")
for header in CLI toml++ nlohmann fmt pugixml.hpp pugiconfig.hpp; do ln -sfn "/usr/include/$header" "$build/headers/$header"; done
cat >"$build/headers/fmt-config.cmake" <<'END'
if(NOT TARGET fmt::fmt)
  add_library(fmt::fmt INTERFACE IMPORTED)
  target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
endif()
END
echo 'if(NOT TARGET pugixml::pugixml)
  add_library(pugixml::pugixml INTERFACE IMPORTED)
endif()' >"$build/headers/pugixml-config.cmake"
export NODE_PATH=/usr/share/nodejs  # where Debian has node-acorn, for any node
emcmake cmake -S . -B "$build/program" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTORUSIM_SYSTEMC=OFF -DTORUSIM_RTL=OFF \
  -Dpugixml_DIR="$build/headers" -Dfmt_DIR="$build/headers" -DCLI11_INCLUDE_DIR="$build/headers" -DTOMLPP_INCLUDE_DIR="$build/headers" \
  -DNLOHMANN_JSON_INCLUDE_DIR="$build/headers" -DTORUSIM_CHART_LIBRARY=/usr/share/javascript/chart.js/chart.min.js \
  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24 \
  -DCMAKE_CXX_FLAGS="-fwasm-exceptions -include $PWD/testbench/browser/libcxx13.h -isystem $build/headers" -DCMAKE_CXX_FLAGS_RELEASE='-O1 -DNDEBUG'
cmake --build "$build/program" --target torusim
cp "$build/program/torusim.js" "$build/program/torusim.wasm" testbench/browser/{index.html,live.html,page.css,page.js,live.js,worker.js} \
  docs/wormhole-?.svg docs/examples/wormhole/pictures.json "$build/site"
