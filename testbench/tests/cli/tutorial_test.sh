#!/usr/bin/env bash
# Does what docs/tutorial.md says, or another page: runs its ```sh blocks in their order in a copy of the project's root, and
# looks for every line of a ```text block in what the commands before it have printed.
#
#   tutorial_test.sh PROGRAM PAGE [FEWEST [FIRST]]      FEWEST blocks of commands, 10 by default
#
# Without TORUSIM_WHOLE only the first FIRST of them, if that is given.
set -euo pipefail
program=$(realpath "$1")
tutorial=$(realpath "$2")
fewest=${3-10} first=${4-1000}
[ -z "${TORUSIM_WHOLE-}" ] || first=1000
((fewest <= first)) || fewest=$first
docs=$(realpath "$(dirname "$0")/../../../docs")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
mkdir build
ln -s "$program" build/torusim
ln -s "$docs" docs

# What opens a window is given a file that must be there.
mkdir bin
printf '#!/bin/sh\ntest -s "$1"\n' >bin/gtkwave
chmod +x bin/gtkwave
export PATH=$directory/bin:$PATH

awk '/^```/ {
       if (in_block) { in_block = 0; close(file) }
       else { in_block = 1; file = sprintf("block-%03d.%s", ++n, substr($0, 4)) }
       next
     }
     in_block { print > file }' "$tutorial"
commands=0
for block in block-*; do
  case $block in
    *.sh)
      ((commands < first)) || break
      bash -euo pipefail "$block" >printed 2>&1 || {
        echo "this block of the tutorial fails:"
        cat "$block" printed
        exit 1
      }
      commands=$((commands + 1))
      ;;
    *.text)
      while IFS= read -r line; do
        grep -qxF -- "$line" printed || {
          echo "the tutorial shows '$line', but the commands printed:"
          cat printed
          exit 1
        }
      done <"$block"
      ;;
    *) echo "$block: neither sh nor text" && exit 1 ;;
  esac
done
[ "$commands" -ge "$fewest" ] || { echo "only $commands blocks of commands"; exit 1; }
echo "$commands blocks of commands"
