#!/bin/sh
# Runs a schedule on a network of nothing but RTL and compares it with torusim: cycles, and the hash of who took which
# flit in which cycle. With what `torusim run` takes, for example:
#   rtl/torus/run.sh t4 -t torus:4x4 --sync none
# TORUSIM: the program (else build/torusim of this project). KEEP: a new directory for image and simulator (else none).
# Most of the time goes into making the simulator. Router and node interface are classes that all nodes share; with
# HIERARCHY=0 all is one piece, which is faster in small networks and takes longer to make with every node.
set -eu
rtl=$(cd "$(dirname "$0")/.." && pwd)
torusim=${TORUSIM:-$rtl/../build/torusim}
if [ -n "${KEEP:-}" ]; then
  work=$KEEP
  mkdir "$work"
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

"$torusim" run "$@" --quiet --rtl-image -o "$work/image" >"$work/torusim.txt" || {
  cat "$work/torusim.txt"
  exit 1
}
number() { sed -n "s/^  \"$1\": \"\\{0,1\\}\\([0-9a-f]*\\)\"\\{0,1\\},\$/\\1/p" "$work/image/run.json"; }
cycles=$(number cycles)
hash=$(number ejection_hash)

# The time of the whole program, its start and the making of the schedule included, by the second of two runs.
seconds() {
  start=$(date +%s%N)
  "$torusim" run "$@" --quiet >"$work/again.txt"
  echo $(($(date +%s%N) - start))
}
seconds "$@" >"$work/warm"
nanoseconds=$(seconds "$@")

hierarchy=""
if [ "${HIERARCHY:-1}" != 0 ]; then
  printf '`verilator_config\nhier_block -module "torusim_router"\nhier_block -module "torusim_node_interface"\n' >"$work/hierarchy.vlt"
  hierarchy="--hierarchical $work/hierarchy.vlt"
fi
# shellcheck disable=SC2086 # two words
verilator --cc --exe --build -j "${JOBS:-2}" -O3 -Wno-fatal -Wno-lint -Wno-style --x-assign fast --x-initial fast -CFLAGS -O2 \
  $hierarchy --top-module torusim_torus_run -Mdir "$work/verilated" -o torus "$work/image/image.sv" "$rtl"/*.sv "$rtl"/torus/*.sv \
  "$rtl/torus/main.cpp" >"$work/verilator.txt" 2>&1 || {
  cat "$work/verilator.txt"
  exit 1
}
status=0
"$work/verilated/torus" "+image=$work/image" "+limit=$((2 * cycles + 1000))" >"$work/rtl.txt" || status=1

echo "torusim: cycles $cycles, ejection hash $hash, cycles per second $((cycles * 1000000000 / nanoseconds)) (the whole program)"
echo "RTL:     $(sed -n 's/^cycles \([0-9]*\)$/cycles \1/p' "$work/rtl.txt"), $(grep '^ejection hash' "$work/rtl.txt"), $(grep '^cycles per second' "$work/rtl.txt")"
grep -v -e '^cycles' -e '^ejection hash' "$work/rtl.txt" || true
grep -qx "cycles $cycles" "$work/rtl.txt" && grep -qx "ejection hash $hash" "$work/rtl.txt" || status=1
[ $status = 0 ] && echo equal || echo DIFFERENT
exit $status
