#!/usr/bin/env bash
# Opens pages of sweeps in headless Chromium and uses them.
#
#   page_test.sh TORUSIM
set -euo pipefail
torusim=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
probe=$here/page_probe.js
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
. "$here/../report/browser.sh"

# Sixteen series of four points; over words; nothing swept.
cat >many.toml <<'END'
topology = "torus:4x4"
block = [1, 4, 16, 64]
startup = [0, 200]
[[runs]]
algorithm = "t4"
sync = ["none", "barrier", "priority"]
[[runs]]
algorithm = ["direct", "pex", "t1", "c1", "pex-gen"]
[plot]
x = "block"
END
printf 'topology = "torus:4x4"\nalgorithm = ["t4", "direct"]\n' >words.toml
printf 'topology = "torus:4x4"\nalgorithm = "t4"\n' >one.toml
for each in many words one; do
  "$torusim" sweep $each.toml -o $each --quiet >/dev/null
  open $each/sweep.html
done
has 'No option is swept, so there is nothing to draw.'
! ls one/*.svg 2>/dev/null || fail 'a chart of nothing'
# The names in the key of the picture, which stand last in it.
{
  echo "const DRAWN = ["
  sed -n 's|.*text-anchor="start".*>\(.*\)</text>|"\1",|p' many/sweep-cycles.svg | tail -16
  echo "];"
  cat "$probe"
} >with_names.js
probe=$PWD/with_names.js
probe many/sweep.html
has 'passed, dark false'
probe many/sweep.html dark
has 'passed, dark true'
narrow many/sweep.html

# Seeds are one point with a bar.
printf 'command = "traffic"\ntopology = "ring:8"\npattern = "uniform"\nload = [0.1, 0.2]\nwindow = 300\nwarmup = 100\nseed = [1, 2, 3]\n' >seeds.toml
"$torusim" sweep seeds.toml -o seeds --quiet >/dev/null
probe=$here/seeds_probe.js
probe seeds/sweep.html

# A comparison of algorithms over sizes has ticks in bytes and times; of one size, the algorithms along x.
"$torusim" compare all-reduce -t torus:4x4 --size 64kB..4MB --link 50GB/s -o compare --quiet >/dev/null
"$torusim" compare all-gather -t ring:6 --size 100 -o single --quiet >/dev/null
open single/compare.html
open compare/compare.html
has 'Quickest: 64 kB'
probe=$here/compare_probe.js
probe compare/compare.html
grep -q '>1 MB</text>' compare/compare.svg || fail 'the picture of a comparison has no tick 1 MB'
grep -q 'Chart.js, MIT licence' many/sweep.html || fail "the library's licence is not named"
grep -q 'Permission is hereby granted' many/sweep.html || fail "the library's licence is not there"
bytes=$(stat -c %s many/sweep.html)
((bytes <= 300000)) || fail "a sweep of 64 runs takes $bytes bytes"
exit $((failures > 0))
