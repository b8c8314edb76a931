#!/usr/bin/env bash
# A lecture on deadlock and preemption, with waves. From an empty directory: deadlock.sh [PROGRAM]
# Its commands take 1 s. Pages: docs/deadlock.md up to Before a run, docs/concepts.md, Preemption. The waves: gtkwave stuck/waves.gtkw, free/waves.gtkw, urgent/waves.gtkw
set -euo pipefail
torusim=${1:-torusim}

# 1. A ring of 8 with one lane: each worm holds a channel and waits for the next. The exit code is 4.
"$torusim" run direct -t ring:8 --lanes 1 --block 16 --quiet --report --trace vcd -o stuck && exit 1 || [ $? -eq 4 ]

# 2. The same before a run: the circle, and what prevents it.
"$torusim" check --deadlock direct -t ring:8 --lanes 1 --block 16 && exit 1 || [ $? -eq 4 ]

# 3. The way out: a second lane behind the dateline.
"$torusim" run direct -t ring:8 --lanes 2 --block 16 --quiet --trace vcd -o free

# 4. Preemption: a worm of class 0 takes the channel between two flits of a worm of class 1.
cat >urgent.tcs <<'END'
tcs 1
topology path 5
block 7
collective messages
phase all
2 > 4 n=2 c=1
0 > 4 n=1 c=0
end 2
END
"$torusim" run urgent.tcs --classes 2 --quiet --report --trace vcd -o urgent
"$torusim" explain urgent
