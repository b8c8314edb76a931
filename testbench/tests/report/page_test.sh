#!/usr/bin/env bash
# Opens report pages in headless Chromium, from files and without a network, and looks at what they have become.
#
#   page_test.sh TORUSIM
set -euo pipefail
torusim=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
command -v chromium >/dev/null || { echo "chromium is missing (.ci/packages)"; exit 1; }
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# show PAGE OPTION..: its document after all scripts have run, in dom.html; what they complained of, in log.txt
show() {
  local profile page=$1
  shift
  profile=$(mktemp -d)
  timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking \
    --host-resolver-rules='MAP * ~NOTFOUND' --window-size=1280,1000 --enable-logging=stderr "$@" \
    --user-data-dir="$profile" --dump-dom "file://$PWD/$page" >dom.html 2>log.txt || fail "$page: chromium gave up"
  rm -rf "$profile"
  if grep CONSOLE log.txt; then fail "$page: the scripts complain"; fi
}
open() {
  show "$1"
  grep -q '<body data-ready="yes"' dom.html || fail "$1: not ready"
  if grep -q 'undefined' dom.html; then fail "$1: undefined words"; fi
  if grep -Eq '(src|href)="' "$1"; then fail "$1: it wants something from outside"; fi
}
has() { grep -q -- "$1" dom.html || fail "no '$1' on the page"; }
# probe PAGE OPTION..: uses the page as probe.js says
probe() {
  { sed '/^<\/body>$/,$d' "$1"; echo '<script>'; cat "$here/probe.js"; echo '</script></body></html>'; } >probed.html
  show probed.html "${@:2}"
  sed -n '/id="probe"/,$p' dom.html | grep -o 'FAILED: [^<]*' | head -20 || true
  has '<pre id="probe">passed'
}
# narrow PAGE: the same in frames of 400 and 320 pixels
narrow() {
  sed '/^<\/body>$/,$d' "$1" >framed.html
  { echo '<script>'; cat "$here/probe.js"; echo '</script></body></html>'; } >>framed.html
  cat >frames.html <<'END'
<body><script>onmessage = (event) => document.body.append(event.data + '\n');</script>
<iframe src="framed.html" style="width: 400px; height: 900px; border: 0"></iframe>
<iframe src="framed.html" style="width: 320px; height: 900px; border: 0"></iframe></body>
END
  show frames.html --virtual-time-budget=10000
  grep -o 'FAILED: [^<]*' dom.html | head -20 || true
  has 'passed at 400 pixels'
  has 'passed at 320 pixels'
}
lacks() { if grep -q -- "$1" dom.html; then fail "'$1' on the page"; fi; }

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

# The main size: small enough and quick enough.
"$torusim" run t4 -t torus:16x16 --block 4 --startup 10 --sync priority -o t4 --report --quiet >/dev/null
open t4/report.html
has 'nothing in the way of the critical path'
has 'S2.SP0'
bytes=$(stat -c %s t4/report.html)
((bytes <= 5000000)) || fail "T4 16x16 takes $bytes bytes"
milliseconds=$(grep -o 'data-milliseconds="[0-9]*"' dom.html | tr -dc 0-9)
((milliseconds <= 2000)) || fail "T4 16x16 takes $milliseconds ms until it is ready"
echo "T4 16x16: $bytes bytes, ready after $milliseconds ms"
probe t4/report.html
has 'passed, dark false, preempted true'
probe t4/report.html --blink-settings=preferredColorScheme=0
has 'passed, dark true'
narrow t4/report.html

# Slices of three dimensions; a run that deadlocks has no chain, but says who waits for whom.
"$torusim" run c1 -t torus:4x4x4 --block 4 -o c1 --report --quiet >/dev/null
open c1/report.html
has 'stripes inside a node: +z, -z'

# What is spread over many worms is told by place.
"$torusim" run pex -t mesh:8x8 --block 4 -o pex --report --quiet >/dev/null
open pex/report.html
has 'worms at +y of node (0,1)'
has 'more worms</p>'

# The other switching modes, and wires, which have no path.
"$torusim" run ring-gs -t ring:16 --sync none --switching circuit -o circuit --report --quiet >/dev/null
open circuit/report.html
has 'payload waits for the ack of its circuit'
for mode in vct saf; do
  "$torusim" run t4 -t torus:8x8 --switching $mode -o $mode --report --quiet >/dev/null
  open $mode/report.html
  has "switching</b> $mode"
done
"$torusim" run gossip-two -t torus:6x8 --block 8 --hardwired -o wires --quiet >/dev/null
"$torusim" report wires -o wires.html >/dev/null
open wires.html
has 'Routers that are only wires'
has 'step 3'
for part in where network nodes links phases flight latency; do lacks "id=\"$part\" hidden"; done

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

# Larger than the page shows: it is put together, and says so.
"$torusim" run direct -t torus:16x16 --block 1 -o many --report --quiet >/dev/null
open many/report.html
has 'nodes have a row'
bytes=$(stat -c %s many/report.html)
((bytes <= 5000000)) || fail "direct 16x16 takes $bytes bytes"

exit $((failures > 0))
