#!/bin/sh
# Bounded proof that rtl/pipelined/pipelined_router.sv equals router.sv with DELAY - 1 more registers at each output
# (pipelined_equal.sv): no input of so many cycles after a reset shows a difference. Three faults must be found.
#   rtl/formal/pipelined.sh [CYCLES] [PORTS VCS SLOTS]
# Needs yosys and yosys-abc. Part of the nightly proofs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rtl=$(cd "$here/.." && pwd)
cycles=${1:-12} ports=${2:-3} vcs=${3:-2} depth=${4:-2}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# check EXPECTED LABEL DELAY DIRECTORY: bmc finds no difference (equal), or one (differs)
check() {
  yosys -q -p "read_verilog -formal -sv $rtl/*.sv $4/*.sv $here/router_neighbours.sv $here/router_checks.sv $here/pipelined_equal.sv; \
    chparam -set PORTS $ports -set VCS $vcs -set DEPTH $depth -set DELAY $3 pipelined_equal; hierarchy -top pipelined_equal; \
    proc; flatten; memory_collect; memory_map; async2sync; setundef -undriven -anyseq; delete -output; opt -full; \
    formalff -clk2ff; techmap; dffunmap; abc -g AND -fast; write_aiger -zinit $work/equal.aig" >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
  yosys-abc -q "read_aiger $work/equal.aig; fold; strash; scorr -C 5000; dc2; print_stats; bmc3 -F $((cycles + 1))" >"$work/log" 2>&1 || true
  if grep -q "was asserted in frame" "$work/log"; then result=differs
  elif grep -q "No output asserted in $((cycles + 1)) frames\|Property proved\|is already unsat\|No output failed in" "$work/log"; then result=equal
  else result=unknown; fi
  verdict=ok
  [ $result = "$1" ] || { verdict=WRONG failed=1; tail -3 "$work/log"; }
  printf '%-8s %-5s %s\n' $result $verdict "$2"
}
# mutant FILE EDIT LABEL
mutant() {
  rm -rf "$work/mutant"
  cp -r "$rtl/pipelined" "$work/mutant"
  sed -i "$2" "$work/mutant/$1.sv"
  cmp -s "$rtl/pipelined/$1.sv" "$work/mutant/$1.sv" && { echo "a mutant changes nothing: $2"; failed=1; }
  check differs "mutant: $3" 2 "$work/mutant"
}
check equal "two stages, $cycles cycles" 2 "$rtl/pipelined"
check equal "three stages, $cycles cycles" 3 "$rtl/pipelined"
mutant pipelined_front 's/(judgment\[1\] && own_tail) ||/judgment[1] ||/' "a head takes an output VC that was just taken"
mutant pipelined_output 's/free_o\[v\] = sent_i\[v\] ? sent_tail_i\[v\] : free_q\[v\]/free_o[v] = free_q[v] || sent_tail_i[v]/' "an output VC never has an owner"
mutant pipelined_arbiter 's/else last_q <= last;/else last_q <= last_q;/' "the turn of a link is forgotten"
exit $failed
