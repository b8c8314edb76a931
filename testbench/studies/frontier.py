#!/usr/bin/env python3
"""The frontier of startups and blocks of complete exchanges on tori: the tables and the picture of docs/frontier.md.

    frontier.py count PROGRAM [SHAPE..]          the tables, in Markdown: asks `torusim info --json` of every scheme
    frontier.py compare PROGRAM PAGE SHAPE..     are those of these shapes in the page as they are counted now, and its picture, PAGE
                                                 with .svg, as it is drawn now?
    frontier.py draw PAGE                        the picture of all tables of the page, as SVG

A row is a scheme, its startups, its blocks, blocks divided by the bound, and where it stands: `frontier` if no other scheme of
one port has fewer of one and no more of the other, `all ports` if it sends by all ports at once, `printed` if it is a
published cost of a scheme that does not run here with that cost. Ends with 0, with 1 if a page is not as counted, with 2 if it could not work.
"""

import itertools
import json
import subprocess
import sys

import frontier_picture

SHAPES = ["8x8", "16x16", "32x32", "64x64", "8x8x8", "16x16x16", "32x32x32"]
PAPERS = {2: ["t1", "t4", "dp-2d", "t-2d1", "t-2d2"], 3: ["c1", "c64", "dp-3d", "t-3d1", "t-3d2"]}
VARIANTS = ["parity", "rows", "thirds", "mixed"]


def gathers(dimensions, side):
    """All settings of `gathered` on sides of 2^d: one number for each level from 2 to d - 1, growing, at most level - 2."""
    levels = range(2, side.bit_length() - 1)
    choices = [range(min(level - 2, 2 * dimensions) + 1) for level in levels]
    return [",".join(map(str, g)) for g in itertools.product(*choices) if list(g) == sorted(g)]


def candidates(shape):
    """(what the table calls it, algorithm, settings)"""
    sides = shape.split("x")
    for name in PAPERS[len(sides)]:
        yield name, name, []
    for variant in VARIANTS:
        yield f"paired, {variant}", "paired", [f"variant={variant}"]
    for g in gathers(len(sides), int(sides[0])):
        yield f"gathered {g}", "gathered", [f"gathers={g}"]
    for least in ("blocks", "startups"):
        yield "all-port", "all-port", [f"least={least}"]


def info(program, algorithm, shape, settings):
    """What `torusim info` says; None where the algorithm does not run."""
    command = [program, "info", algorithm, "-t", f"torus:{shape}", "--json"]
    for setting in settings:
        command += ["--set", setting]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 3:
        return None
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


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
    table = [("bounds, one port", *bounds, "")]
    for (cost, standing), schemes in sorted(rows.items()):
        if not standing and not any(a <= cost[0] and b <= cost[1] and (a, b) != cost for a, b in one_port):
            standing = "frontier"
        if standing or any(not scheme.startswith("gathered") for scheme in schemes):
            table.append((" = ".join(schemes), *cost, standing))
    for name, cost in sorted(printed.items()):
        if (cost, "") not in rows:
            table.append((name, *cost, "printed"))
    return table


def section(shape, rows):
    bound = rows[0][2]
    lines = [f"### {shape.replace('x', ' x ')}", "| scheme | startups | blocks | of the bound | |", "|---|---|---|---|---|"]
    for scheme, startups, blocks, standing in rows:
        lines.append(f"| {scheme} | {startups} | {blocks:.0f} | {blocks / bound:.2f} | {standing} |")
    return "\n".join(lines) + "\n"


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "count":
        for shape in arguments[2:] or SHAPES:
            print(section(shape, rows_of(arguments[1], shape)), flush=True)
    elif len(arguments) >= 4 and arguments[0] == "compare":
        with open(arguments[2], encoding="utf-8") as page:
            text = page.read()
        with open(arguments[2].removesuffix(".md") + ".svg", encoding="utf-8") as picture:
            if picture.read() != frontier_picture.draw(text):
                print(f"{arguments[2]}: its picture is not that of its tables; draw it again")
                return 1
        for shape in arguments[3:]:
            counted = section(shape, rows_of(arguments[1], shape))
            if counted not in text:
                print(f"{arguments[2]}: on {shape} is counted now:\n{counted}")
                return 1
    elif len(arguments) == 2 and arguments[0] == "draw":
        with open(arguments[1], encoding="utf-8") as page:
            sys.stdout.write(frontier_picture.draw(page.read()))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
