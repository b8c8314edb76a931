#!/usr/bin/env bash
# The SystemVerilog door: a design under test in a whole torus, by Verilator: dpi_test.sh SOURCE_DIR LIBRARY
#
# Without TORUSIM_WHOLE the design is read and not run: compiling it takes half a minute.
set -euo pipefail
source=$(realpath "$1") library=$(realpath "$2")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
# Every function that the package imports is there.
imports=$(sed -n 's/^ *import "DPI-C".*function *[a-z]* *\(torusim_[a-z_]*\).*/\1/p' "$source/rtl/dpi/torusim_pkg.sv")
[ "$(wc -w <<<"$imports")" -ge 5 ]
nm -D --defined-only "$library" >symbols
for name in $imports; do grep -qw "$name" symbols || { echo "the library has no $name"; exit 1; }; done
sources=("$source"/rtl/dpi/torusim_pkg.sv "$source"/docs/examples/dpi/adder.sv "$source"/docs/examples/dpi/adder_in_a_torus.sv)
if [ -z "${TORUSIM_WHOLE-}" ]; then
  exec verilator --lint-only --timing -Wall -Wno-UNUSED -Wno-DECLFILENAME --timescale 1ns/1ps --top adder_in_a_torus "${sources[@]}"
fi
# Compiled without the optimiser, which takes longer than the run.
verilator --binary --timing -Wall -Wno-UNUSED -Wno-DECLFILENAME --timescale 1ns/1ps -o adder --top adder_in_a_torus \
  -MAKEFLAGS 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0' \
  "${sources[@]}" \
  -LDFLAGS "$library -Wl,-rpath,$(dirname "$library")" >log 2>&1 || { cat log; exit 1; }
obj_dir/adder | tee out
grep -q '^60 requests answered after [0-9]* cycles$' out
