#!/usr/bin/env bash
# Pages for users, the texts of exhibits and comments hold none of the words of words.txt.
#   words_test.sh SOURCES
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$1"

patterns=$(grep -v '^#' "$here/words.txt")
any=$(cut -f1 <<<"$patterns" | paste -sd'|')
# A page without code: lines keep their numbers.
text() { sed -E 's/^    .*//; s/`[^`]*`/`code`/g' "$1"; }
# words PAGE: every word that it should not have, as PAGE:LINE: word: what to write instead
words() {
  local pattern instead number found
  [ -n "$(text "$1" | grep -niE -- "$any" || true)" ] || return 0 # few pages have one: asked once for all of them
  while IFS=$'\t' read -r pattern instead; do
    while IFS=: read -r number found; do
      echo "$1:$number: \"$found\": $instead"
    done < <(text "$1" | grep -nioE -- "$pattern" || true)
  done <<<"$patterns"
}

# The test itself: each pattern finds what it stands for, and no code.
sample=$(mktemp)
trap 'rm -f "$sample"' EXIT
printf '%s\n' 'Nobody waits.' 'This is said above.' '| a | .. |' '    nobody in code' 'and `nobody` here' >"$sample"
[ "$(words "$sample" | cut -d: -f2 | sort | tr '\n' ' ')" = '1 2 3 ' ] ||
  { echo "words.txt does not find its own words:"; words "$sample"; exit 1; }

mkdir "$sample.sources"
trap 'rm -rf "$sample" "$sample.sources"' EXIT
pages=(README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/algorithms/*.md docs/algorithms/papers/*.md docs/examples/*/*.md models/*.md rtl/*.md rtl/*/*.md schedules/*.md)
for exhibits in testbench/reproduce/papers/*.cpp; do # their texts reach the pages of `torusim reproduce`
  grep -o '"[^"]*"' "$exhibits" >"$sample.sources/${exhibits##*/}"
  pages+=("$sample.sources/${exhibits##*/}")
done
faults=0
for page in "${pages[@]}"; do
  found=$(words "$page")
  [ -z "$found" ] || { echo "$found"; faults=$((faults + 1)); }
done
[ "$faults" = 0 ] || { echo "$faults pages with such words"; exit 1; }

# Comments of the sources are whole sentences, whose subject is a thing.
comments() { grep -rnE '//+<? *(\.\. |.*\b([Nn]obody|[Ss]omebody|[Ee]verybody|[Ee]veryone|[Ww]hoever|whom)\b)' --include='*.h' --include='*.cpp' --include='*.sv' "$@"; }
printf '%s\n' '/// .. and one' 'int a;  ///< nobody' 'nobody();  // one' '// 0 .. 3' >"$sample.sources/a.h"
[ "$(comments "$sample.sources" | cut -d: -f2 | tr '\n' ' ')" = '1 2 ' ] ||
  { echo "the pattern of comments does not find its own:"; comments "$sample.sources"; exit 1; }
if comments schedules models traces testbench rtl --exclude-dir=tests --exclude-dir=bench; then
  echo "comments that begin with '..' or name nobody"
  exit 1
fi
echo "${#pages[@]} pages, and the comments of the sources"
