#!/bin/sh
# The wrappers and the guests behind them are hardware: Yosys elaborates each, maps its processes and memories, and finds
# no latch, no loop and no wire with two drivers or none. Verilator has nothing to warn of in the wrappers.
set -eu
rtl=$(cd "$(dirname "$0")/.." && pwd)
for top in xy_torus_router frame_switch_router stream_switch_router my_router; do
  case $top in
    my_router) sources=$rtl/guests/first_router/my_router.sv ;;
    *) sources="$rtl/*.sv $rtl/wrappers/*.sv $rtl/guests/${top%_router}/*v" ;;
  esac
  timeout 120 yosys -q -p "read_verilog -sv $sources; hierarchy -check -top $top; proc; opt -fast; select -assert-none t:\$dlatch; \
    flatten; opt_clean; check -assert; scc -expect 0" >/dev/null 2>yosys.$$.log || { cat yosys.$$.log; rm yosys.$$.log; exit 1; }
  rm yosys.$$.log
  echo "$top: hardware"
done
for vcs in 1 2 3; do
  for top in torusim_ready_valid_wrapper torusim_credit_wrapper torusim_length_wrapper; do
    verilator --lint-only -Wall -GVCS=$vcs --top-module $top $rtl/wrappers/$top.sv $rtl/*.sv
  done
done
echo "wrappers: no warning with 1, 2 and 3 virtual channels"
