# Sourced by tests of pages, in their working directory: opens them in headless Chromium, from files and without a network.
# The test sets $probe, a script that uses its pages as a person would and writes what is wrong, each line beginning with
# FAILED, into <pre id="probe">.
command -v chromium >/dev/null || { echo "chromium is missing (.ci/packages)"; exit 1; }
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

coproc BROWSER { exec "$(dirname "${BASH_SOURCE[0]}")/browser.py"; }

# show PAGE SELECTOR [dark]: its document when an element is there that SELECTOR finds, in dom.html; what its scripts
# complained of, in log.txt
show() {
  echo "${3:-light} $2 $PWD/$1" >&"${BROWSER[1]}"
  read -r <&"${BROWSER[0]}" || { echo "FAILED: $1: no answer from chromium"; exit 1; }
  if grep . log.txt; then fail "$1: the scripts complain"; fi
}
open() {
  show "$1" 'body[data-ready="yes"]'
  grep -q '<body data-ready="yes"' dom.html || fail "$1: not ready"
  if grep -q 'undefined' < <(sed '/<script>/,/<\/script>/d' dom.html); then fail "$1: undefined words"; fi
  if grep -Eq '(src|href)="' "$1"; then fail "$1: it wants something from outside"; fi
}
has() { grep -q -- "$1" dom.html || fail "no '$1' on the page"; }
# with_probe PAGE: it with the script $probe behind its own
with_probe() {
  sed '/^<\/body>$/,$d' "$1"
  echo '<script>'
  cat "$probe"
  echo '</script></body></html>'
}
# probe PAGE [dark]: uses the page as $probe says
probe() {
  with_probe "$1" >probed.html
  show probed.html "#probe" "${@:2}"
  sed -n '/id="probe"/,$p' dom.html | grep -o 'FAILED: [^<]*' | head -20 || true
  has '<pre id="probe">passed'
}
# narrow PAGE: the same in frames of 400 and 320 pixels
narrow() {
  with_probe "$1" >framed.html
  cat >frames.html <<'END'
<body><script>
  let missing = 2;
  onmessage = (event) => {
    document.body.append(event.data + '\n');
    if (--missing === 0) document.body.dataset.ready = 'yes';
  };
</script>
<iframe src="framed.html" style="width: 400px; height: 900px; border: 0"></iframe>
<iframe src="framed.html" style="width: 320px; height: 900px; border: 0"></iframe></body>
END
  show frames.html 'body[data-ready="yes"]'
  grep -o 'FAILED: [^<]*' dom.html | head -20 || true
  has 'passed at 400 pixels'
  has 'passed at 320 pixels'
}
lacks() { if grep -q -- "$1" dom.html; then fail "'$1' on the page"; fi; }
