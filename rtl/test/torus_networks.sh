#!/bin/sh
# Networks of nothing but RTL: lint of some, and runs of the images of torus.sh in Icarus, whose registers power up as x;
# then runs of networks with a fault, which must be found.  rtl/test/torus_networks.sh IMAGES
set -eu
rtl=$(cd "$(dirname "$0")/.." && pwd)
images=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# lint NAME=VALUE..: of the network; the image's sizes are another matter. A function's argument may have a wire's name.
lint() {
  # shellcheck disable=SC2046 # words
  verilator --lint-only -Wall -Wno-VARHIDDEN --top-module torusim_torus $(printf ' -G%s' "$@") "$rtl"/*.sv "$rtl/torus/torusim_geometry.sv" \
    $(ls "$rtl"/torus/*.sv | grep -v -e torus_run -e geometry) || status=1
}
lint HASH=1
lint ALPHA=2 VCS=6 DEPTH=16 DATA=192 LINK_DELAY=3 DIMENSIONS=1 "SIDES=128'h3"

# simulated IMAGE DIRECTORY-OF-RTL: cycles, hash and complaints of the network
simulated() {
  iverilog -g2012 -s clocked_torus -o "$work/network" "$1/image.sv" "$2"/*.sv "$2"/torus/*.sv "$rtl/test/clocked_torus.sv" \
    2>"$work/log" || { cat "$work/log"; exit 1; }
  vvp -n "$work/network" "+image=$1" +limit=10000 | grep -v WARNING
}
for image in "$images"/*; do
  found=$(simulated "$image" "$rtl")
  [ "$found" = "$(cat "$image/expected")" ] || {
    echo "${image##*/}: RTL: $found; torusim: $(cat "$image/expected")"
    status=1
  }
done

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
  found=$(simulated "$images/$1" "$work/faulty")
  case $found in
    "$(cat "$images/$1/expected")") ;;
    *$4*) return 0 ;;
  esac
  echo "a fault in $2.sv is not found ($3): $found"
  status=1
}
damaged="a flit was taken that was damaged"
fault many torus/torusim_injection_channel 's/{~{index\[15:0\], /{{index[15:0], /' "$damaged"
fault many torus/torusim_injection_channel 's/, index, head\[31:0\]};/, index + 32'"'"'(index == 2), head[31:0]};/' "$damaged"
fault many torus/torusim_injection_channel "s/assign tail   = .*/assign tail   = index + 32'd2 >= head[63:32];/" "$damaged"
fault many_vct torus/torusim_injection_channel 's/? !cut_through_i || .*/? 1/' cycles
fault many_vct torus/torusim_injection_channel 's/<= 32.(room\(.*\)$/<= 32'"'"'d1 + 32'"'"'(room\1/' cycles
fault many torus/torusim_node_interface "s/k = k + 1;/k = k == 1 ? 1 : k + 1;/" cycles
fault many torus/torusim_node_interface "s/j < below; j++)/j < below \&\& j < 2; j++)/" cycles
fault steps torus/torusim_node_interface 's/(in_data_i\[j\*DATA+64+:STEP_BITS\])/(STEP_BITS'"'"'(in_data_i[j*DATA+64+:8]))/' "not done"
fault steps torus/torusim_injection_channel "s/step_q <= step_i;/step_q <= step_i \& 16'h7;/" "not done"
fault crowd torusim_whole_worms 's/logic \[COUNT_BITS-1:0\] tails_q/logic [1:0] tails_q/' cycles
exit $status
