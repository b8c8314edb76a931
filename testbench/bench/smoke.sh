#!/usr/bin/env bash
# Every benchmark runs, and none is slower than a tenth of what docs/performance.md says: catches lost optimisation, not
# noise. Usage: smoke.sh PROGRAM
set -euo pipefail

"$1" --benchmark_min_time=0.01 --benchmark_format=json \
  --benchmark_filter='-sleep:0|shape:3|flits:(1024|4096|16384)' 2>/dev/null |
  awk '
    function least(name, counter) {
      if (name ~ /uniform_traffic|loaded|sources_alone|t4_8x8\/fast/) return 1e6
      if (name ~ /exchange/) return counter ~ /worm/ ? 5e4 : 3e7
      if (name ~ /worm_hops/) return 3e5
      if (name ~ /generate|verify|read/) return 1e5
      return 3e4
    }
    { gsub(/[",]/, "") }
    $1 == "name:" { name = $2 }
    $1 == "error_occurred:" { print name " failed"; bad = 1 }
    $1 ~ /^(flit_hops|worm_hops|transfers):$/ {
      ++rates
      expected = least(name, $1)
      if ($2 < expected) { print name ": " $2 " a second, expected at least " expected; bad = 1 }
    }
    END {
      print rates " benchmarks"
      if (rates < 20) { print "expected at least 20"; bad = 1 }
      exit bad
    }'
