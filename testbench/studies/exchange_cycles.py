#!/usr/bin/env python3
"""Cycles of complete exchanges: the tables of docs/algorithms/ring-exchanges.md, switch.md and synchronisation.md.

    exchange_cycles.py write PROGRAM TABLES [SHAPE..]          the tables `ring`, `switch` or `synchronisation`, in Markdown
    exchange_cycles.py compare PROGRAM TABLES PAGE SHAPE..     does the page have those of these shapes as they come now?

Every figure is of a run whose blocks are all verified. Ends with 0, with 1 if a page is not as counted or a run of `ring` with
barriers takes another time than predicted, with 2 if it could not work.
"""

import sys

import asking

NEAR = ["near=direct"]
PAIRED = [("paired", []), ("paired", NEAR)]
RING_DIRECT = [("ring-direct", ["dilation=2"]), ("ring-direct", ["dilation=2", *NEAR])]
RING = {
    "8x8": [("t4", []), *PAIRED, *RING_DIRECT, ("ring-direct", ["dilation=1"]),
            *(("relayed", [f"phases={n}"]) for n in (8, 10, 12, 16, 24, 32)), ("ring-product", [])],
    "16x16": [("t4", []), *PAIRED, *RING_DIRECT, *(("relayed", [f"phases={n}"]) for n in (12, 16, 24, 32)), ("ring-split", []),
              ("ring-product", [])],
    "8x8x8": [("c64", []), *PAIRED, *RING_DIRECT, ("ring-direct", ["dilation=1"]), ("relayed", ["phases=24"]),
              ("ring-product", ["groups=2,1"]), ("ring-product", [])],
}
RINGS = [*PAIRED, ("ring-direct", ["dilation=2"]), ("ring-direct", ["dilation=1"]), ("ring-product", [])]
PLANE = [("t1", []), ("t4", []), *RINGS, ("gathered", []), ("t-2d1", []), ("t-2d2", []), ("dp-2d", []), ("pex", []), ("direct", []),
         ("te-a1", []), ("te-a2", [])]
SWITCH = {
    "8x8": PLANE,
    "16x16": PLANE,
    "8x8x8": [("c1", []), ("c64", []), *RINGS, ("gathered", []), ("t-3d1", []), ("t-3d2", []), ("dp-3d", []), ("direct", []),
              ("te-a1", [])],
}
BUFFERS = [("reserve 4 (credit round trip)", 4, 0), ("reserve 1, shared 3", 1, 3), ("reserve 1", 1, 0)]
SYNCHRONISATION = {"ring:16": "ring-gs", "ring:32": "ring-gs", "ring:64": "ring-gs", "torus:16x16": "t4"}


def cycles(program, scheme, shape, block, startup, sync, more=()):
    """(measured, predicted) of a run; (None, None) where there are more phases than classes, or no signals."""
    algorithm, settings = scheme
    if sync == "local" and algorithm.startswith("ring-") and algorithm != "ring-gs":
        settings = [*settings, "signals=channels"]
    return asking.cycles(program, algorithm, shape, settings, block, startup, sync, more) or (None, None)


def as_predicted(program, scheme, shape, block, startup):
    found, predicted = cycles(program, scheme, shape, block, startup, "barrier")
    if found != predicted:
        print(f"{scheme} on {shape}, b {block}, t_s {startup}: {found} cycles, not {predicted}")
        sys.exit(1)
    return found


def text(cell):
    return "-" if cell is None else f"{cell}"


def least_marked(columns):
    """The cells of a table by rows; the least of a column is bold."""
    return zip(*([f"**{cell}**" if cell == min(column) else f"{cell}" for cell in column] for column in columns))


def ring(program, shape):
    named = shape.replace("x", " x ")
    points = [(block, startup) for block in (4, 64, 1024) for startup in (0, 100, 1000)]
    columns = [[as_predicted(program, scheme, shape, *point) for scheme in RING[shape]] for point in points]
    lines = asking.head([named, *(f"b {block}, t_s {startup}" for block, startup in points)])
    lines += [asking.row([asking.name_of(*scheme), *cells]) for scheme, cells in zip(RING[shape], least_marked(columns))]
    if shape == "8x8x8":
        return ["\n".join(lines) + "\n"]
    points = [(block, sync) for block in (4, 64, 1024) for sync in ("barrier", "local", "none", "priority")]
    more = asking.head([f"{named}, t_s 0", *(f"b {block}, {sync}" for block, sync in points)])
    for scheme in [*PAIRED, *RING_DIRECT, ("ring-product", []), *[("ring-split", [])] * (shape == "16x16")]:
        found = [cycles(program, scheme, shape, block, 0, sync)[0] for block, sync in points]
        more.append(asking.row([asking.name_of(*scheme), *map(text, found)]))
    return ["\n".join(lines) + "\n", "\n".join(more) + "\n"]


def switch(program, shape):
    points = [(startup, sync) for startup in (0, 100) for sync in ("none", "barrier", "priority", "local", "switch")]
    for block in (4, 64):
        lines = asking.head([f"{shape.replace('x', ' x ')}, b {block}", *(f"t_s {startup}, {sync}" for startup, sync in points)])
        for scheme in SWITCH[shape]:
            found = [cycles(program, scheme, shape, block, *point)[0] for point in points]
            lines.append(asking.row([asking.name_of(*scheme), *map(text, found)]))
        yield "\n".join(lines) + "\n"


def synchronisation(program, shape):
    algorithm, syncs = SYNCHRONISATION[shape], ["none", "barrier", "local", "priority"]
    lines = asking.head(["schedule", "buffers", "t_s", *syncs]) if shape == next(iter(SYNCHRONISATION)) else []
    for name, reserve, shared in BUFFERS:
        for startup in (1, 10, 100):
            found = [cycles(program, (algorithm, []), shape, 1, startup, sync, ["--reserve", str(reserve), "--shared", str(shared)])[0]
                     for sync in syncs]
            lines.append(asking.row([f"{algorithm} {shape}", name, f"{startup}", *map(text, found)]))
    return ["\n".join(lines) + "\n"]


TABLES = {"ring": (ring, RING), "switch": (switch, SWITCH), "synchronisation": (synchronisation, SYNCHRONISATION)}


def main(arguments):
    if len(arguments) >= 3 and arguments[0] == "write" and arguments[2] in TABLES:
        tables, shapes = TABLES[arguments[2]]
        for shape in arguments[3:] or shapes:
            for table in tables(arguments[1], shape):
                print(table, end="\n" if tables != synchronisation else "", flush=True)
        return 0
    if len(arguments) >= 5 and arguments[0] == "compare" and arguments[2] in TABLES:
        return asking.compare(arguments[3], [table for shape in arguments[4:] for table in TABLES[arguments[2]][0](arguments[1], shape)])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
