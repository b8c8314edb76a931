#!/usr/bin/env bash
# Holds the documentation to the tree: links lead somewhere, files that are named exist, tests that are named are there,
# one version everywhere, and every `build/torusim ..` line of the README runs.
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

# The places in a page that a link may name: its headings, as they are written in addresses.
anchors() {
  sed -n 's/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-'
}

pages=(README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/papers/*.md docs/lab/*.md docs/examples/*/*.md rtl/*.md rtl/*/*.md)
for page in "${pages[@]}"; do
  directory=$(dirname "$page")
  while IFS= read -r link; do
    [[ $link == http* ]] && continue
    file=${link%%#*}
    target=$([ -n "$file" ] && echo "$directory/$file" || echo "$page")
    [ -e "$target" ] || { fault "$page: nothing at $link"; continue; }
    [[ $link != *#* ]] || grep -qxF -- "${link#*#}" < <(anchors "$target") || fault "$page: no heading $link"
  done < <(grep -oE '\]\([^) ]+\)' "$page" | sed 's/^](//; s/)$//')

  # `models/watch/scoreboard` stands for its header and source.
  while IFS= read -r path; do
    path=${path%[.,:]}
    compgen -G "$path*" >/dev/null || fault "$page: there is no $path"
  done < <(grep -ohE '(^|[ (`])(schedules|models|traces|testbench|rtl|docs|\.ci)/[A-Za-z0-9_./-]+' "$page" |
    sed 's/^[ (`]//' | sort -u)
done

# The version stands in CMakeLists.txt; the program says it, and the changelog has it as its latest.
version=$(sed -n 's/^project(torusim VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
latest=$(sed -n 's/^## \([0-9][0-9.]*\) - [0-9]\{4\}-[0-9][0-9]-[0-9][0-9]$/\1/p' CHANGELOG.md | head -1)
[ "$latest" = "$version" ] || fault "CHANGELOG.md: the latest version is '$latest', CMakeLists.txt has '$version'"
[[ $("$program" --version) == "torusim $version "* ]] || fault "torusim --version: $("$program" --version), CMakeLists.txt has $version"
sections=$(grep -E '^### ' CHANGELOG.md | sort -u | grep -vxE '### (Added|Changed|Deprecated|Removed|Fixed|Security)' || true)
[ -z "$sections" ] || fault "CHANGELOG.md: $sections"

# Tests that pages name: T`Suite.Name*`, and M for those of model_tests.
names=$(grep -rhoE '^(TEST|TEST_P|TEST_F|RC_GTEST_PROP)\([A-Za-z0-9_]+, *[A-Za-z0-9_]+' testbench/tests --include='*.cpp' |
  sed 's/.*(//; s/, */./')
while IFS=: read -r page pattern; do
  pattern=${pattern#*\`}
  pattern=${pattern%\`}
  set -f
  for one in ${pattern//:/ }; do
    found=no
    while IFS= read -r name; do
      # shellcheck disable=SC2053  # a pattern, on purpose
      [[ $name == ${one#*/} ]] && found=yes && break
    done <<<"$names"
    [ $found = yes ] || fault "$page: no test $one"
  done
  set +f
done < <(grep -oE '\b[TM]`[^` ]+`' docs/*.md docs/papers/*.md)

for name in $("$program" list | awk '/^[a-z]/ { name = $1 } /^    collective:/ { print name }'); do
  grep -qF "\`$name\`" README.md || fault "README: no algorithm $name"
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
  commands=$((commands + 1))
done < <(sed -n 's/^    \(build\/torusim .*\)/\1/p' "$sources/README.md")
[ "$commands" -ge 10 ] || fault "README: only $commands commands"

[ "$faults" = 0 ] || exit 1
echo "${#pages[@]} pages, $commands commands"
