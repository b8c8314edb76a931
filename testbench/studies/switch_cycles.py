#!/usr/bin/env python3
"""The tables of docs/switch.md: cycles of complete exchanges under every synchronisation.

    switch_cycles.py write PROGRAM [SHAPE [BLOCK]]        the tables, in Markdown
    switch_cycles.py compare PROGRAM PAGE SHAPE BLOCK     does the page have this table as it comes now?

Every figure is of a run whose blocks are all verified. Ends with 0, with 1 if the page is not as counted, with 2 if it could not work.
"""

import sys

import asking

BLOCKS = [4, 64]
STARTUPS = [0, 100]
SYNCS = ["none", "barrier", "priority", "local", "switch"]
RING = [("paired", []), ("paired", ["near=direct"]), ("ring-direct", ["dilation=2"]), ("ring-direct", ["dilation=1"]), ("ring-product", [])]
PLANE = [("t1", []), ("t4", []), *RING, ("gathered", []), ("t-2d1", []), ("t-2d2", []), ("dp-2d", []), ("pex", []), ("direct", []),
         ("te-a1", []), ("te-a2", [])]
SCHEMES = {
    "8x8": PLANE,
    "16x16": PLANE,
    "8x8x8": [("c1", []), ("c64", []), *RING, ("gathered", []), ("t-3d1", []), ("t-3d2", []), ("dp-3d", []), ("direct", []),
              ("te-a1", [])],
}


def cycles(program, scheme, shape, block, startup, sync):
    """Of a run; None where there are more phases than classes, or no signals."""
    algorithm, settings = scheme
    if sync == "local" and algorithm.startswith("ring-"):
        settings = [*settings, "signals=channels"]
    found = asking.cycles(program, algorithm, shape, settings, block, startup, sync)
    return None if found is None else found[0]


def table(program, shape, block):
    heads = [f"t_s {startup}, {sync}" for startup in STARTUPS for sync in SYNCS]
    lines = asking.head([f"{shape.replace('x', ' x ')}, b {block}", *heads])
    for scheme in SCHEMES[shape]:
        found = [cycles(program, scheme, shape, block, startup, sync) for startup in STARTUPS for sync in SYNCS]
        lines.append(asking.row([asking.name_of(*scheme), *("-" if cell is None else f"{cell}" for cell in found)]))
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "write":
        for shape in arguments[2:3] or SCHEMES:
            for block in [int(block) for block in arguments[3:4]] or BLOCKS:
                print(table(arguments[1], shape, block) + "\n", flush=True)
        return 0
    if len(arguments) != 5 or arguments[0] != "compare":
        print(__doc__, file=sys.stderr)
        return 2
    return asking.compare(arguments[2], [table(arguments[1], arguments[3], int(arguments[4]))])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
