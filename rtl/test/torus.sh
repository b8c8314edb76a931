#!/bin/sh
# Networks of nothing but RTL (rtl/torus) against torusim: lint of some, and runs of small ones in Icarus, whose registers
# power up as x, with cycles and hash of the same runs of models.  rtl/test/torus.sh TORUSIM
set -eu
rtl=$(cd "$(dirname "$0")/.." && pwd)
torusim=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# lint NAME=VALUE..: of the network; the image's sizes are another matter. A function's argument may have a wire's name.
lint() {
  # shellcheck disable=SC2046 # words
  verilator --lint-only -Wall -Wno-VARHIDDEN --top-module torus $(printf ' -G%s' "$@") "$rtl"/*.sv "$rtl/torus/geometry.sv" \
    $(ls "$rtl"/torus/*.sv | grep -v -e /torus_run -e /geometry) || status=1
}
lint HASH=1
lint ALPHA=2 VCS=6 DEPTH=16 DATA=192 LINK_DELAY=3 DIMENSIONS=1 "SIDES=128'h3"

# run ARGUMENTS..: of torusim run
run() {
  rm -rf "$work/image"
  "$torusim" run "$@" --quiet --rtl-image -o "$work/image" >"$work/torusim.txt" || { cat "$work/torusim.txt"; exit 1; }
  iverilog -g2012 -s clocked_torus -o "$work/network" "$work/image/image.sv" "$rtl"/*.sv "$rtl"/torus/*.sv \
    "$rtl/test/clocked_torus.sv" 2>"$work/log" || { cat "$work/log"; exit 1; }
  found=$(vvp -n "$work/network" "+image=$work/image" +limit=5000 | grep -v WARNING)
  expected=$(sed -n 's/^cycles  *\([0-9]*\).*/cycles \1/p' "$work/torusim.txt")
  expected="$expected, ejection hash $(sed -n 's/^hash  *//p' "$work/torusim.txt")"
  [ "$found" = "$expected" ] || {
    echo "$*: RTL: $found; torusim: $expected"
    status=1
  }
}
# All neighbours at once into one ejection channel, and on: only so are its credits waited for.
cat >"$work/rush.tcs" <<TCS
tcs 1
name rush
topology torus 3x3
collective messages
ports 1
sync none
phase in
(0,1) > (1,1) n=2
(2,1) > (1,1) n=3
(1,0) > (1,1) n=1
(1,2) > (1,1) n=4
phase on
(1,1) > (2,2) n=5
(0,1) > (2,2) n=2
end 6
TCS
run "$work/rush.tcs" --reserve 1 --block 1
run direct -t torus:2x3 --sync barrier --barrier 5 --block 2 --alpha 2 --startup 3 --reserve 2 --shared 1
run direct -t torus:2x3 --sync priority --switching vct --reserve 3 --shared 2 --block 2
run direct -t torus:4 --sync none --switching saf --arbitration transit-first --block 2
run direct -t torus:5 --sync none --switching circuit --block 4 --link-delay 2
exit $status
