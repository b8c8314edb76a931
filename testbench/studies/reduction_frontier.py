#!/usr/bin/env python3
"""Steps and load of every reduction on tori: the tables of docs/algorithms/reduction-frontier.md.

    reduction_frontier.py write PROGRAM PAGE              all tables into the page, between `<!-- tables -->` and `<!-- end -->`
    reduction_frontier.py compare PROGRAM PAGE SHAPE..    are those of these shapes in the page as they are counted now?

A row is an algorithm, its steps, and its load: the chunks on the busiest channel of every step, summed, as a multiple of the least
that any schedule has. `frontier`: no other algorithm has fewer of one and no more of the other. The second table of a shape has the halves
that are not an all-reduce in half of its steps at its load. Ends with 0, with 1 if a page is not as
counted, with 2 if it could not work.
"""

import math
import sys

import all_reduce
import asking

SHAPES = ["8x8", "16x16", "64x16", "8x8x8"]
GOSSIPS = ("gossip-ti", "gossip-one", "gossip-cycles")
HALVES = ("ring-reduce", "hamiltonian", "bucket", "halving", "swing", "planned", *GOSSIPS)
STATIONS = {"8x8": [4, 5, 6], "16x16": [6, 7, 8], "8x8x8": [6, 7]}  # phases of a half of `planned`, fewer than hops across


def info(program, shape, algorithm, settings):
    """(steps, load in vectors); None where it does not run."""
    found = asking.info(program, algorithm, shape, settings)
    if found is None:
        return None
    parts = found["chunks"] if "chunks" in found else found["nodes"] * found.get("pieces", 1)
    return found["startups"], sum(phase["max_link_blocks"] for phase in found["phases"]) / parts


def bounds(shape, halves):
    """Steps: by all ports a contribution, or a sum, reaches 2D + 1 times as many nodes in a step. Load: all but a node's own
    share of the vector comes in through its 2D channels, once for each half of an all-reduce."""
    sides = [int(side) for side in shape.split("x")]
    nodes, ports = math.prod(sides), 2 * len(sides)
    steps = 0
    while (ports + 1) ** steps < nodes:
        steps += 1
    return steps, halves * (nodes - 1) / nodes / ports


def candidates(whole, shape):
    stations = [(f"planned, phases={n}", "planned", [*all_reduce.AS_ALL_REDUCE, f"phases={n}"]) for n in STATIONS.get(shape, [])]
    for name, algorithm, settings in all_reduce.ALGORITHMS + stations:
        if all_reduce.is_another(shape, settings):
            continue
        if whole:
            yield name, algorithm, settings, None
        elif algorithm in HALVES and "variant=latency" not in settings:
            rest = [s for s in settings if not s.startswith("collective=")]
            yield name, algorithm, [*rest, "collective=reduce-scatter"], [*rest, "collective=gossip"]


def rows_of(program, shape, whole):
    least_steps, least_load = bounds(shape, 2 if whole else 1)
    rows = [("bounds", least_steps, 1.0, "")]
    found = []
    for name, algorithm, settings, backwards in candidates(whole, shape):
        cost = info(program, shape, algorithm, settings)
        if cost is None:
            continue
        found.append((name, cost[0], cost[1] / least_load))
        backwards_cost = info(program, shape, algorithm, backwards) if backwards is not None else cost
        if backwards_cost != cost:  # what comes to a node twice is not sent in the reverse
            found.append((f"{name}, all-gather only", backwards_cost[0], backwards_cost[1] / least_load))
    for name, steps, load in sorted(found, key=lambda row: (row[1], row[2])):
        beaten = any(s <= steps and l <= load + 1e-9 and (s, l) != (steps, load) for _, s, l in found)
        rows.append((name, steps, load, "" if beaten else "frontier"))
    return rows


def section(shape, whole, rows):
    what = "all-reduce" if whole else "reduce-scatter, all-gather"
    lines = [f"### {shape.replace('x', ' x ')}, {what}", "| algorithm | steps | load | |", "|---|---|---|---|"]
    return "\n".join(lines + [f"| {name} | {steps} | {load:.3f} | {standing} |" for name, steps, load, standing in rows]) + "\n"


def sections(program, shape):
    whole, halves = (rows_of(program, shape, whole) for whole in (True, False))
    costs = {(name, steps, f"{load:.3f}") for name, steps, load, _ in whole}
    rest = [row for row in halves if row[0] != "bounds" and (row[0], 2 * row[1], f"{row[2]:.3f}") not in costs]
    return [section(shape, True, whole)] + ([section(shape, False, rest)] if rest else [])


def main(arguments):
    if len(arguments) < 3 or arguments[0] not in ("write", "compare"):
        print(__doc__, file=sys.stderr)
        return 2
    command, program, path = arguments[:3]
    if command == "compare":
        return asking.compare(path, [one for shape in arguments[3:] for one in sections(program, shape)])
    asking.replace(path, "tables", "\n".join(one for shape in SHAPES for one in sections(program, shape)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
