#!/usr/bin/env bash
# Sweeps into one directory at once share the work; names of jobs follow the contents of files; the scripts of --print
# run what they say, whatever the files are called.
#
#   together_test.sh PROGRAM
set -euo pipefail
. "$(dirname "$0")/../scratch.sh"
cat > sweep.toml << 'END'
algorithm = "t4"
topology = "torus:8x8"
no-link-statistics = true
block = [100, 200, 300]
startup = [0, 10, 20, 30]
END
"$torusim" sweep sweep.toml -o alone --quiet > /dev/null
processes=()
for i in 1 2 3; do
  "$torusim" sweep sweep.toml -o together --jobs 2 --quiet > "said$i" 2>&1 &
  processes+=($!)
done
for process in "${processes[@]}"; do wait "$process" || fail "a sweep beside others: $(cat said?)"; done
cmp alone/sweep.csv together/sweep.csv
cmp alone/sweep.html together/sweep.html
[ "$(ls together/jobs | wc -l)" -eq 12 ] || fail "$(ls -A together/jobs)"
[ -z "$(find together -name '*partial*')" ] || fail "left: $(find together -name '*partial*')"

# A job whose sweep is killed is taken over by one that waits for it.
echo 'algorithm = "t4"
topology = "torus:16x16"
no-sleep = true
block = 100' > long.toml
"$torusim" sweep long.toml -o over --quiet > first 2>&1 &
first=$!
until compgen -G 'over/jobs/.*partial*' > /dev/null; do sleep 0.05; done
"$torusim" sweep long.toml -o over --quiet > second 2>&1 &
second=$!
sleep 0.5
kill -KILL $first
wait $first 2> /dev/null || true
wait $second || fail "the second sweep: $(cat second)"
[ -s over/sweep.csv ] || fail "no table after a takeover"

# What is swept is checked before anything runs.
for y in latency_mean verdict; do
  (cat sweep.toml; printf '[plot]\ny = "%s"\n' $y) > plot.toml
  ! "$torusim" sweep plot.toml -o never --quiet 2> said || fail "y = $y was taken"
  grep -q "plot.toml: plot: y = $y: no column of numbers" said || fail "$(cat said)"
done
[ ! -e never ] || fail "something ran"

# The same path with another content is another job, the same content under another path the same one.
name() { "$torusim" sweep "$1" -o x --print jobs | cut -d' ' -f1; }
echo 'algorithm = "mine.tcs"' > file.toml
"$torusim" schedule t4 -t torus:4x4 -o mine.tcs > /dev/null
before=$(name file.toml)
[ "$before" = "$(name file.toml)" ] || fail "the same job has two names"
cp mine.tcs elsewhere.tcs
echo 'algorithm = "elsewhere.tcs"' > elsewhere.toml
[ "$before" = "$(name elsewhere.toml)" ] || fail "another path, another job"
echo '# one more line' >> mine.tcs
[ "$before" != "$(name file.toml)" ] || fail "another schedule file, the same job"
"$torusim" run mine.tcs -o kept --quiet > /dev/null
grep -q '"mine.tcs": "[0-9a-f]\{16\}"' kept/run.json || fail "no hash of the schedule file in run.json"
grep -q '"build": "[0-9a-f]\{16\}"' kept/run.json || fail "no build in run.json"

# So do the factors of a topology, also where a schedule names them.
printf '0 1\n1 2\n' > graph.txt
printf 'algorithm = "te-a1"\ntopology = "product:./graph.txt,3"\n' > factor.toml
"$torusim" schedule te-a1 -t product:./graph.txt -o factor.tcs > /dev/null
echo 'algorithm = "factor.tcs"' > named.toml
before=$(name factor.toml) named=$(name named.toml)
[ "$before" = "$(name factor.toml)" ] || fail "the same job has two names"
echo '# one more line' >> graph.txt
[ "$before" != "$(name factor.toml)" ] || fail "another factor, the same job"
after=$(name named.toml)
[ -n "$after" ] && [ "$named" != "$after" ] || fail "another factor of a schedule, the same job"
"$torusim" run te-a1 -t product:./graph.txt -o factor --quiet > /dev/null
grep -q '"./graph.txt": "[0-9a-f]\{16\}"' factor/run.json || fail "no hash of the factor in run.json"

# Somebody else's table is not replaced.
mkdir mine && echo years > mine/sweep.csv
! "$torusim" sweep sweep.toml -o mine --quiet 2> said || fail "a table was replaced"
[ "$(cat mine/sweep.csv)" = years ]

# A stand-in for GNU parallel: the command with braces replaced, read by a shell, for every word after :::.
mkdir bin
cat > bin/parallel << 'END'
#!/bin/bash
while [ "$1" = --env ]; do shift 2; done
command=$1
[ "$2" = ::: ] || exit 9
shift 2
case $command in *'{='* | *\;*) exit 9 ;; esac
for i; do sh -c "${command//'{}'/$i}" || exit 1; done
END
chmod +x bin/parallel
export PATH="$PWD/bin:/usr/bin:/bin"
hostile='-o {= system("touch owned") =} $(touch owned) '\''x {}.toml'
cp sweep.toml "./$hostile"
for print in parallel slurm; do
  "$torusim" sweep --print $print --jobs 3 --output="-results '\$(touch owned)" -- "$hostile" > script
  grep -qF "$torusim" script || fail "the script calls another program: $(cat script)"
  grep -v '^TORUSIM=\|^srun\|^#' script > rest || true
  ! grep -q owned rest || fail "names stand in a template: $(cat script)"
done
"$torusim" sweep --print parallel --jobs 3 --output="-results '\$(touch owned)" -- "$hostile" > script
sh script > /dev/null || fail "the script fails: $(cat script)"
[ ! -e owned ] || fail "a file name was run"
cmp alone/sweep.csv "./-results '\$(touch owned)/sweep.csv"
echo "shared, taken over, checked first, quoted"
