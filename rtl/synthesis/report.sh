#!/bin/sh
# What the router costs in hardware, by Yosys: one row of a Markdown table for every point (k, alpha, classes, slots).
#   rtl/synthesis/report.sh                     the points of docs/rtl.md
#   rtl/synthesis/report.sh K,ALPHA,CLASSES,SLOTS ..
#   rtl/synthesis/report.sh pipelined K,ALPHA,CLASSES,SLOTS ..  the router, and the pipelined one
#   rtl/synthesis/report.sh modes K,ALPHA,CLASSES,SLOTS ..     what each mode that a pin chooses costs, and gates of 32 bits
# Two lanes a class, 128 data bits. Area in NAND2 equivalents, from the table below; flit buffers are counted in bits
# (a memory), and in area with 2 NAND2 a bit. Depth: the longest path in gates of two inputs, multiplexers and inverters
# between flip-flops, without the read of the flit buffers. docs/rtl.md says what follows from it.
set -eu
rtl=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
points=${*:-"1,1,1,4 1,1,2,4 1,1,4,4 2,1,1,4 2,1,2,4 2,1,4,4 2,1,1,16 2,1,2,16 2,4,1,4 3,1,1,4 3,1,2,4"}

# synthesize DIRECTORY PORTS VCS SLOTS NAME [GATE_BITS [DELAY]]: writes NAME.stat and NAME.ltp
synthesize() {
  top=torusim_router own="-set GATE_BITS ${6:-0}" more=
  [ ${7:-1} = 1 ] || top=torusim_pipelined_router own= more="$1/pipelined/*.sv"
  yosys -q -p "read_verilog -sv $1/*.sv $more; chparam -set PORTS $2 -set VCS $3 -set DEPTH $4 $own $top; \
    hierarchy -top $top; proc; flatten; opt; memory -nomap; opt; \
    memory_map t:\$mem_v2 c:*data_q* %d; opt; techmap; opt; abc -g AND,NAND,OR,NOR,XOR,XNOR,MUX,ANDNOT,ORNOT; opt; \
    clean; tee -q -o $work/$5.stat stat; delete t:\$mem_v2; tee -q -o $work/$5.ltp ltp -noff" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

# area NAME: cells, flip-flops, NAND2 equivalents
area() {
  awk -f "$rtl/synthesis/area.awk" "$work/$1.stat"
}
depth() { sed -n 's/.*length=\([0-9]*\).*/\1/p' "$work/$1.ltp" | head -1; }

# modes POINT ..: a row for each mode, the pins of the others tied to 0
modes() {
  echo "| k | alpha | classes | slots | modes | cells | flip-flops | logic area | depth |"
  echo "|---|---|---|---|---|---|---|---|---|"
  for point in $*; do
    IFS=, read -r k alpha classes slots <<EOF
$point
EOF
    for mode in none transit_first store_and_forward cut_through all gates; do
      mkdir "$work/$mode"
      cp "$rtl"/*.sv "$work/$mode"
      for pin in transit_first store_and_forward cut_through; do
        [ $mode = all ] || [ $mode = $pin ] || sed -i "s/${pin}_q <= ${pin}_i;/${pin}_q <= 1'b0;/" "$work/$mode/torusim_router.sv"
      done
      gate=0
      [ $mode != gates ] || gate=32
      synthesize "$work/$mode" $((2 * k + alpha)) $((2 * classes)) $slots $mode $gate
      set -- $(area $mode)
      echo "| $k | $alpha | $classes | $slots | $mode | $1 | $2 | $3 | $(depth $mode) |"
      rm -r "$work/$mode"
    done
  done
}
# pipelined POINT ..: a row for each delay, cut-through tied to 0, which pipelined routers lack
pipelined() {
  mkdir "$work/plain"
  cp -r "$rtl"/*.sv "$rtl/pipelined" "$work/plain"
  sed -i "s/cut_through_q <= cut_through_i;/cut_through_q <= 1'b0;/" "$work/plain/torusim_router.sv"
  echo "| ports x VCs | slots | delay | cells | flip-flops | logic area | depth |"
  echo "|---|---|---|---|---|---|---|"
  for point in $*; do
    IFS=, read -r k alpha classes slots <<EOF
$point
EOF
    ports=$((2 * k + alpha)) vcs=$((2 * classes))
    for delay in 1 2; do
      synthesize "$work/plain" $ports $vcs $slots staged 0 $delay
      set -- $(area staged)
      echo "| $ports x $vcs | $slots | $delay | $1 | $2 | $3 | $(depth staged) |"
    done
  done
}
if [ "${1:-}" = pipelined ]; then
  shift
  yosys -V
  pipelined "$@"
  exit
fi
if [ "${1:-}" = modes ]; then
  shift
  yosys -V
  modes "$@"
  exit
fi

mkdir "$work/plain"
cp "$rtl"/*.sv "$work/plain"
sed -i 's/= urgencies\[j.*< than;/= 1'"'b0;/" "$work/plain/torusim_urgency.sv"

yosys -V
echo "| k | alpha | classes | slots | ports x VCs | cells | flip-flops | buffer bits | logic area | with buffers | depth | all classes equal: area, depth |"
echo "|---|---|---|---|---|---|---|---|---|---|---|---|"
for point in $points; do
  IFS=, read -r k alpha classes slots <<EOF
$point
EOF
  ports=$((2 * k + alpha)) vcs=$((2 * classes))
  bits=$((ports * vcs * slots * 128))
  synthesize "$rtl" $ports $vcs $slots full
  set -- $(area full)
  equal="-"
  if [ "$classes" -gt 1 ]; then
    synthesize "$work/plain" $ports $vcs $slots equal
    equal="$(area equal | cut -d' ' -f3), $(depth equal)"
  fi
  echo "| $k | $alpha | $classes | $slots | $ports x $vcs | $1 | $2 | $bits | $3 | $(($3 + 2 * bits)) | $(depth full) | $equal |"
done
