#!/usr/bin/env bash
# Holds the documentation to the tree and the program: pages.py, one version everywhere, and every `build/torusim ..` line
# of the README runs.
#
#   docs_test.sh SOURCES PROGRAM        PROGRAM built with routers in SystemVerilog
set -euo pipefail
sources=$(realpath "$1")
program=$(realpath "$2")
cd "$sources"
faults=0
fault() {
  echo "$*"
  faults=$((faults + 1))
}

testbench/tests/docs/pages.py . || faults=1

# The version stands in CMakeLists.txt; the program says it, and the changelog has it as its latest.
version=$(sed -n 's/^project(torusim VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
latest=$(sed -n 's/^## \([0-9][0-9.]*\) - [0-9]\{4\}-[0-9][0-9]-[0-9][0-9]$/\1/p' CHANGELOG.md | head -1)
[ "$latest" = "$version" ] || fault "CHANGELOG.md: the latest version is '$latest', CMakeLists.txt has '$version'"
[[ $("$program" --version) == "torusim $version "* ]] || fault "torusim --version: $("$program" --version), CMakeLists.txt has $version"
sections=$(grep -E '^### ' CHANGELOG.md | sort -u | grep -vxE '### (Added|Changed|Deprecated|Removed|Fixed|Security)' || true)
[ -z "$sections" ] || fault "CHANGELOG.md: $sections"

for name in $("$program" list | awk '/^[a-z]/ { name = $1 } /^    collective:/ { print name }'); do
  grep -qF "\`$name\`" docs/algorithms/index.md || fault "docs/algorithms/index.md: no algorithm $name"
done

# In the README's commands every line stands alone; what they read was written by those before them.
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
mkdir build
ln -s "$program" build/torusim
ln -s "$sources/docs" "$sources/schedules" .
commands=0
while IFS= read -r command; do
  # A whole paper takes minutes: its formulas will do. The other lines run as they stand.
  command=${command%%  #*}
  [[ $command != *' reproduce '* ]] || command+=" --budget 0"
  bash -euo pipefail -c "$command" >printed 2>&1 </dev/null || { fault "README: $command"; tail -n 20 printed; }
  [ "$commands" != 0 ] || cp printed first
  commands=$((commands + 1))
done < <(sed -n 's/^    \(build\/torusim .*\)/\1/p' "$sources/README.md")
# The table on the first screen of the README and of the site.
for page in README.md docs/index.md; do
  diff <(sed -n '/^    size /,/^$/s/^    //p' "$sources/$page") <(sed -n '/^size /,/^256/p' first) || fault "$page: its first table"
done
[ "$commands" -ge 10 ] || fault "README: only $commands commands"

[ "$faults" = 0 ] || exit 1
echo "$commands commands"
