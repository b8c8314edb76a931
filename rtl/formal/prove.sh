#!/bin/sh
# Proves the starred properties of docs/router.md with `yosys-abc`: on each block, and on a whole small router
# (3 ports, 2 and 3 virtual channels, 2 slots, any legal credit rule, lanes, dateline).
#   rtl/formal/prove.sh             what takes two minutes in all; part of the tests
#   rtl/formal/prove.sh nightly     the rest: three classes, and the properties that need long
#   rtl/formal/prove.sh NAME        one of arbiter credit buffer allocation router paths, or of the nightly ones:
#                                   reset3 covers mutants owners2 flit2 together3 owners3 flit3
# pdr proves for runs of any length. Where it does not end in its time, bmc tells up to which cycle nothing is wrong:
# `bounded`, with the cycle. A cover asserts that a telling situation never occurs and must be refuted: else assumptions
# contradict each other. A mutant is the RTL with one fault and must be refuted too: else the property says nothing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rtl=$(cd "$here/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
seconds=300   # for pdr
parameters="" # chparam of the top module
hunt=20       # for bmc before pdr, where something is to be refuted
frames=""     # bmc where pdr does not end: seconds, or nothing

# check TOP EXPECTED(proved|bounded|refuted) LABEL DIRECTORY-OF-RTL [DEFINES]; bounded may turn out proved
check() {
  started=$(date +%s)
  yosys -q -p "read_verilog -formal -sv ${5:-} $4/*.sv $here/router_checks.sv $here/$1_props.sv; \
    chparam $parameters $1_props; prep -flatten -top $1_props; async2sync; setundef -undriven -anyseq; setattr -unset keep; \
    delete -output; chformal -cover -remove; opt -full; memory_map; formalff -clk2ff; techmap; dffunmap; abc -g AND -fast; \
    write_aiger -zinit $work/$1.aig" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  engine="pdr -T $seconds"
  [ "$2" != refuted ] || engine="bmc3 -T $hunt; pdr -T $seconds"
  yosys-abc -q "read_aiger $work/$1.aig; fold; strash; scorr; dc2; $engine" >"$work/log" 2>&1 || true
  at=""
  if grep -q "Property proved" "$work/log"; then result=proved
  elif grep -q "was asserted in frame" "$work/log"; then result=refuted
  elif [ -n "$frames" ]; then
    yosys-abc -q "read_aiger $work/$1.aig; fold; strash; scorr; dc2; bmc3 -T $frames" >"$work/log" 2>&1 || true
    at=$(sed -n 's/.*No output.*asserted in \([0-9]*\) frames.*/\1/p' "$work/log" | tail -1)
    if grep -q "was asserted in frame" "$work/log"; then result=refuted; else result=bounded; fi
    [ -n "$at$(grep -c "was asserted" "$work/log")" ] || result=unknown
  else result=unknown; fi
  verdict=WRONG
  [ "$result" != "$2" ] || verdict=ok
  [ "$2 $result" != "bounded proved" ] || verdict=ok
  [ $verdict = ok ] || failed=1
  printf '%-11s %-8s %-4s %-5s %3d s  %s\n' "$1" "$result" "$at" "$verdict" $(($(date +%s) - started)) "$3"
}

# mutate FILE 's/right/wrong/': the RTL with one fault, in $work/mutant
mutate() {
  rm -rf "$work/mutant"
  mkdir "$work/mutant"
  cp "$rtl"/*.sv "$work/mutant"
  sed -i "$2" "$work/mutant/$1.sv"
  if cmp -s "$rtl/$1.sv" "$work/mutant/$1.sv"; then
    echo "a mutant changes nothing in $1.sv: $2"
    failed=1
  fi
}
# mutant TOP FILE 's/right/wrong/' LABEL [DEFINES]
mutant() {
  mutate "$2" "$3"
  check "$1" refuted "mutant: $4" "$work/mutant" "${5:-}"
}

# paths EXPECTED LABEL DIRECTORY-OF-RTL: is there a combinational path from an input to an output? Without the
# flip-flops and memories no output may have an input in its cone.
paths() {
  yosys -q -p "read_verilog -sv $3/*.sv; chparam -set PORTS 3 -set VCS 4 -set DEPTH 4 router; prep -flatten -top router; \
    memory_map; delete t:\$*dff*; select -set cone o:* %ci*; tee -q -o $work/paths.txt select -list @cone i:* %i" \
    >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  if [ -s "$work/paths.txt" ]; then result=refuted; else result=proved; fi
  verdict=ok
  [ $result = "$1" ] || verdict=WRONG failed=1
  printf '%-11s %-8s %-4s %-5s        %s\n' paths $result "" $verdict "$2"
}

only=${1:-}
block() { [ -z "$only" ] || [ "$only" = "$1" ]; }

if block arbiter; then
  check arbiter proved "at most one grant, the most urgent wins, bounded wait (3, 6, 8)" "$rtl"
  check arbiter refuted "cover: the longest wait" "$rtl" -DCOVER
  mutant arbiter round_robin_arbiter 's/turn_q <= ~(.*/turn_q <= turn_q;/' "the arbiter forgets to turn"
  mutant arbiter link_arbiter "s/ \&\& (request_i \& beaten_i.*;/;/" "classes are ignored"
  mutant arbiter round_robin_arbiter "s/= candidates & .*;/= candidates;/" "all candidates are granted"
  check input proved "an input puts forward one ready flit of its most urgent class, lanes in turn (6, 8)" "$rtl"
  check input refuted "cover: both lanes of a class wait behind another" "$rtl" -DCOVER
  mutant input input_arbiter 's/ready_i & (~ready_i + VCS.*;/turn_q \& ready_i;/' "the last one goes on"
  mutant input input_arbiter 's/turn_q <= chosen_o/turn_q <= turn_q/' "the lanes forget to turn"
fi
if block credit; then
  check credit proved "no overflow, credits conserved, reserve kept (1, 2, 7)" "$rtl"
  check credit refuted "cover: the pool fills up while a channel is full" "$rtl" -DCOVER
  mutant credit credit_counter "s/shared_used_q < shared_i/shared_used_q <= shared_i/" "a reserved slot is taken"
  mutant credit credit_counter "s/ \&\& send_vc_i == credit_vc_i//" "a credit is lost"
  mutant credit credit_counter "s/else if (credit_i \&\& in_flight_q.*> reserve_i/else if (1'b0/" \
    "a shared slot is never given back"
fi
if block buffer; then
  check buffer proved "no over- or underflow, flits in order and undamaged (1, 5)" "$rtl"
  check buffer refuted "cover: push and pop of a full ring" "$rtl" -DCOVER
  mutant buffer input_buffer "s/front_q\[pop_vc_i\] <= next/front_q[pop_vc_i] <= next + 1'b1/" "a pop counts twice"
  mutant buffer input_buffer "s/{push_head_i, push_tail_i};/{push_head_i, push_tail_i \&\& !pop_i};/" "a tail is lost"
fi
if block allocation; then
  check allocation proved "an output channel has at most one owner, head to tail (4)" "$rtl"
  check allocation refuted "cover: all channels owned" "$rtl" -DCOVER
  mutant allocation channel_allocation "s/if (tail_i)/if (1'b0)/" "a tail does not release"
fi
if block paths; then
  paths proved "no combinational path from input to output (9)" "$rtl"
  mutate router "s/assign idle_o = /assign idle_o = in_valid_i == '0 \&\& /"
  paths refuted "mutant: idle looks at the input pins" "$work/mutant"
fi

# The whole router. Reset may come in any cycle.
together="-DGRANTS -DURGENCY -DCREDITS -DCOUNTS"
if block router; then
  parameters="-set VCS 2"
  check router proved "2 VCs: grants, urgency, accounts, counts, reserve (1, 2, 3, 6, 7)" "$rtl" "$together"
  mutant router round_robin_arbiter "s/= candidates & .*;/= candidates;/" "all candidates are granted" -DGRANTS
  mutant router link_arbiter "s/ \&\& (request_i \& beaten_i.*;/;/" "classes are ignored" -DURGENCY
  mutant router credit_counter "s/shared_used_q < shared_i/shared_used_q <= shared_i/" "a reserved slot is taken" -DCREDITS
  mutant router input_port "s/credit_q <= granted_i/credit_q <= valid_i/" "a credit comes too early" -DCOUNTS
  check router proved "2 VCs: every output is quiet after reset (10)" "$rtl" -DRESET
  mutant router input_port "s/if (rst_i) credit_q <= 1'b0;/if (1'b0) credit_q <= 1'b0;/" "a credit survives reset" -DRESET
  check router refuted "cover: a worm goes on behind one that preempted it" "$rtl" "-DCOVER -DPREEMPTION"
fi

# What takes longer than a test may, in pieces that can be run by their names.
nightly() { [ "$only" = nightly ] || [ "$only" = "$1" ]; }
owners="-DOWNERS -DSTEADY" flit="-DFLIT -DSTEADY"
hunt=${NIGHTLY_BMC_SECONDS:-300} seconds=${NIGHTLY_SECONDS:-900}
if nightly reset3; then
  parameters="-set VCS 3"
  check router proved "3 classes: every output is quiet after reset (10)" "$rtl" -DRESET
fi
if nightly covers; then
  parameters="-set VCS 2"
  check router refuted "cover: all ports busy" "$rtl" "-DCOVER -DALL_PORTS"
  parameters="-set VCS 3"
  check router refuted "cover, 3 classes: a worm goes on behind one that preempted it" "$rtl" "-DCOVER -DPREEMPTION"
fi
if nightly mutants; then
  parameters="-set VCS 2"
  mutant router input_port "s/(started\[v\] || free\[target\])/1'b1/" "a head enters an owned channel" "$owners"
  mutant router input_port "s/if (granted_i \&\& tail_o \&\& next)/if (1'b0)/" "a head follows the old route" "$flit"
  mutant router input_buffer "s/{push_head_i, push_tail_i};/{push_head_i, push_tail_i \&\& !pop_i};/" "a tail is lost" \
    "$flit"
fi
frames=$hunt
for vcs in 2 3; do
  parameters="-set VCS $vcs"
  if [ $vcs = 3 ] && nightly together3; then
    check router bounded "3 VCs: grants, urgency, accounts, counts, reserve (1, 2, 3, 6, 7)" "$rtl" "$together"
  fi
  if nightly owners$vcs; then
    check router bounded "$vcs VCs: a channel has one owner, worms do not mix (4, 5)" "$rtl" "$owners"
  fi
  if nightly flit$vcs; then
    check router bounded "$vcs VCs: any flit leaves once, in order, by its port (1, 5, 11)" "$rtl" "$flit"
  fi
done
exit $failed
