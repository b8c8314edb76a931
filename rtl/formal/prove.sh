#!/bin/sh
# Proves the starred properties of docs/router.md, unbounded, with `yosys-abc pdr`, each block in turn:
#   rtl/formal/prove.sh            proofs, covers and mutants
#   rtl/formal/prove.sh NAME       only NAME_props.sv
# A cover asserts that a telling situation never occurs and must be refuted: else assumptions contradict each other.
# A mutant is the block with one fault and must be refuted too: else the property says nothing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rtl=$(cd "$here/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# check NAME EXPECTED(proved|refuted) LABEL DIRECTORY-OF-RTL [DEFINES]
check() {
  started=$(date +%s)
  yosys -q -p "read_verilog -formal -sv ${5:-} $4/*.sv $here/$1_props.sv; prep -flatten -top $1_props; async2sync; \
    setundef -undriven -anyseq; setattr -unset keep; delete -output; chformal -cover -remove; opt -full; memory_map; \
    formalff -clk2ff; techmap; dffunmap; abc -g AND -fast; write_aiger -zinit $work/$1.aig" >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
  yosys-abc -q "read_aiger $work/$1.aig; fold; strash; scorr; dc2; pdr -T 300" >"$work/log" 2>&1 || true
  if grep -q "Property proved" "$work/log"; then result=proved
  elif grep -q "was asserted in frame" "$work/log"; then result=refuted
  else result=unknown; fi
  [ "$result" = "$2" ] || failed=1
  printf '%-11s %-8s %-9s %3d s  %s\n' "$1" "$result" "$([ "$result" = "$2" ] && echo ok || echo WRONG)" \
    $(($(date +%s) - started)) "$3"
}

# mutant NAME FILE 's/right/wrong/' LABEL
mutant() {
  rm -rf "$work/mutant"
  mkdir "$work/mutant"
  cp "$rtl"/*.sv "$work/mutant"
  sed -i "$3" "$work/mutant/$2.sv"
  if cmp -s "$rtl/$2.sv" "$work/mutant/$2.sv"; then
    echo "mutant '$4' changes nothing in $2.sv"
    failed=1
  fi
  check "$1" refuted "mutant: $4" "$work/mutant"
}

block() { [ -z "${only:-}" ] || [ "$only" = "$1" ]; }
only=${1:-}

if block arbiter; then
  check arbiter proved "at most one grant, the most urgent wins, bounded wait (3, 6, 8)" "$rtl"
  check arbiter refuted "cover: the longest wait" "$rtl" -DCOVER
  mutant arbiter round_robin_arbiter 's/turn_q <= ~(.*/turn_q <= turn_q;/' "the arbiter forgets to turn"
  mutant arbiter link_arbiter "s/ \&\& (request_i \& beaten_i.*;/;/" "classes are ignored"
  mutant arbiter round_robin_arbiter "s/= candidates .*;/= candidates;/" "all candidates are granted"
fi
if block credit; then
  check credit proved "no overflow, credits conserved, reserve kept (1, 2, 7)" "$rtl"
  check credit refuted "cover: the pool fills up while a channel is full" "$rtl" -DCOVER
  mutant credit credit_counter "s/(shared_used_q < shared_i)/(shared_used_q <= shared_i)/" "a reserved slot is taken"
  mutant credit credit_counter "s/credit_i \&\& !(send_i.*;/credit_i \&\& !send_i;/" "a credit is lost"
  mutant credit credit_counter "s/credited > reserve_i/1'b0/" "a shared slot is never given back"
fi
if block buffer; then
  check buffer proved "no over- or underflow, flits in order and undamaged (1, 5)" "$rtl"
  check buffer refuted "cover: push and pop of a full ring" "$rtl" -DCOVER
  mutant buffer input_buffer "s/if (pop_i \&\& !same) begin/if (pop_i) begin/" "a pop is counted twice"
  mutant buffer input_buffer "s/{push_head_i, push_tail_i};/{push_head_i, push_tail_i \&\& !pop_i};/" "a tail is lost"
fi
if block allocation; then
  check allocation proved "an output channel has at most one owner, head to tail (4)" "$rtl"
  check allocation refuted "cover: all channels owned" "$rtl" -DCOVER
  mutant allocation channel_allocation "s/send_i \&\& tail_i/1'b0/" "a tail does not release"
fi
exit $failed
