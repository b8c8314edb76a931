#!/bin/sh
# Networks of nothing but RTL (rtl/torus) against torusim: lint of some, and runs of small ones in Icarus, whose registers
# power up as x, with cycles and hash of the same runs of models; then runs of networks with a fault, which must be found.  rtl/test/torus.sh TORUSIM
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

# simulated IMAGE DIRECTORY-OF-RTL: cycles, hash and complaints of the network
simulated() {
  iverilog -g2012 -s clocked_torus -o "$work/network" "$1/image.sv" "$2"/*.sv "$2"/torus/*.sv "$rtl/test/clocked_torus.sv" \
    2>"$work/log" || { cat "$work/log"; exit 1; }
  vvp -n "$work/network" "+image=$1" +limit=10000 | grep -v WARNING
}
# run IMAGE ARGUMENTS..: of torusim run
run() {
  image=$work/$1
  shift
  "$torusim" run "$@" --quiet --rtl-image -o "$image" >"$work/torusim.txt" || { cat "$work/torusim.txt"; exit 1; }
  expected=$(sed -n 's/^cycles  *\([0-9]*\).*/cycles \1/p' "$work/torusim.txt")
  expected="$expected, ejection hash $(sed -n 's/^hash  *//p' "$work/torusim.txt")"
  found=$(simulated "$image" "$rtl")
  echo "$expected" >"$image/expected"
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
run rush "$work/rush.tcs" --reserve 1 --block 1
run barrier direct -t torus:2x3 --sync barrier --barrier 5 --block 2 --alpha 2 --startup 3 --reserve 2 --shared 1
run vct direct -t torus:2x3 --sync priority --switching vct --reserve 3 --shared 2 --block 2
run saf direct -t torus:4 --sync none --switching saf --arbitration transit-first --block 2
run circuit direct -t torus:5 --sync none --switching circuit --block 4 --link-delay 2
run ring direct -t torus:11 --sync none --alpha 2 --block 3
# Several messages of a node in a phase: more than it has channels, on four of them, and cut through one behind another.
cat >"$work/many.tcs" <<TCS
tcs 1
name many
topology torus 2x3
collective messages
ports 4
sync none
phase a
(0,0) > (1,1) n=3
(0,0) > (1,2) n=2
(0,0) > (0,1) n=4
(0,0) > (1,0) n=1
(0,0) > (0,2) n=5
(1,1) > (0,2) n=2
(1,1) > (0,0) n=1
(1,1) > (1,2) n=2
(1,0) > (1,1) n=2
(0,1) > (1,1) n=2
(0,2) > (1,1) n=1
(1,2) > (1,1) n=6
end 12
TCS
run many "$work/many.tcs" --block 2
run many_vct "$work/many.tcs" --block 1 --switching vct --reserve 7 --shared 1 --alpha 1
# More worms in a buffer than two bits count, each of which waits until it is whole.
{
  printf 'tcs 1\nname crowd\ntopology torus 2x3\ncollective messages\nports 1\nsync none\nphase in\n'
  for _ in $(seq 12); do printf '(%s) > (0,1) n=1\n' 0,0 0,2 1,1; done
  echo 'end 36'
} >"$work/crowd.tcs"
run crowd "$work/crowd.tcs" --block 1 --switching saf --reserve 15
# More steps than 8 bits count.
{
  printf 'tcs 1\nname steps\ntopology torus 2x2\ncollective messages\nports 1\nsync none\n'
  for step in $(seq 300); do printf 'phase p%d\n(0,0) > (0,1) n=1\n(0,1) > (0,0) n=1\n' "$step"; done
  echo 'end 600'
} >"$work/steps.tcs"
run steps "$work/steps.tcs" --block 1

# fault IMAGE FILE 's/right/wrong/' TEXT: the RTL with one fault (in DIRECTORY/FILE.sv) must not print what is expected, but TEXT.
fault() {
  rm -rf "$work/faulty"
  mkdir -p "$work/faulty/torus"
  cp "$rtl"/*.sv "$work/faulty"
  cp "$rtl"/torus/*.sv "$work/faulty/torus"
  sed -i "$3" "$work/faulty/$2.sv"
  if cmp -s "$rtl/$2.sv" "$work/faulty/$2.sv"; then
    echo "a fault changes nothing in $2.sv: $3"
    status=1
  fi
  found=$(simulated "$work/$1" "$work/faulty")
  case $found in
    "$(cat "$work/$1/expected")") ;;
    *$4*) return 0 ;;
  esac
  echo "a fault in $2.sv is not found ($3): $found"
  status=1
}
damaged="a flit was taken that was damaged"
fault many torus/injection_channel 's/{~{index\[15:0\], /{{index[15:0], /' "$damaged"
fault many torus/injection_channel 's/, index, head\[31:0\]};/, index + 32'"'"'(index == 2), head[31:0]};/' "$damaged"
fault many torus/injection_channel "s/assign tail   = .*/assign tail   = index + 32'd2 >= head[63:32];/" "$damaged"
fault many_vct torus/injection_channel 's/? !cut_through_i || .*/? 1/' cycles
fault many_vct torus/injection_channel 's/<= 32.(room\(.*\)$/<= 32'"'"'d1 + 32'"'"'(room\1/' cycles
fault many torus/node_interface "s/k = k + 1;/k = k == 1 ? 1 : k + 1;/" cycles
fault many torus/node_interface "s/j < below; j++)/j < below \&\& j < 2; j++)/" cycles
fault steps torus/node_interface 's/(in_data_i\[j\*DATA+64+:STEP_BITS\])/(STEP_BITS'"'"'(in_data_i[j*DATA+64+:8]))/' "not done"
fault steps torus/injection_channel "s/step_q <= step_i;/step_q <= step_i \& 16'h7;/" "not done"
fault crowd whole_worms 's/logic \[COUNT_BITS-1:0\] tails_q/logic [1:0] tails_q/' cycles
exit $status
