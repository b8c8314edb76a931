#!/usr/bin/env python3
"""The frontier of startups and blocks of complete exchanges on tori: the tables of docs/algorithms/frontier.md.

    frontier.py count PROGRAM [SHAPE..]          the tables, in Markdown: asks `torusim info --json` of every scheme
    frontier.py map PROGRAM [SHAPE..]            which scheme is the quickest, over block and startup: asks `torusim info exchange`
    frontier.py run PROGRAM [SHAPE..]            runs the points of the maps with blocks and startups that are not too large: do they take
                                                 what is predicted?
    frontier.py compare PROGRAM PAGE SHAPE..     are those of these shapes in the page as they are counted now, the map of the first
                                                 shape too?
    frontier.py write PROGRAM PAGE [SHAPE..]     tables and maps into the page

A row is a scheme, its startups, its blocks, blocks divided by the bound, the fewest blocks that any schedule of one port can have in as many
startups, and where it stands: `frontier` if no other scheme of one port has fewer of one and no more of the other, `frontier, optimal` if
no possible scheme has, `frontier, at the bound` if none has fewer blocks in as many startups, `all ports` if it sends by all ports at once,
`printed` if it is a published cost of a scheme that does not run here with that cost. A setting is left out where another setting of its
algorithm beats it. Ends with 0, with 1 if a page is not as counted, with 2 if it could not work.
"""

import itertools
import math
import re
import sys

import asking

SHAPES = ["4x4x4", "6x6", "8x8", "16x16", "32x32", "64x64", "8x8x8", "16x16x16", "32x32x32"]
PAPERS = {2: ["t1", "t4", "dp-2d", "t-2d1", "t-2d2"], 3: ["c1", "c64", "dp-3d", "t-3d1", "t-3d2"]}
VARIANTS = ["parity", "rows", "thirds", "mixed"]
MAPPED = ["8x8", "16x16", "8x8x8", "64x64"]
BLOCKS = [1, 4, 16, 64, 256, 1024, 4096]
STARTUPS = [0, 10, 100, 1000, 10000, 100000]
LARGEST_RUN = 64, 1000  # flits of a block and startup, of points that `run` runs
RELAYED = {"6x6": [7, 8, 10, 12, 16, 24], "8x8": [8, 10, 12, 16, 24, 32], "16x16": [12, 16, 24, 32], "8x8x8": [24]}  # schedules/algorithms/relayed/relay_tables*
MOST_NODES_OF_SPLIT = 4096  # without `groups`: 8192 phases on 32x32x32 are left out
MOST_NODES_OF_PLAN = 1024  # larger ones take more than some seconds
MOST_PHASES = 40000  # of a product: 131072 on 32x32x32 are left out


def gathers(dimensions, side):
    """All settings of `gathered` on sides of 2^d: one number for each level from 2 to d - 1, growing, at most level - 2."""
    levels = range(2, side.bit_length() - 1)
    choices = [range(min(level - 2, 2 * dimensions) + 1) for level in levels]
    return [",".join(map(str, g)) for g in itertools.product(*choices) if g and list(g) == sorted(g)]


def candidates(shape):
    """(what the table calls it, algorithm, settings)"""
    sides = shape.split("x")
    for name in PAPERS[len(sides)]:
        yield name, name, []
    for variant in VARIANTS:
        yield f"paired, {variant}", "paired", [f"variant={variant}"]
    for variant in ("parity", "mixed"):
        yield f"paired, {variant}, direct", "paired", [f"variant={variant}", "near=direct"]
    for dilation in (1, 2, 3, 4):
        yield f"ring-direct {dilation}", "ring-direct", [f"dilation={dilation}"]
        if dilation > 1:
            yield f"ring-direct {dilation}, direct", "ring-direct", [f"dilation={dilation}", "near=direct"]
    if len(sides) == 3:
        yield "ring-product 2,1", "ring-product", ["groups=2,1", "dilation=1"]
    if math.prod(map(int, sides)) * int(sides[0]) // 8 <= MOST_PHASES:
        yield "ring-product", "ring-product", []
    if len(sides) == 3:
        yield "ring-split 1,1,1", "ring-split", ["groups=1,1,1"]
    if math.prod(map(int, sides)) <= MOST_NODES_OF_SPLIT:
        yield "ring-split", "ring-split", []
    for phases in (*range(4, 17), 20, 24, 32, 48, 63) if max(map(int, sides)) <= 4 else RELAYED.get(shape, []):
        yield f"relayed {phases}", "relayed", [f"phases={phases}"]
    for g in gathers(len(sides), int(sides[0])):
        yield f"gathered {g}", "gathered", [f"gathers={g}"]
    for startups in range(3, 10):
        yield "all-port", "all-port", [f"startups={startups}"]
    if math.prod(map(int, sides)) <= MOST_NODES_OF_PLAN:
        yield "planned", "planned", []


def info(program, algorithm, shape, settings, more=()):
    """What `torusim info` says; None where the algorithm does not run."""
    return asking.info(program, algorithm, shape, settings, more,
                       lambda code, why: code == 3 or code == 2 and re.search("(phases|startups)=", why))


def algorithm_of(scheme):
    """Of "ring-direct 2, direct": ring-direct."""
    return re.match(r"[^ ,]+", scheme)[0]


def rows_of(program, shape):
    """(scheme, startups, blocks, standing), the bounds first."""
    rows, printed, bounds = {}, {}, None
    for scheme, algorithm, settings in candidates(shape):
        found = info(program, algorithm, shape, settings)
        if found is None:
            continue
        if found["predicted"]["phases_that_share_channels"]:
            sys.exit(f"{scheme} on {shape}: messages of a phase share channels")
        cost = found["startups"], found["blocks"]
        standing = "all ports" if found["ports"] > 1 else ""
        if not standing:
            bounds = found["bounds"]["startups"], found["bounds"]["blocks"]
        schemes = rows.setdefault((cost, standing), [])
        if scheme not in schemes:
            schemes.append(scheme)
        printed.update({name: (one["startups"], one["blocks"]) for name, one in found.get("formulas", {}).items()})
    one_port = [cost for cost, standing in rows if not standing]
    beaten = lambda one, other: one != other and other[0] <= one[0] and other[1] <= one[1]
    settings = [(algorithm_of(scheme), cost) for (cost, standing), schemes in rows.items() for scheme in schemes if not standing]
    table = [("bounds, one port", *bounds, "")]
    for (cost, standing), schemes in sorted(rows.items()):
        if not standing and not any(beaten(cost, other) for other in one_port):
            standing = "frontier"
        schemes = [scheme for scheme in schemes
                   if standing or not any(name == algorithm_of(scheme) and beaten(cost, other) for name, other in settings)]
        if standing and schemes or any(not scheme.startswith("gathered") for scheme in schemes):
            table.append((" = ".join(schemes), *cost, standing))
    for name, cost in sorted(printed.items()):
        if (cost, "") not in rows:
            table.append((name, *cost, "printed"))
    return table


def least_blocks(nodes, startups):
    """The fewest blocks of a complete exchange through one port in so many phases. A block is sent in j of them, and which
    phases these are says where it ends: at most C(startups, j) destinations of a source can have j."""
    left, blocks, j = nodes - 1, 0, 0
    while left > 0:
        j += 1
        if j > startups:
            return math.inf
        reached = min(left, math.comb(startups, j))
        left, blocks = left - reached, blocks + j * reached
    return blocks


def section(shape, rows):
    bound = rows[0][2]
    nodes = math.prod(map(int, shape.split("x")))
    lines = [f"### {shape.replace('x', ' x ')}", "| scheme | startups | blocks | of the bound | least in these startups | |",
             "|---|---|---|---|---|---|"]
    for scheme, startups, blocks, standing in rows:
        least = max(bound, least_blocks(nodes, startups))
        if standing == "frontier" and blocks == least:
            standing = "frontier, optimal" if startups == rows[0][1] else "frontier, at the bound"
        lines.append(f"| {scheme} | {startups} | {blocks:.0f} | {blocks / bound:.2f} | "
                     f"{'' if standing == 'all ports' else f'{least:.0f}'} | {standing} |")
    return "\n".join(lines) + "\n"


def short_name(chosen):
    """What the tables call a choice: "ring-direct dilation=2 near=direct: .." is ring-direct 2, direct."""
    name, *settings = chosen.split(":")[0].split()
    settings = dict(setting.split("=") for setting in settings)
    if name == "ring-direct":
        name += f" {settings['dilation']}"
    if name == "relayed":
        name += f" {settings['phases']}"
    if name == "direct-even":
        name += f" {settings['at-once']}"
    if "groups" in settings:
        name += f" {settings['groups']}"
    return name + (", direct" if settings.get("near") == "direct" else "")


def map_section(program, shape):
    """A table of what `exchange` takes; blocks go down, startups to the right."""
    lines = [f"#### {shape.replace('x', ' x ')}, the quickest",
             *asking.head(["flits of a block", *(f"startup {s}" for s in STARTUPS)])]
    for block in BLOCKS:
        row = []
        for startup in STARTUPS:
            found = info(program, "exchange", shape, [], ["--block", str(block), "--startup", str(startup)])
            row.append(short_name(found["chosen"]))
        lines.append(asking.row([f"{block}", *row]))
    return "\n".join(lines) + "\n"


def run_map(program, shape):
    """Runs the points of a map, with barriers that cost nothing and every block verified: each in the cycles of the choice."""
    points = [(block, startup) for block in BLOCKS for startup in STARTUPS if block <= LARGEST_RUN[0] and startup <= LARGEST_RUN[1]]
    for block, startup in points:
        chosen = info(program, "exchange", shape, [], ["--block", str(block), "--startup", str(startup)])["chosen"]
        expected = int(re.search(r": ([0-9,]+) cycles", chosen)[1].replace(",", ""))
        measured, _ = asking.cycles(program, "exchange", shape, [], block, startup, "barrier")
        if measured != expected:
            print(f"{shape}, b {block}, t_s {startup}: {measured} cycles, not {expected}")
            sys.exit(1)
    return f"{shape}: {len(points)} runs in the cycles of the choice"


def put(path, table):
    """Into the page, in place of the table with this heading."""
    heading = re.escape(table.split("\n")[0])
    page, places = re.subn(rf"^{heading}\n(\|.*\n)+", lambda _: table, asking.read(path), flags=re.M)
    if places != 1:
        sys.exit(f"{path}: no table under '{table.split(chr(10))[0]}'")
    asking.write(path, page)


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "count":
        for shape in arguments[2:] or SHAPES:
            print(section(shape, rows_of(arguments[1], shape)), flush=True)
    elif len(arguments) >= 2 and arguments[0] == "map":
        for shape in arguments[2:] or MAPPED:
            print(map_section(arguments[1], shape), flush=True)
    elif len(arguments) >= 2 and arguments[0] == "run":
        for shape in arguments[2:] or MAPPED:
            print(run_map(arguments[1], shape), flush=True)
    elif len(arguments) >= 4 and arguments[0] == "compare":
        counted = [section(shape, rows_of(arguments[1], shape)) for shape in arguments[3:]]
        return asking.compare(arguments[2], [*counted, map_section(arguments[1], arguments[3])])
    elif len(arguments) >= 3 and arguments[0] == "write":
        for shape in arguments[3:] or SHAPES + [shape for shape in MAPPED if shape not in SHAPES]:
            if shape in SHAPES:
                put(arguments[2], section(shape, rows_of(arguments[1], shape)))
            if shape in MAPPED:
                put(arguments[2], map_section(arguments[1], shape))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
