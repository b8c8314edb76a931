#!/usr/bin/env bash
# Memory, stack and disk that are too small: no crash, one line that says what ran out, exit code 3, and of the results
# nothing or all.
#
#   scarce_test.sh PROGRAM        with TORUSIM_WHOLE at all limits, else at some
set -u
. "$(dirname "$0")/../scratch.sh"
"$torusim" run t4 -t torus:4x4 --quiet -o base > said.out || fail "no run to explain"
printf 'command = "run"\nalgorithm = "t4"\ntopology = "torus:4x4"\nblock = [1, 2]\n' > sweep.toml

# scarce LIMIT.. -- COMMAND..: what `ulimit LIMIT` leaves of it.
refused=0
scarce() {
  local limit=()
  while [[ $1 != -- ]]; do
    limit+=("$1")
    shift
  done
  shift
  local code=0
  rm -rf made made.tcs made.html
  said=$(ulimit -c 0 "${limit[@]}"; timeout 600 "$torusim" "$@" 2>&1 > /dev/null) || code=$?
  case $code in
    0) ;;
    3)
      ((++refused))
      [[ $said =~ ^"torusim: "[^$'\n']*("out of memory"|"File too large"|"cannot start "[0-9]+" threads")[^$'\n']*$ ]] ||
        fail "ulimit ${limit[*]}: $*: says $said"
      [[ $1 == sweep || -z $(find . -name 'made*') ]] || fail "ulimit ${limit[*]}: $*: leaves $(find . -name 'made*')"
      ;;
    *) fail "ulimit ${limit[*]}: $*: exit $code: $said" ;;
  esac
  [[ -z $(find . -name '*partial*') ]] || fail "ulimit ${limit[*]}: $*: leaves $(find . -name '*partial*')"
}
readarray -t commands << 'END'
run t4 -t torus:4x4 --quiet
run t4 -t torus:4x4 --quiet -o made --report --explain
run t4 -t torus:4x4 --quiet -o made --trace vcd --level pins
run t4 -t torus:32x32 --quiet --threads 3
traffic uniform -t torus:4x4 --load 0.1
curve uniform -t torus:4x4 --reserve 4 --loads 0.1:0.2:0.1 --warmup 100 --window 400 -o made --quiet
sweep sweep.toml -o made --quiet
info t4 -t torus:4x4
check t4 -t torus:4x4
schedule t4 -t torus:4x4 -o made.tcs
convert t4 -t torus:4x4 made.tcs
explain base
report base -o made.html
waves base --around cycle:5 -o made
reproduce thakur:table-1 --budget 0 -o made --quiet
END

# Addresses in kB, from what the libraries alone need on.
least=10000
until said=$(ulimit -c 0 -v $least; exec "$torusim" --version 2>&1); do ((least += 500)); done
more_kb=(700 4000 40000) file_kb=(0 2 8 100) fewest_of_memory=6 fewest_of_files=16
if [[ -n ${TORUSIM_WHOLE-} ]]; then
  more_kb=(0 700 1500 2500 4000 10000 40000 80000 180000) file_kb=(0 1 2 3 4 6 8 12 20 100)
  fewest_of_memory=15 fewest_of_files=40
fi
for more in "${more_kb[@]}"; do
  for command in "${commands[@]}"; do
    # shellcheck disable=SC2086
    scarce -v $((least + more)) -- $command
  done
done
((refused > fewest_of_memory)) || fail "only $refused commands had too little memory: the limits test nothing"
for command in "${commands[@]}"; do
  # shellcheck disable=SC2086
  scarce -s 128 -- $command
  [[ $said != torusim:* ]] || fail "a stack of 128 kB: $command: $said"
done

# Files of at most so many blocks of 1 kB: every file is too long at some of them.
refused=0
for blocks in "${file_kb[@]}"; do
  for command in "${commands[@]}"; do
    # shellcheck disable=SC2086
    scarce -f $blocks -- $command
  done
done
((refused > fewest_of_files)) || fail "only $refused commands had too little room: the limits test nothing"
for command in "schedule t4 -t torus:4x4 -o" "convert t4 -t torus:4x4 --to goal" "report base --force -o"; do
  code=0
  # shellcheck disable=SC2086
  "$torusim" $command /dev/stdout > /dev/full 2> said.err || code=$?
  [[ $code == 3 && $(cat said.err) == "torusim: /dev/stdout: cannot write: No space left on device" ]] ||
    fail "$command /dev/stdout, full: exit $code: $(cat said.err)"
done
echo "what is too small is said"
