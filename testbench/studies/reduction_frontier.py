#!/usr/bin/env python3
"""Steps and load of every reduction on tori: the tables and the picture of docs/reduction-frontier.md.

    reduction_frontier.py write PROGRAM PAGE              all tables into the page, between `<!-- tables -->` and `<!-- end -->`, and
                                                          the picture beside it, PAGE with .svg
    reduction_frontier.py compare PROGRAM PAGE SHAPE..    are those of these shapes in the page as they are counted now, and is the
                                                          picture as it is drawn now?

A row is an algorithm, its steps, and its load: the chunks on the busiest channel of every step, summed, as a multiple of the least
that any schedule has. `frontier`: no other algorithm has fewer of one and no more of the other. Ends with 0, with 1 if a page is not as
counted, with 2 if it could not work.
"""

import math
import re
import sys

import all_reduce
import asking
from frontier_picture import GAP_X, GAP_Y, LEFT, PANEL_H, PANEL_W, TOP, Axes, begun, mark, text

SHAPES = ["8x8", "16x16", "64x16", "8x8x8"]
GOSSIPS = ("gossip-ti", "gossip-one", "gossip-two", "gossip-cycles")
HALVES = ("ring-reduce", "hamiltonian", "bucket", "halving", "swing", *GOSSIPS)
#            name in the key, names of algorithms, colour, form
FAMILIES = [("swing", ("swing",), "#c2410c", "disc"), ("bucket", ("bucket",), "#0f766e", "open disc"),
            ("bucket, swing along some dimensions", ("bucket, ",), "#0f766e", "disc"), ("halving", ("halving",), "#0b6fb8", "square"),
            ("rings", ("ring-", "hamiltonian"), "#0b6fb8", "open square"), ("gossips", ("gossip",), "#7e22ce", "diamond"),
            ("trees, broadcasts", ("bine", "tree", "broadcast", "edn", "wang"), "#15803d", "triangle")]


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
    for name, algorithm, settings in all_reduce.ALGORITHMS:
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
    return [section(shape, whole, rows_of(program, shape, whole)) for whole in (True, False)]


def tables(page):
    """{"8 x 8, all-reduce": [(algorithm, steps, load, standing)]}"""
    result, rows = {}, None
    for line in page.splitlines():
        if match := re.fullmatch(r"### (\d+(?: x \d+)+, .*)", line):
            rows = result[match[1]] = []
        elif rows is not None and (match := re.fullmatch(r"\| (.+) \| (\d+) \| ([\d.]+) \| (.*?) ?\|", line)):
            rows.append((match[1], int(match[2]), float(match[3]), match[4]))
    return result


def family_of(name):
    """Of several that fit the one with the longest name."""
    return max((f for f in FAMILIES if name.startswith(f[1])), key=lambda f: max(len(n) for n in f[1] if name.startswith(n)))


def panel(name, rows, left, top):
    axes = Axes(left, top, 0.8 * rows[0][1], 1.2 * max(row[1] for row in rows), 0.8, 1.25 * max(row[2] for row in rows))
    out = axes.frame(name, (1 << power for power in range(8)),
                     (steps for steps in (1 << power for power in range(1, 12)) if axes.first <= steps <= axes.last))
    out.append(f'<path d="M{axes.x(rows[0][1]):.1f} {top}V{axes.y(1):.1f}H{axes.right}" stroke="#b91c1c" stroke-dasharray="6 3"/>')
    out.append(axes.stairs((steps, load) for _, steps, load, standing in rows if standing == "frontier"))
    return out + [mark(axes.x(steps), axes.y(load), *family_of(name)[2:]) for name, steps, load, _ in reversed(rows[1:])]


def draw(page):
    found = tables(page)
    width, height = LEFT + 2 * (PANEL_W + GAP_X), TOP + (len(found) + 1) // 2 * (PANEL_H + GAP_Y) + 130
    out = begun(width, height)
    for i, (name, rows) in enumerate(found.items()):
        left, top = LEFT + i % 2 * (PANEL_W + GAP_X), TOP + i // 2 * (PANEL_H + GAP_Y)
        out += panel(name, rows, left, top) + [text(left + PANEL_W / 2, top + PANEL_H + 34, "steps")]
        if i % 2 == 0:
            middle = top + PANEL_H / 2
            out.append(text(14, middle, "load / bound", more=f'transform="rotate(-90 14 {middle:.1f})"'))
    for i, (name, _, colour, form) in enumerate(FAMILIES):
        left, top = LEFT + 12 + i // 4 * (PANEL_W + GAP_X), height - 100 + i % 4 * 22
        out += [mark(left, top, colour, form), text(left + 22, top + 4, name, "start")]
    return "\n".join(out + ["</svg>"]) + "\n"


def main(arguments):
    if len(arguments) < 3 or arguments[0] not in ("write", "compare"):
        print(__doc__, file=sys.stderr)
        return 2
    command, program, path = arguments[:3]
    if command == "compare":
        return (asking.compare(path, [one for shape in arguments[3:] for one in sections(program, shape)]) or
                asking.compare_picture(path, draw))
    page = asking.replace(path, "tables", "\n".join(one for shape in SHAPES for one in sections(program, shape)))
    asking.write(path.removesuffix(".md") + ".svg", draw(page))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
