#!/usr/bin/env bash
# Installs into an empty prefix, builds a project of its own against it, and looks at what else is there.
#
#   install_test.sh CMAKE BUILD-DIRECTORY EXAMPLE-PROJECT
set -euo pipefail
cmake=$1 build=$(realpath "$2") example=$(realpath "$3")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

"$cmake" --install "$build" --prefix "$directory/prefix" >/dev/null
torusim=$directory/prefix/bin/torusim
cd "$directory"
"$torusim" run ring-gs -t ring:8 --quiet | grep -q 'verdict *verified'

# No trace of the place where it was built.
! grep -rlF "$build" prefix/lib/*/cmake prefix/lib/cmake prefix/share 2>/dev/null

"$cmake" -S "$example" -B own -DCMAKE_PREFIX_PATH="$directory/prefix" >/dev/null
"$cmake" --build own >/dev/null
own/own_schedule | tee out.txt | head -n 1 | grep -qx 'verified: [0-9]* cycles'
tail -n +2 out.txt >straight.tcs
"$torusim" check straight.tcs | grep -q correct

# The build directory serves as well.
"$cmake" -S "$example" -B uninstalled -Dtorusim_DIR="$build" >/dev/null
"$cmake" --build uninstalled >/dev/null
uninstalled/own_schedule | grep -q '^verified: '

MANPAGER=cat man -l prefix/share/man/man1/torusim.1 2>/dev/null | grep -q 'link-delay' ||
  grep -q 'link.-delay' prefix/share/man/man1/torusim.1
# shellcheck disable=SC1091
. prefix/share/bash-completion/completions/torusim
COMP_WORDS=(torusim run --sy) COMP_CWORD=2
_torusim
[ "${COMPREPLY[*]}" = --sync ]
COMP_WORDS=(torusim run --sync p) COMP_CWORD=3
_torusim
[ "${COMPREPLY[*]}" = priority ]
COMP_WORDS=(torusim swe) COMP_CWORD=1
_torusim
[ "${COMPREPLY[*]}" = sweep ]
echo installed, linked and complete
