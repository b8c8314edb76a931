#!/bin/sh
# What a whole network costs in hardware, by Yosys: a row of a Markdown table for the network (rtl/torus), and one for a
# node interface of it. As report.sh counts: flit buffers in bits, area in NAND2 equivalents. The programs lie outside.
# Routers and node interfaces are optimised each for itself.
#   rtl/synthesis/torus.sh [SIDExSIDE.. [ALPHA [CLASSES [SLOTS]]]]      2x2 1 1 4
set -eu
rtl=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shape=${1:-2x2} alpha=${2:-1} classes=${3:-1} slots=${4:-4}
vcs=$((2 * classes)) dimensions=0 nodes=1 sides=""
for side in $(echo "$shape" | tr x ' '); do
  sides=$(printf %04x "$side")$sides dimensions=$((dimensions + 1)) nodes=$((nodes * side))
done
sources="$(ls "$rtl"/*.sv | tr '\n' ' ') $rtl/torus/torusim_geometry.sv \
  $(ls "$rtl"/torus/*.sv | grep -v -e torus_run -e geometry | tr '\n' ' ')"

# row TOP PARAMETERS BUFFER-BITS: 16 steps of 255 messages to receive
row() {
  yosys -q -p "read_verilog -sv $sources; chparam -set ALPHA $alpha -set VCS $vcs -set DEPTH $slots -set RECEIVES 8 $2 $1; \
    hierarchy -top $1; setattr -mod -set keep_hierarchy 1 *\\\\torusim_router *\\\\torusim_node_interface; \
    proc; flatten; opt; memory -nomap; opt; memory_map t:\$mem_v2 c:*data_q* %d; opt; techmap; opt; \
    abc -g AND,NAND,OR,NOR,XOR,XNOR,MUX,ANDNOT,ORNOT; opt; clean; tee -q -o $work/stat stat" >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
  }
  if grep -q 'design hierarchy' "$work/stat"; then sed -i '1,/design hierarchy/d' "$work/stat"; fi # the sum of modules
  awk -f "$rtl/synthesis/area.awk" "$work/stat" >"$work/area"
  read -r cells flops area <"$work/area"
  echo "| $1 | $cells | $flops | $3 | $area | $((area + 2 * $3)) |"
}
yosys -V
echo "| $shape, alpha $alpha, $classes classes, $slots slots | cells | flip-flops | buffer bits | logic area | with buffers |"
echo "|---|---|---|---|---|---|"
row torusim_torus "-set DIMENSIONS $dimensions -set SIDES 128'h$sides" $((nodes * (2 * dimensions + alpha) * vcs * slots * 128))
row torusim_node_interface "" 0
