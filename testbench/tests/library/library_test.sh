#!/usr/bin/env bash
# What the C library shows and needs: library_test.sh LIBRARY HEADER EXAMPLE
set -euo pipefail
library=$1 header=$2 example=$3

# The functions of the header, and nothing else.
declared=$(grep -oE '\btorusim_[a-z_]+\(' "$header" | tr -d '(' | sort -u | grep -vxE 'torusim_(listener|progress|pause)')
shown=$(nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' | sort -u)
diff <(echo "$declared") <(echo "$shown") || { echo "header (<) and library (>) differ"; exit 1; }
[ "$(wc -l <<<"$shown")" -gt 30 ]

# No SystemC.
needed=$(objdump -p "$library" | awk '$1 == "NEEDED" { print $2 }')
if grep -q systemc <<<"$needed"; then echo "needs $needed"; exit 1; fi
number() { sed -n "s/#define TORUSIM_VERSION_$1 //p" "$header"; }
grep -q "SONAME *libtorusim.so.$(number MAJOR).$(number MINOR)$" <<<"$(objdump -p "$library")"

# The header is C, and the example of docs/embed.md runs.
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cc -std=c99 -pedantic -Wall -Wextra -Werror -I"$(dirname "$header")" "$example" "$library" \
  -Wl,-rpath,"$(dirname "$library")" -o "$directory/ping"
answers=$("$directory/ping")
grep '^64 answers after [0-9]* cycles$' <<<"$answers"
echo "$(wc -l <<<"$shown") functions"
