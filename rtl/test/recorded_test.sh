#!/bin/sh
# recorded.sh skips a test if and only if it has passed with the same inputs.
set -eu
recorded=$(cd "$(dirname "$0")" && pwd)/recorded.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset TORUSIM_RECORDED
export TORUSIM_PASSED="$work/passed.txt"
mkdir a b
echo one >a/in.sv
echo two >a/more.sv
cp a/* b
touch -d 2001-01-01 b/*
wrong() { echo "$*"; exit 1; }
runs() { # WHY ARGUMENTS..: the test is run
  why=$1
  shift
  rm -f ran
  "$recorded" "$@" -- touch ran
  [ -e ran ] || wrong "not run: $why"
}
skipped() {
  why=$1
  shift
  rm -f ran
  "$recorded" "$@" -- touch ran >log
  [ ! -e ran ] && grep -q '^t: skipped' log || wrong "run: $why"
}
runs "no record" t a
[ ! -e passed.txt ] || wrong "recorded unasked"
! TORUSIM_RECORDED=write "$recorded" t a -- false || wrong "a failure is success"
runs "a test that failed" t a
TORUSIM_RECORDED=write "$recorded" t a -- true
TORUSIM_RECORDED=write "$recorded" u b/in.sv -- true
[ "$(wc -l <passed.txt)" = 2 ] || wrong "lines of other tests are lost: $(cat passed.txt)"
skipped "the same" t a
skipped "elsewhere, files one by one" t b/more.sv b/in.sv
runs "another test" v a
runs "a file less" t a/in.sv
TORUSIM_RECORDED=ignore runs "asked for" t a
echo >>a/more.sv
runs "another content" t a
skipped "the copy is as it was" t b
mv b/more.sv b/else.sv
runs "another name" t b
! "$recorded" t absent -- true >log || wrong "an input that is absent"
