#!/bin/sh
# One random test of the router in Icarus, in Verilator and as the netlist that Yosys makes of it: the three must
# print the same line. Some constructs are read differently by one of the tools without a word; this notices.
set -eu
rtl=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

iverilog -g2012 -s random_traffic -o icarus "$rtl"/*.sv "$rtl"/test/random_traffic.sv 2>icarus.log || { cat icarus.log; exit 1; }
timeout 60 vvp -n icarus >icarus.txt

timeout 120 verilator --binary -Wno-fatal -Wno-lint -Wno-style --top random_traffic -Mdir verilated -o sim \
  "$rtl"/*.sv "$rtl"/test/random_traffic.sv >verilator.log 2>&1 || { cat verilator.log; exit 1; }
timeout 60 verilated/sim | grep flits >verilator.txt

timeout 120 yosys -q -p "read_verilog -sv $rtl/*.sv; chparam -set PORTS 3 -set VCS 4 -set DEPTH 4 -set DATA 128 router; \
  synth -flatten -top router; rename -top router; write_verilog -noattr netlist.v" >yosys.log 2>&1 ||
  { cat yosys.log; exit 1; }
iverilog -g2012 -DNETLIST -s random_traffic -o gates netlist.v "$rtl"/test/random_traffic.sv 2>gates.log || { cat gates.log; exit 1; }
timeout 60 vvp -n gates >yosys.txt

status=0
for tool in icarus verilator yosys; do
  printf '%-10s %s\n' "$tool" "$(cat $tool.txt)"
  cmp -s icarus.txt "$tool.txt" || status=1
done
grep -q '^0 flits' icarus.txt && status=1
exit $status
