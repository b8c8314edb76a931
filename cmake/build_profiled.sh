#!/usr/bin/env bash
# build_profiled.sh [DIRECTORY [CMAKE ARGUMENTS]]: a build guided by profiles in DIRECTORY, build-profiled if none is named.
# The libraries are built so that they count what is run, a few seconds of runs follow, and they are built anew for what was
# counted. After a change of the sources: again (a profile of other code is an error).
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build-profiled}
shift || true

rm -rf "$build/profiles"
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTORUSIM_TESTS=OFF "$@" -DTORUSIM_PGO=GENERATE >/dev/null
cmake --build "$build" --target torusim

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
torusim() { "$build/torusim" "$@" --quiet >/dev/null; }
# Cycle by cycle: state that fits the first cache and state that does not, 5 and 7 ports; and with long worms.
torusim traffic uniform -t torus:8x8 --load 0.24 --reserve 8 --warmup 500 --window 6000
torusim traffic uniform -t torus:16x16 --load 0.126 --reserve 8 --warmup 500 --window 4000
torusim traffic uniform -t torus:32x32 --load 0.063 --reserve 8 --warmup 500 --window 2000
torusim traffic uniform -t torus:8x8x8 --load 0.216 --reserve 8 --warmup 500 --window 2000
torusim traffic uniform -t torus:16x16 --load 0.1 --reserve 8 --packet 64 --warmup 500 --window 2000
torusim curve uniform -t torus:8x8 --points 4 --warmup 500 --window 3000 -o "$out/curve"
# Exchanges: sleep, priorities and preemption, three dimensions, tables of everything.
torusim run t4 -t torus:16x16 --block 64
torusim run t4 -t torus:16x16 --block 4 --sync priority -o "$out/priority"
torusim run c64 -t torus:8x8x8 --block 1
torusim run direct -t torus:8x8 --block 64 -o "$out/direct"
torusim run t4 -t torus:8x8 --block 4 --level pins

cmake -B "$build" -DTORUSIM_PGO=USE >/dev/null
cmake --build "$build" --target torusim reference_pages
