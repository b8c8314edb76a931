#!/usr/bin/env bash
# Every benchmark but the longest runs once, ends verified, and reports its rate. Speed is not looked at.
# Usage: smoke.sh PROGRAM
set -euo pipefail

filter='-shape:3'
expected=$("$1" --benchmark_filter="$filter" --benchmark_list_tests 2>/dev/null | wc -l)
"$1" --benchmark_min_time=0.01 --benchmark_format=json --benchmark_filter="$filter" 2>/dev/null |
  awk -v expected="$expected" '
    { gsub(/[",]/, "") }
    $1 == "name:" { name = $2; ++ran }
    $1 == "error_occurred:" { print name " failed"; bad = 1 }
    $1 ~ /^(flit_hops|transfers):$/ {
      ++rates
      if ($2 <= 0) { print name ": " $1 " " $2; bad = 1 }
    }
    END {
      print ran " benchmarks, " rates " rates"
      if (ran != expected || ran != rates || ran < 20) { print "expected " expected " benchmarks, each with a rate"; bad = 1 }
      exit bad
    }'
