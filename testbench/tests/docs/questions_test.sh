#!/usr/bin/env bash
# Runs the questions as a user would: questions_test.sh SCRIPTS PROGRAM
set -euo pipefail
scripts=$1 program=$2
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
for script in "$scripts"/*.sh; do
  mkdir "$made/$(basename "$script" .sh)"
  (cd "$made/$(basename "$script" .sh)" && "$script" "$program") >"$made/said" 2>&1 || {
    cat "$made/said"
    echo "FAILED: $script"
    exit 1
  }
done
cd "$made"
ls routings/chart/{curve,throughput}.pdf routings/open/curve.svg all-reduce/{answer,broken}/compare.html all-reduce/run/run.json \
  deadlock/{stuck,free,urgent}/waves.gtkw deadlock/{stuck,urgent}/report.html
[ "$(grep -c adaptive routings/chart/curve.csv)" = 4 ]
