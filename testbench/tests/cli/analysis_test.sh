#!/usr/bin/env bash
# The examples of docs/columns.md: results read with pandas.
#
#   analysis_test.sh TORUSIM EXAMPLES
set -euo pipefail
torusim=$(realpath "$1")
examples=$(realpath "$2")/analysis
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT

"$torusim" sweep "$examples/sweep.toml" -o sweep --quiet >/dev/null
"$examples/read_results.py" sweep >read.txt || { echo "FAILED: read_results.py"; exit 1; }
cat read.txt
# The same numbers as torusim's own, found without pandas.
for block in 1 4 16; do
  for algorithm in t4 direct; do
    cycles=$("$torusim" run $algorithm -t torus:4x4 --block $block | awk '$1 == "cycles" { print $2 }')
    grep -Eq "^$block .*\b$cycles\b" read.txt || { echo "FAILED: $algorithm, block $block: $cycles is not in the table"; exit 1; }
  done
done
grep -q '^stalled_' read.txt || { echo "FAILED: no stalls"; exit 1; }
