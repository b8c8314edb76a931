#!/bin/sh
# One random test of the router in Icarus, in Verilator and as the netlist that Yosys makes of it: the three must
# print the same line. Some constructs are read differently by one of the tools without a word; this notices.
# Registers power up as x in Icarus and as two random states in Verilator: what reset leaves must not show.
set -eu
rtl=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
ulimit -t 240 # of processor time for each tool; a busy machine is no failure

# run LABEL COMMAND..: says what failed, and what it had to say
run() {
  label=$1
  shift
  "$@" >log 2>&1 || {
    status=$?
    echo "$label failed, exit code $status:"
    cat log
    exit 1
  }
}

run "Icarus, compiling" iverilog -g2012 -s random_traffic -o icarus "$rtl"/*.sv "$rtl"/test/random_traffic.sv
run Icarus vvp -n icarus
mv log icarus.txt

# With the assertions of rtl/sva bound to the router.
# It runs for some milliseconds: what is waited for is the compiler.
verilate() { # DIRECTORY-OF-RTL DIRECTORY
  from=$1 to=$2
  run "Verilator, compiling" verilator --binary --assert -Wno-fatal -Wno-lint -Wno-style --x-initial unique --top random_traffic \
    -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" -Mdir "$to" -o sim "$from"/*.sv "$rtl"/sva/*.sv "$rtl"/test/random_traffic.sv
}
verilate "$rtl" verilated
for seed in 1 2; do
  run Verilator verilated/sim +verilator+rand+reset+2 "+verilator+seed+$seed"
  grep flits log >"verilator$seed.txt"
done

# One of them must fail when a tail is lost.
mkdir faulty
cp "$rtl"/*.sv faulty
sed -i 's/{push_head_i, push_tail_i};/{push_head_i, push_tail_i \&\& !pop_i};/' faulty/torusim_input_buffer.sv
verilate faulty faulted
faulted/sim >log 2>&1 || true
grep -q "Assertion failed.*ends_kept: a tail on port" log || {
  echo "the assertions of rtl/sva do not find that a tail is lost:"
  cat log
  exit 1
}

run "Yosys" yosys -q -p "read_verilog -sv $rtl/*.sv; chparam -set PORTS 3 -set VCS 4 -set DEPTH 4 -set DATA 96 torusim_router; \
  synth -flatten -top torusim_router; rename -top torusim_router; write_verilog -noattr netlist.v"
run "Icarus, compiling the netlist" iverilog -g2012 -DNETLIST -s random_traffic -o gates netlist.v "$rtl"/test/random_traffic.sv
run "Icarus, running the netlist" vvp -n gates
mv log yosys.txt

status=0
for tool in icarus verilator1 verilator2 yosys; do
  printf '%-10s %s\n' "$tool" "$(cat $tool.txt)"
  cmp -s icarus.txt "$tool.txt" || status=1
done
grep -q '^[1-9][0-9]* flits, hash [0-9a-f]*, the same after reset$' icarus.txt || status=1
exit $status
