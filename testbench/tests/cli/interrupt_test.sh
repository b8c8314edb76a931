#!/usr/bin/env bash
# An interrupted run writes what it has, unless results of a whole run are there, says so, and returns 130; of two runs into
# one directory one wins.
#
#   interrupt_test.sh PROGRAM
set -eu
program=$(realpath "$1")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

for signal in INT TERM; do
  # setsid: a shell without job control lets its background processes ignore SIGINT.
  env --default-signal=INT "$program" run t4 -t torus:16x16 --block 20000 --no-sleep --quiet -o "out_$signal" > summary &
  run=$!
  until [[ -d .out_$signal.torusim-partial ]]; do sleep 0.05; done
  code=0
  "$program" run t4 -t torus:4x4 -o "out_$signal" 2> second || code=$?
  [[ $code == 3 ]] && grep -q 'another run is writing' second
  sleep 0.5
  kill -s "$signal" "$run"
  code=0
  wait "$run" || code=$?
  [[ $code == 130 ]] || { echo "SIG$signal: exit $code"; exit 1; }
  grep -q 'verdict    interrupted' summary
  grep -q '"verdict": "interrupted"' "out_$signal/run.json"
  [[ -s out_$signal/transfers.csv ]]
  [[ ! -e .out_$signal.torusim-partial ]]
done

# It replaces no results of a run that came to its end.
"$program" run t4 -t torus:4x4 --quiet -o verified > summary
env --default-signal=INT "$program" run t4 -t torus:16x16 --block 20000 --no-sleep --quiet -o verified --force > summary &
run=$!
until [[ -d .verified.torusim-partial ]]; do sleep 0.05; done
sleep 0.5
kill -s TERM "$run"
code=0
wait "$run" || code=$?
[[ $code == 130 ]] || { echo "replacing: exit $code"; exit 1; }
grep -q 'replaces no finished one' summary
grep -q '"verdict": "verified"' verified/run.json
[[ ! -e .verified.torusim-partial ]]

# A reproduction is kept whole or not at all.
env --default-signal=INT "$program" reproduce tseng:figure-10 --quiet -o paper > summary 2> said &
run=$!
until [[ -d .paper.torusim-partial ]]; do sleep 0.05; done
kill -s INT "$run"
code=0
wait "$run" || code=$?
[[ $code == 130 ]] || { echo "reproduce: exit $code"; exit 1; }
grep -q 'kept whole or not at all' said
[[ ! -e paper && ! -e .paper.torusim-partial ]]
