#!/bin/sh
# Networks of nothing but RTL (rtl/torus) against torusim: torusim makes images of small runs, with the cycles and the hash
# that it finds; torus_networks.sh runs them, unless it has passed with the same images.  rtl/test/torus.sh TORUSIM
set -eu
here=$(cd "$(dirname "$0")" && pwd)
torusim=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run IMAGE ARGUMENTS..: of torusim run, with what the network must print
run() {
  image=$1 results=$work/$1
  shift
  "$torusim" run "$@" --quiet --rtl-image -o "$results" >"$work/torusim.txt" || { cat "$work/torusim.txt"; exit 1; }
  expected=$(sed -n 's/^cycles  *\([0-9]*\).*/cycles \1/p' "$work/torusim.txt")
  expected="$expected, ejection hash $(sed -n 's/^hash  *//p' "$work/torusim.txt")"
  mkdir -p "$work/images/$image"
  cp "$results"/*.sv "$results"/*.hex "$work/images/$image"
  echo "$expected" >"$work/images/$image/expected"
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

rtl=$here/..
"$here/recorded.sh" rtl_torus "$work/images" "$rtl"/*.sv "$rtl/torus" "$here/clocked_torus.sv" "$here/torus_networks.sh" -- \
  "$here/torus_networks.sh" "$work/images"
