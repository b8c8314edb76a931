#!/usr/bin/env bash
# Places, files and callers that mean no good: nothing of the user's is lost, nothing of a stranger's is run, and the
# exit code tells the truth.
#
#   hostile_test.sh PROGRAM EXAMPLES
set -u
examples=$(realpath "$2")
. "$(dirname "$0")/../scratch.sh"
# expect CODE WORDS COMMAND..: the exit code, and words that standard error holds.
expect() {
  local wanted=$1 words=$2 code=0
  shift 2
  timeout 600 "$@" > said.out 2> said.err || code=$?
  [[ $code == "$wanted" ]] || fail "$*: exit $code, not $wanted: $(cat said.err)"
  [[ -z $words ]] || grep -qF -- "$words" said.err || fail "$*: no '$words' in: $(cat said.err)"
}
run=("$torusim" run t4 -t torus:4x4 --quiet)

# Links at every name that is known beforehand.
mkdir victim
echo years > victim/thesis
ln -s victim .out.torusim-partial
expect 0 '' "${run[@]}" -o out
[[ $(ls victim) == thesis && ! -L out && -f out/run.json ]] || fail "a link was followed"
ln -s victim/thesis link.tcs
expect 3 'is a symbolic link' "$torusim" schedule t4 -t torus:4x4 -o link.tcs --force
ln -s victim linked
expect 3 'exists' "${run[@]}" -o linked
expect 3 'holds no results of torusim' "${run[@]}" -o linked --force
ln -s nowhere dangling
expect 3 'exists' "${run[@]}" -o dangling
[[ $(cat victim/thesis) == years && ! -e nowhere ]] || fail "the victim is not what it was"

# --force removes what torusim has written, and only that.
echo mine > out/notes
expect 3 'holds notes, which is none of the files of these results' "${run[@]}" -o out --force
rm out/notes
expect 0 '' "${run[@]}" -o out --force
expect 0 '' "$torusim" report out
expect 3 'exists' "$torusim" report out
expect 0 '' "$torusim" report out --force
expect 3 'is not a page of torusim' "$torusim" report out -o victim/thesis --force
expect 0 '' "$torusim" schedule t4 -t torus:4x4 -o t4.tcs
expect 3 'exists' "$torusim" schedule t4 -t torus:4x4 -o t4.tcs
expect 0 '' "$torusim" schedule t4 -t torus:4x4 -o t4.tcs --force
expect 3 'exists' "$torusim" convert t4 -t torus:4x4 t4.tcs
expect 3 'is not a schedule of torusim' "$torusim" convert t4 -t torus:4x4 victim/thesis --to tcs --force
for to in goal cm xml; do
  expect 0 '' "$torusim" convert t4.tcs "t4.$to"
  expect 0 '' "$torusim" convert t4.tcs "t4.$to" --force
done
expect 3 'is a pipe or device' "$torusim" report out -o /dev/null --force
[[ -c /dev/null ]] || fail "/dev/null is no device any more"
[[ $(cat victim/thesis) == years ]] || fail "the victim is not what it was"

# A result that somebody sends names a library, and options that are no part of a run.
touch loaded.so
cp -r out stranger
sed -i 's|"rtl": "none"|"rtl": "all=./loaded.so"|' stranger/run.json
for command in explain report "waves --around stall"; do
  # shellcheck disable=SC2086
  rm -f report.html
  expect 3 '--load-libraries permits loading it' "$torusim" $command stranger
done
expect 3 './loaded.so: cannot be loaded' "$torusim" explain stranger --load-libraries
sed 's|"rtl": "none"|"lockstep": "true", "output": "elsewhere"|' out/run.json > stranger/run.json
expect 3 'is not an option that affects results' "$torusim" explain stranger
for cut in '"ejection_hash": [^,]*/"ejection_hash": 1' '"schema": 2/"schema": "x"' '"rtl": "none"/"rtl": "nobody"'; do
  sed "s/$cut/" out/run.json > stranger/run.json
  expect 3 'torusim: stranger' "$torusim" explain stranger
  ! grep -q exception said.err || fail "an exception's words: $(cat said.err)"
done
head -c 700 out/run.json > stranger/run.json
expect 3 'stranger/run.json: not the run.json of a run' "$torusim" explain stranger
rm stranger/run.json
mkfifo stranger/run.json
expect 3 'has no run.json' "$torusim" explain stranger

rm stranger/run.json
mkdir stranger/run.json
expect 3 'has no run.json' "$torusim" explain stranger
rmdir stranger/run.json
ln -s /dev/zero stranger/run.json
expect 3 'has no run.json' "$torusim" explain stranger
rm stranger/run.json
truncate -s 4T stranger/run.json
expect 3 'has no run.json' "$torusim" explain stranger
rm stranger/run.json
sed -n '/"config": {/q;p' out/run.json > stranger/run.json
printf '"config": {"algorithm": "t4", "topology": "torus:4x4", "block": ' >> stranger/run.json
for bracket in '[' ']'; do head -c 1000000 /dev/zero | tr '\0' "$bracket"; done >> stranger/run.json
echo '}}' >> stranger/run.json
expect 3 'torusim: stranger: has no run.json' "$torusim" explain stranger

# Of the files that it names only those are read that the run was of.
echo 'kings 4 hidden' > secret
mkfifo pipe
expect 0 '' "$torusim" run t4.tcs -o filed
expect 0 '' "$torusim" explain filed
for named in pipe ./pipe /dev/zero "$directory" secret ./secret "$directory/secret" "$directory/out/../secret"; do
  sed "s|\"t4.tcs\"|\"$named\"|g" filed/run.json > stranger/run.json
  for command in explain report "waves --around stall"; do
    # shellcheck disable=SC2086
    rm -f report.html
    expect 3 "cannot be repeated: $named" "$torusim" $command stranger
    ! grep -qE 'kings|hidden' said.err || fail "a stranger's choice is quoted: $(cat said.err)"
  done
done
sed '/^  "contents"/,/^  }/d' filed/run.json > stranger/run.json
expect 3 't4.tcs has no hash in run.json' "$torusim" explain stranger
echo '# more' >> t4.tcs
expect 3 't4.tcs has changed since the run' "$torusim" explain filed
printf '0 1\n1 2\n2 0\n' > three
expect 0 '' "$torusim" schedule te-a1 -t product:./three,3 -o three.tcs
expect 0 '' "$torusim" run three.tcs -o threes
expect 0 '' "$torusim" explain threes
cp secret three
expect 3 './three has changed since the run' "$torusim" explain threes
sed 's|"topology": "product:./three,3"|"topology": "ring:4"|' threes/run.json > stranger/run.json
expect 3 'three.tcs cannot be read; torusim check three.tcs prints the reason' "$torusim" explain stranger
! grep -qE 'kings|hidden' said.err || fail "a file of a file is quoted: $(cat said.err)"

# No output waits for the reader of a pipe.
for force in '' --force; do
  expect 3 'a pipe or device; name a file, or /dev/stdout' "$torusim" schedule t4 -t torus:4x4 -o pipe $force
  expect 3 'a pipe or device; name a file, or /dev/stdout' "$torusim" convert t4.tcs pipe --to goal $force
  expect 3 'a pipe or device; name a file, or /dev/stdout' "$torusim" report out -o pipe $force
done
"$torusim" schedule t4 -t torus:4x4 > read
expect 0 '' bash -c "'$torusim' schedule t4 -t torus:4x4 -o /dev/stdout | cmp -n $(stat -c %s read) - read"

# A sweep's jobs are as it left them, or run again; and where it put them.
printf 'algorithm = "t4"\ntopology = "torus:4x4"\nblock = [1, 2]\n' > s.toml
sweep=("$torusim" sweep s.toml --quiet -o)
expect 0 '' "${sweep[@]}" swept
cp swept/sweep.csv before.csv
job=$(find swept/jobs -mindepth 1 -maxdepth 1 | head -n 1)
for forged in 's/"cycles": [0-9]*/"cycles": 7/' '1s/.*/{{/'; do
  sed -i "$forged" "$job/run.json"
  expect 0 '' "${sweep[@]}" swept
  grep -q ' 1 jobs run now' said.out || fail "a changed result is taken: $(cat said.out)"
  cmp swept/sweep.csv before.csv || fail "a changed result is in the table"
done
expect 0 '' "${sweep[@]}" swept
grep -q ' 0 jobs run now' said.out || fail "an unchanged result is run again: $(cat said.out)"
mv "$job" elsewhere
ln -s "$directory/elsewhere" "$job"
expect 3 'is a symbolic link; a sweep follows none' "${sweep[@]}" swept
mkdir planted linked-table piped-table
ln -s "$directory/victim" planted/jobs
expect 3 'planted/jobs: is a symbolic link' "${sweep[@]}" planted
ln -s "$directory/victim/thesis" linked-table/sweep.csv
expect 3 'linked-table/sweep.csv: is a symbolic link' "${sweep[@]}" linked-table
mkfifo piped-table/sweep.html
expect 3 'piped-table/sweep.html: is a pipe' "${sweep[@]}" piped-table
[[ $(cat victim/thesis) == years && $(ls victim) == thesis ]] || fail "a link was followed"

# Names that a spreadsheet would compute.
sed '0,/^phase .*/s//phase =1+1/' read > =name.tcs
expect 0 '' "$torusim" run ./=name.tcs -o named
grep -q "^1,'=1+1," named/phases.csv || fail "a formula in phases.csv"
printf 'algorithm = "=name.tcs"\n' > named.toml
expect 0 '' "$torusim" sweep named.toml --quiet -o named-sweep
grep -q "^'=name.tcs," named-sweep/sweep.csv || fail "a formula in sweep.csv: $(cat named-sweep/sweep.csv)"

# Files without end.
ln -s /dev/zero zero.goal
ln -s /dev/zero zero.cm
for reader in "run /dev/zero" "check /dev/urandom" "sweep /dev/zero -o s" "run t4 -t torus:4x4 --config /dev/zero" \
  "run zero.goal -t ring:4" "run zero.cm -t ring:4"; do
  # shellcheck disable=SC2086
  expect 3 '' "$torusim" $reader
done

# Nobody listens: the run is what it was.
expect 0 'cannot write to standard output' bash -c "exec '$torusim' run t4 -t torus:4x4 >&-"
expect 0 'cannot write to standard output' bash -c "'$torusim' run t4 -t torus:4x4 > /dev/full"
expect 4 'cannot write to standard output' bash -c "'$torusim' run '$examples/deadlock-ring.tcs' --lanes 1 > /dev/full"
expect 3 'cannot write to standard output' bash -c "'$torusim' list > /dev/full"
expect 3 'cannot write to standard output' bash -c "'$torusim' run t4 -t torus:4x4 --print-config > /dev/full"
expect 3 'cannot write to standard output' bash -c "'$torusim' check t4 -t torus:4x4 --json > /dev/full"
code=$("${run[@]}" -o broken 2> /dev/null | true; echo "${PIPESTATUS[0]}")
[[ $code == 0 && -f broken/run.json ]] || fail "a broken pipe: exit $code"
expect 0 '' bash -c "exec '$torusim' run t4 -t torus:4x4 -o closed <&- >&- 2>&-"
"$torusim" explain closed > /dev/null || fail "results of a run with closed descriptors"
expect 0 '' bash -c "'$torusim' run t4 -t torus:4x4 2> /dev/full"

# What a message quotes.
long=$(printf '%0100000d' 0)
expect 2 'unknown command' "$torusim" "$long"
[[ $(wc -c < said.err) -lt 3000 ]] || fail "a message of $(wc -c < said.err) bytes"
expect 2 '\x1b[2J' "$torusim" run t4 -t torus:4x4 --sync $'\e[2J'
printf 'tcs 1\0more\n' > nul.tcs
expect 3 '\x00more' "$torusim" check nul.tcs
printf '\xef\xbb\xbfstartup = 7\n' > bom.toml
expect 0 '' "$torusim" run t4 -t torus:4x4 --config bom.toml --print-config
grep -q '^startup = 7' said.out || fail "a byte order mark in --config"
printf '\x07\n\x050.0.4\x14\x08\x01\x12\x01x\x18\x048\x01R\x09\n\x05\x1b[31m8\x01' > colours.0.et
expect 0 '' "$torusim" run colours.et -t path:2 --map linear
grep -qF 'attributes without meaning here: \x1b[31m' said.out || fail "a note colours the terminal: $(cat said.out)"
printf '[[job]]\nname = "a\\u009b31m"\nrun = "t4"\nnodes = "(*,*)"\n' > colours.toml
expect 3 'must be a text without commas, quotes and control characters' "$torusim" run colours.toml -t torus:4x4

# What is not there, or not whole.
expect 3 'missing.toml' "$torusim" sweep missing.toml -o s --print slurm
expect 3 '/nowhere: is no directory; TMPDIR' env TMPDIR=/nowhere "$torusim" explain out
head -c 100000 "$(ldd "$torusim" | awk '/libstdc/ {print $3; exit}')" > cut.so
expect 3 'it is truncated' "$torusim" run t4 -t torus:4x4 --rtl all=./cut.so
if python3 -c 'import os; os.close(os.open(".", os.O_TMPFILE | os.O_WRONLY))' 2> /dev/null; then
  "$torusim" schedule direct -t torus:64x64 > /dev/null -o killed.tcs &
  sleep 0.3
  kill -KILL $!
  wait $! 2> /dev/null
  [[ -z $(find . -name '*killed*') ]] || fail "a killed writer leaves $(find . -name '*killed*')"
fi
echo "nothing lost, nothing disclosed"
