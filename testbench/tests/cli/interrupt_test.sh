#!/usr/bin/env bash
# An interrupted run writes what it has, says so, and returns 130, but replaces no run that came to its end; of two
# runs into one directory one wins; nothing else is left behind.
#
#   interrupt_test.sh PROGRAM
set -eu
. "$(dirname "$0")/../scratch.sh"

# setsid: a shell without job control lets its background processes ignore SIGINT.
start() { env --default-signal=INT "$torusim" "$@" & }
long=(run t4 -t torus:16x16 --block 20000 --no-sleep --quiet)
# Waits until results for $1 are being written.
writing() { until compgen -G ".$1.torusim-partial-*/.torusim" > /dev/null; do sleep 0.05; done; }
# Sends a signal, and expects exit code 130 and no trace of what was being written.
stop() {
  code=0
  kill -s "$1" "$!"
  wait "$!" || code=$?
  [[ $code == 130 ]] || fail "SIG$1: exit $code"
  ! compgen -G '.*torusim-partial*' > /dev/null || fail "SIG$1: left $(ls -A)"
}

for signal in INT TERM HUP; do
  start "${long[@]}" -o "out_$signal" > summary
  writing "out_$signal"
  code=0
  "$torusim" run t4 -t torus:4x4 -o "out_$signal" 2> second || code=$?
  [[ $code == 3 ]]
  grep -q 'another run is writing' second
  sleep 0.5
  stop $signal
  grep -q 'verdict    interrupted' summary
  grep -q '"verdict": "interrupted"' "out_$signal/run.json"
  [[ -s out_$signal/transfers.csv ]]
done

# What a verified run has left stays as it is; what an interrupted one has left is replaced.
"$torusim" run t4 -t torus:4x4 -o kept --quiet > /dev/null
cp -r kept before
start "${long[@]}" -o kept --force > summary
writing kept
stop TERM
diff -r before kept
grep -q 'unchanged: an interrupted run does not replace a finished one' summary
start "${long[@]}" -o out_INT --force > summary
writing out_INT
stop TERM
"$torusim" run t4 -t torus:4x4 -o out_INT --force --quiet > /dev/null
grep -q '"verdict": "verified"' out_INT/run.json

# One that repeats itself without sleep has no verdict yet.
start run t4 -t torus:16x16 --block 20000 --verify-sleep --quiet -o repeated > summary
writing repeated
sleep 0.5
stop INT
grep -q 'verdict    interrupted' summary

# A measurement of traffic writes what it has, too.
measurement=(traffic uniform -t torus:16x16 --window 1000000000 --quiet)
start "${measurement[@]}" -o traffic > summary
writing traffic
stop INT
grep -q '"verdict": "interrupted"' traffic/run.json
[[ -s traffic/links.csv && -s traffic/nodes.csv ]]
start "${measurement[@]}" -o kept --force > summary
writing kept
stop TERM
diff -r before kept
grep -q 'unchanged: an interrupted run does not replace a finished one' summary

# What a killed run has left is removed by the next one.
start "${long[@]}" -o killed > summary
writing killed
kill -s KILL "$!"
wait "$!" 2> /dev/null || true
"$torusim" run t4 -t torus:4x4 -o killed --quiet > /dev/null
! compgen -G '.*torusim-partial*' > /dev/null || fail "left $(ls -A)"

# The longest startup time there is, with everything that is kept of a run.
start run t4 -t torus:16x16 --block 20000 --no-sleep --startup 1000000000 --report --explain -o startup --quiet > summary
writing startup
stop TERM

# A reproduction keeps what it has measured.
start reproduce tseng:figure-10 --quiet -o paper > summary 2> said
writing paper
stop INT
grep -q 'interrupted: the other values were not measured' summary
grep -q '"verdict": "interrupted"' paper/run.json
grep -q 'not run interrupted' paper/*.csv paper/index.html

# A plan that takes a minute is not waited for.
start compare all-to-all -t torus:24x24 --fail '(3,4)+x' --size 1MB --flit-bytes 16 --quiet -o compared 2> said
writing compared
sleep 1
SECONDS=0
stop INT
((SECONDS < 10)) || fail "a comparison ended after $SECONDS s"

# So is a file, whenever the signal comes.
for pause in 0 0.03 0.2; do
  start schedule direct -t torus:32x32 -o file.tcs > summary 2> said
  # The file has no name, unless the file system demands one.
  until compgen -G '.file.tcs.torusim-partial-*' > /dev/null || ls -l "/proc/$!/fd" | grep -q '(deleted)'; do
    sleep 0.005
  done
  sleep $pause
  stop TERM
  [[ ! -e file.tcs ]]
done

# A sweep leaves the jobs that are done.
printf 'algorithm = "t4"\ntopology = "torus:16x16"\nno-sleep = true\nblock = [1, 20000, 30000]\n' > sweep.toml
start sweep sweep.toml -o swept --jobs 2 --quiet > summary 2> said
until compgen -G 'swept/jobs/[0-9a-f]*' > /dev/null; do sleep 0.05; done
stop HUP
[[ $(ls -A swept/jobs | wc -l) == 1 ]] || fail "a sweep: left $(ls -A swept/jobs)"
grep -q 'repeat the command to resume' said

# A signal that the caller wants ignored, as nohup does, is.
nohup "$torusim" run t4 -t torus:16x16 --block 100 --no-sleep --quiet -o hup > summary 2> /dev/null &
writing hup
kill -s HUP "$!"
wait "$!"
grep -q '"verdict": "verified"' hup/run.json
