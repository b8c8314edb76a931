#!/usr/bin/env bash
# Which all-reduce on a torus of 4x4x4, 1 MB to 1 GB, links of 50 GB/s, 500 ns a message? From an empty directory: all-reduce.sh [PROGRAM]
# Its commands take 5 s, the one of the broken link 3 of them. Page: docs/sweep.md
set -euo pipefail
torusim=${1:-torusim}
machine=(-t torus:4x4x4 --link 50GB/s --startup 500ns)

# 1. The table, and answer/compare.html with a chart, every algorithm, its assumptions and its command.
"$torusim" compare all-reduce "${machine[@]}" --size 1MB..1GB -o answer

# 2. The answer flit by flit: the quickest of 1 MB runs, and is checked.
"$torusim" run all-reduce "${machine[@]}" --size 1MB --quiet -o run

# 3. The same machine with a broken link.
"$torusim" compare all-reduce "${machine[@]}" --size 1MB..1GB --fail '(0,0,0)+x' -o broken
