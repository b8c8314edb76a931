#!/usr/bin/env bash
# Opens report pages in headless Chromium, from files and without a network, and looks at what they have become.
#
#   page_test.sh TORUSIM
#
# Without TORUSIM_WHOLE it leaves out the pages of two switching modes and of a run that is larger than a page shows.
set -euo pipefail
torusim=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
probe=$here/probe.js
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
. "$here/browser.sh"

# What contends, says where; and the picture's parts are there.
"$torusim" run ring-gs -t ring:16 --sync none --startup 1 -o ring --report --quiet >/dev/null
open ring/report.html
has '<h1 id="title">ring-gs on ring:16</h1>'
has 'verified after 116 cycles'
has '13 cycles (11 %) of the critical path blocked by other worms'
has 'BLOCKED: waits for +x of node 2, which belongs to SP1 message 46, 2 &gt; 4'
has 'The run ends: node 11 has everything'
has '<nav id="runs" hidden=""'
for part in where story network nodes links phases flight latency stalls; do lacks "id=\"$part\" hidden"; done
probe ring/report.html
narrow ring/report.html

whole=${TORUSIM_WHOLE-}

# In time and bytes, where somebody says what cycles and flits are.
"$torusim" run ring-gs -t ring:16 --block 1KiB --clock 1GHz --flit-bytes 16 -o timed --report --quiet >/dev/null
open timed/report.html
has 'cycles (.* us)'
has 'GB/s bus bandwidth'
has '>time .us.<'
has '>1 us<'
[ -z "$whole" ] || probe timed/report.html

# The main size: few bytes, and few elements for the browser to lay out. The last tick is at the edge of its chart.
"$torusim" run t4 -t torus:16x16 --block 4 --startup 131 --sync priority -o t4 --report --quiet >/dev/null
open t4/report.html
has 'no contention on the critical path'
has 'S2.SP0'
bytes=$(stat -c %s t4/report.html)
((bytes <= 5000000)) || fail "T4 16x16 takes $bytes bytes"
elements=$(grep -o '<[a-z]' dom.html | wc -l)
((elements <= 2000)) || fail "T4 16x16 has $elements elements"
echo "T4 16x16: $bytes bytes, $elements elements"
probe t4/report.html
has 'passed, dark false, preempted true'
probe t4/report.html dark
has 'passed, dark true'
narrow t4/report.html

# Slices of three dimensions.
"$torusim" run c1 -t torus:4x4x4 --block 4 -o c1 --report --quiet >/dev/null
open c1/report.html
has 'stripes inside a node: +z, -z'

# A deadlock: the cycle of channels whole, and on the network.
"$torusim" run direct -t ring:32 --lanes 1 --block 16 -o stuck --report --quiet >/dev/null || true
open stuck/report.html
has '32 channels wait for each other in a cycle'
rows=$(grep -o '<div class="scroll tall" id="deadlock">.*' dom.html | sed 's|</table>.*||' | grep -o '<tr>' | wc -l)
((rows == 33)) || fail "the cycle has $rows rows, expected 32 and the heading"
has '<td>+x of node 31, class 0 lane 0</td>'
has 'in the cycle of the deadlock'
lacks '<li>cycle of channels: '
lacks '<li>and .* more worm'

# The verdict before a run: the cycle, on the network, and nothing that only a run has.
"$torusim" check --deadlock direct -t torus:4x4 --lanes 1 --block 16 -o before.html >/dev/null || true
open before.html
has '<p id="summary">can deadlock . sync barrier, 1 class x 1 lane of 4 flits, wormhole</p>'
rows=$(grep -o '<div class="scroll tall" id="deadlock">.*' dom.html | sed 's|</table>.*||' | grep -o '<tr>' | wc -l)
((rows == 5)) || fail "the cycle has $rows rows, expected 4 and the heading"
has '<td>message 17 of phase J2 ((0,1) &gt; (0,3))</td>'
has 'in the cycle of channels'
for part in where network; do lacks "id=\"$part\" hidden"; done
for part in story nodes links phases flight latency stalls; do has "id=\"$part\" hidden"; done
"$torusim" check --deadlock direct -t torus:4x4 -o free.html >/dev/null
open free.html
has 'No channels depend on each other in a cycle'
lacks 'id="deadlock"'

# What is spread over many worms is told by place.
"$torusim" run pex -t mesh:8x8 --block 4 -o pex --report --quiet >/dev/null
open pex/report.html
has 'worms at +y of node (0,1)'
has 'more worms</p>'

# The other switching modes, and wires, which have no path.
"$torusim" run ring-gs -t ring:16 --sync none --switching circuit -o circuit --report --quiet >/dev/null
open circuit/report.html
has 'payload waits for the ack of its circuit'
if [ -n "$whole" ]; then
  for mode in vct saf; do
    "$torusim" run t4 -t torus:8x8 --switching $mode -o $mode --report --quiet >/dev/null
    open $mode/report.html
    has "switching</b> $mode"
  done
fi
"$torusim" run gossip-two -t torus:6x8 --block 8 --hardwired -o wires --quiet >/dev/null
"$torusim" report wires -o wires.html >/dev/null
open wires.html
has 'Routers are wires'
has 'step 3'
for part in where network nodes links phases flight latency; do lacks "id=\"$part\" hidden"; done

# What the ranks of a program do: rank 0 computes 100 cycles, then sends; of a schedule there is no such part.
printf 'num_ranks 2\nrank 0 {\na: calc 100\nb: send 64b to 1\nb requires a\n}\nrank 1 {\nrecv 64b from 0\n}\n' >two.goal
"$torusim" run two.goal -t ring:2 --clock 1GHz --flit-bytes 16 -o two --report --quiet >/dev/null
open two/report.html
lacks 'id="ranks" hidden'
has 'compute, hiding communication'
has 'The most is exposed on rank 0'
has 'B/s of all messages'
open wires.html
has 'id="ranks" hidden'

# Several runs side by side.
for sync in none barrier local priority; do
  "$torusim" run ring-gs -t ring:16 --sync $sync --startup 1 -o $sync --quiet >/dev/null
done
"$torusim" report none barrier local priority -o all.html >/dev/null
open all.html
for sync in none barrier local priority; do has ">$sync</button>"; done
has '+19 %'
has 'signals travel'
lacks 'id="compare" hidden'
lacks '<th>block</th>'
narrow all.html

# Settings that differ have a column. The bound is that of the ports of the run.
"$torusim" run gossip-ti -t torus:4x4 --block 4 --startup 10 -o four --quiet >/dev/null
"$torusim" run gossip-ti -t torus:4x4 --block 8 --startup 10 --alpha 1 -o one --quiet >/dev/null
"$torusim" report four one -o ports.html >/dev/null
open ports.html
for setting in block alpha; do has "<th>$setting</th>"; done
lacks '<th>startup</th>'
has 'least of any schedule with 4 ports'
lacks 'the same with all 4 ports'
"$torusim" report one -o one.html >/dev/null
open one.html
has 'least of any schedule with 1 port<'
has 'the same with all 4 ports'

# Traffic: the window, without the parts that only a run has. The map and the time axis begin with the window.
"$torusim" traffic uniform -t torus:4x4 --reply 4 --warmup 300 --window 600 -o traffic --report --quiet >/dev/null
open traffic/report.html
has 'window 300 .. 899'
has 'Where the latency goes'
has 'round trip, class 0, 8 flits'
has 'mean of 600 cycles'
for part in where traffic network nodes links flight latency stalls; do lacks "id=\"$part\" hidden"; done
for part in story phases; do has "id=\"$part\" hidden"; done
narrow traffic/report.html
# Larger than the page shows: it is put together, and says so.
if [ -n "$whole" ]; then
  "$torusim" run direct -t torus:16x16 --block 1 -o many --report --quiet >/dev/null
  open many/report.html
  has 'nodes have a row'
  bytes=$(stat -c %s many/report.html)
  ((bytes <= 5000000)) || fail "direct 16x16 takes $bytes bytes"
fi

exit $((failures > 0))
