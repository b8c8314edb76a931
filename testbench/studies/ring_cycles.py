#!/usr/bin/env python3
"""The tables of cycles of docs/ring-exchanges.md: what `torusim run` takes.

    ring_cycles.py write PROGRAM [SHAPE..]          the tables, in Markdown
    ring_cycles.py compare PROGRAM PAGE SHAPE..     does the page have those of these shapes as they come now?

Every figure is of a run whose blocks are all verified. Runs with barriers must take what is predicted. Ends with 0, with 1 if a page
is not as counted or a run not as predicted, with 2 if it could not work.
"""

import sys

import asking

BLOCKS = [4, 64, 1024]
STARTUPS = [0, 100, 1000]
SYNCS = ["barrier", "local", "none", "priority"]
COMMON = [("paired", []), ("paired", ["near=direct"])]
SCHEMES = {
    "8x8": [("t4", []), *COMMON, ("ring-direct", ["dilation=2"]), ("ring-direct", ["dilation=2", "near=direct"]),
            ("ring-direct", ["dilation=1"]), *(("relayed", [f"phases={n}"]) for n in (8, 10, 12, 16, 24, 32)), ("ring-product", [])],
    "16x16": [("t4", []), *COMMON, ("ring-direct", ["dilation=2"]), ("ring-direct", ["dilation=2", "near=direct"]),
              *(("relayed", [f"phases={n}"]) for n in (12, 16, 24, 32)), ("ring-split", []), ("ring-product", [])],
    "8x8x8": [("c64", []), *COMMON, ("ring-direct", ["dilation=2"]), ("ring-direct", ["dilation=2", "near=direct"]),
              ("ring-direct", ["dilation=1"]), ("relayed", ["phases=24"]), ("ring-product", ["groups=2,1"]), ("ring-product", [])],
}
SYNCHRONISED = [("paired", []), ("paired", ["near=direct"]), ("ring-direct", ["dilation=2"]), ("ring-direct", ["dilation=2", "near=direct"]),
                ("ring-product", [])]


def cycles(program, scheme, shape, block, startup, sync):
    """Of a run; None where there are more phases than classes, or no signals."""
    algorithm, settings = scheme
    if sync == "local" and not algorithm.startswith("ring-"):
        return None
    found = asking.cycles(program, algorithm, shape, settings + ["signals=channels"] * (sync == "local"), block, startup, sync)
    if found is not None and sync == "barrier" and found[0] != found[1]:
        print(f"{algorithm} {settings} on {shape}, b {block}, t_s {startup}: {found[0]} cycles, not {found[1]}")
        sys.exit(1)
    return None if found is None else found[0]


def least_marked(columns):
    """The cells of a table by rows; the least of a column is bold."""
    marked = []
    for column in columns:
        least = min(column)
        marked.append([f"**{cell}**" if cell == least else f"{cell}" for cell in column])
    return zip(*marked)


def tables(program, shape):
    schemes = SCHEMES[shape]
    columns, heads = [], []
    for block in BLOCKS:
        for startup in STARTUPS:
            heads.append(f"b {block}, t_s {startup}")
            columns.append([cycles(program, scheme, shape, block, startup, "barrier") for scheme in schemes])
    lines = asking.head([shape.replace("x", " x "), *heads])
    lines += [asking.row([asking.name_of(*scheme), *cells]) for scheme, cells in zip(schemes, least_marked(columns))]
    if shape == "8x8x8":
        return ["\n".join(lines) + "\n"]
    more = asking.head([f"{shape.replace('x', ' x ')}, t_s 0", *(f"b {block}, {sync}" for block in BLOCKS for sync in SYNCS)])
    for scheme in SYNCHRONISED + [("ring-split", [])] * (shape == "16x16"):
        found = [cycles(program, scheme, shape, block, 0, sync) for block in BLOCKS for sync in SYNCS]
        more.append(asking.row([asking.name_of(*scheme), *("-" if cell is None else f"{cell}" for cell in found)]))
    return ["\n".join(lines) + "\n", "\n".join(more) + "\n"]


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "write":
        for shape in arguments[2:] or SCHEMES:
            print("\n".join(tables(arguments[1], shape)), flush=True)
        return 0
    if len(arguments) < 4 or arguments[0] != "compare":
        print(__doc__, file=sys.stderr)
        return 2
    return asking.compare(arguments[2], [table for shape in arguments[3:] for table in tables(arguments[1], shape)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
