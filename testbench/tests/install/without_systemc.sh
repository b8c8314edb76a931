#!/usr/bin/env bash
# Builds the program without SystemC, and runs what it can do and what it must refuse: without_systemc.sh CMAKE SOURCE BUILD
set -euo pipefail
cmake=$1 source=$2 build=$3
"$cmake" -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DTORUSIM_SYSTEMC=OFF -DTORUSIM_RTL=OFF \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=24
"$cmake" --build "$build" --target torusim network traces
! ninja -C "$build" -t deps | grep -E '/include/(systemc|tlm|sysc/)' || { echo 'a file needs headers of SystemC'; exit 1; }
! ldd "$build/torusim" | grep systemc || { echo 'the program needs the library of SystemC'; exit 1; }

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
PATH=$build:$PATH
torusim run t4 -t torus:8x8 --quiet --report --trace vcd -o run | grep 'verdict *verified'
torusim report run -o again.html
torusim explain run | grep -q '^Where the time went'
torusim waves run --around cycle:100 -o waves >/dev/null
torusim traffic uniform -t torus:8x8 --load 0.2 --level dense --quiet | grep -q 'steady'
[[ $(<run/run.json) != *systemc* ]]

refused() { # TEXT ARGUMENTS..
  local text=$1 code=0
  shift
  torusim "$@" >out 2>&1 || code=$?
  [ "$code" -ne 0 ] && [ "$(wc -l <out)" -eq 1 ] && grep -qF -- "$text" out || { echo "torusim $*: exit code $code"; cat out; exit 1; }
}
refused 'torusim: the modules of --level pins need SystemC, which this program was built without' \
  run t4 -t torus:8x8 --level pins --quiet
refused 'torusim: the modules of --level pins need SystemC, which this program was built without' \
  traffic uniform -t torus:4x4 --level pins --quiet
refused 'torusim: the routers of --hardwired need SystemC, which this program was built without' \
  run gossip-two -t torus:5x5 --hardwired --quiet
