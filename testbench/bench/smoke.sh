#!/usr/bin/env bash
# Every benchmark runs, and none is slower than a tenth of what docs/performance.md says: catches lost optimisation, not
# noise. Usage: smoke.sh PROGRAM
set -euo pipefail

"$1" --benchmark_min_time=0.01 --benchmark_format=csv \
  --benchmark_filter='-sleep:0|shape:3|flits:(1024|4096|16384)' 2>/dev/null |
  awk -F, '
    /^name,/ { for (i = 1; i <= NF; ++i) column[$i] = i; next }
    /^"/ {
      if ($column["error_occurred"] == "true") { print $1 " failed: " $column["error_message"]; bad = 1; next }
      least = 0
      if ($1 ~ /uniform_traffic|t4_8x8\/fast/) { rate = $column["flit_hops"]; least = 1e6 }
      if ($1 ~ /exchange/) { rate = $column["flit_hops"]; least = 3e7 }
      if ($1 ~ /worm_hops/) { rate = $column["worm_hops"]; least = 3e5 }
      if ($1 ~ /generate|verify/) { rate = $column["transfers"]; least = 1e5 }
      ++runs
      if (rate < least) { print $1 ": " rate " a second, expected at least " least; bad = 1 }
    }
    END {
      print runs " benchmarks"
      if (runs < 15) { print "expected at least 15"; bad = 1 }
      exit bad
    }'
