#!/usr/bin/env python3
"""The table of docs/synchronisation.md: cycles of complete exchanges under every synchronisation, on different buffers.

    synchronisation.py PROGRAM

Every figure is of a run whose blocks are all verified. Blocks are one flit, barriers have no latency.
"""

import sys

import asking

BUFFERS = [("reserve 4 (credit round trip)", 4, 0), ("reserve 1, shared 3", 1, 3), ("reserve 1", 1, 0)]
EXCHANGES = [("ring-gs", "ring:16"), ("ring-gs", "ring:32"), ("ring-gs", "ring:64"), ("t4", "torus:16x16")]
SYNCS = ["none", "barrier", "local", "priority"]


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    print("\n".join(asking.head(["schedule", "buffers", "t_s", *SYNCS])))
    for algorithm, shape in EXCHANGES:
        for name, reserve, shared in BUFFERS:
            for startup in (1, 10, 100):
                found = [asking.cycles(arguments[0], algorithm, shape, [], 1, startup, sync,
                                       ["--reserve", str(reserve), "--shared", str(shared)])[0] for sync in SYNCS]
                print(asking.row([f"{algorithm} {shape}", name, f"{startup}", *map(str, found)]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
