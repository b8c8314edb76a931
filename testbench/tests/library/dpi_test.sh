#!/usr/bin/env bash
# The SystemVerilog door: a design under test in a whole torus, by Verilator: dpi_test.sh SOURCE_DIR LIBRARY
set -euo pipefail
source=$(realpath "$1") library=$(realpath "$2")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
# Compiled without the optimiser, which takes longer than the run.
verilator --binary --timing -Wall -Wno-UNUSED -Wno-DECLFILENAME --timescale 1ns/1ps -o adder --top adder_in_a_torus \
  -MAKEFLAGS 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0' \
  "$source"/rtl/dpi/torusim_pkg.sv "$source"/docs/examples/dpi/adder.sv "$source"/docs/examples/dpi/adder_in_a_torus.sv \
  -LDFLAGS "$library -Wl,-rpath,$(dirname "$library")" >log 2>&1 || { cat log; exit 1; }
obj_dir/adder | tee out
grep -q '^60 requests answered after [0-9]* cycles$' out
