#!/bin/sh
# Runs a test of the RTL, unless it has passed with these inputs: then passed.txt has their hash.
#
#   recorded.sh NAME INPUT.. -- COMMAND..
#
# INPUT is a file or a directory with all its files. The tools' versions count as inputs, paths and times do not.
# TORUSIM_RECORDED=ignore runs the test anyway; TORUSIM_RECORDED=write also records that it has passed.
# `ctest -L recorded` chooses these tests; the target nightly_recorded runs them all.
set -eu
name=$1 sums=""
shift
while [ "$1" != -- ]; do
  [ -e "$1" ] || { echo "$name: no input $1"; exit 1; }
  [ -d "$1" ] && from=$1 || from=$(dirname "$1")
  sums="$sums
$(find "$1" -type f ! -path '*/__pycache__/*' | while read -r file; do echo "${file#"$from"/} $(sha256sum <"$file")"; done)"
  shift
done
shift
hash=$({
  echo "$sums" | LC_ALL=C sort
  for version in 'yosys -V' 'verilator --version' 'iverilog -V'; do $version 2>&1 | sed -n 1p; done
} | sha256sum | cut -d' ' -f1)
passed=${TORUSIM_PASSED:-$(dirname "$0")/passed.txt}
if [ -z "${TORUSIM_RECORDED-}" ] && grep -qsx "$name $hash" "$passed"; then
  echo "$name: skipped, has passed with these inputs"
  exit 0
fi
"$@"
[ "${TORUSIM_RECORDED-}" = write ] || exit 0
(
  flock 9
  : >>"$passed"
  { sed "/^$name /d" "$passed"; echo "$name $hash"; } | LC_ALL=C sort >"$passed.new"
  mv "$passed.new" "$passed"
) 9>>"$passed.lock"
rm -f "$passed.lock"
