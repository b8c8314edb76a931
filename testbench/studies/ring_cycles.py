#!/usr/bin/env python3
"""The tables of cycles of docs/ring-exchanges.md: what `torusim run` takes.

    ring_cycles.py write PROGRAM [SHAPE..]          the tables, in Markdown
    ring_cycles.py compare PROGRAM PAGE SHAPE..     does the page have those of these shapes as they come now?

Every figure is of a run whose blocks are all verified. Runs with barriers must take what is predicted. Ends with 0, with 1 if a page
is not as counted or a run not as predicted, with 2 if it could not work.
"""

import re
import subprocess
import sys

BLOCKS = [4, 64, 1024]
STARTUPS = [0, 100, 1000]
SYNCS = ["barrier", "local", "none", "priority"]
COMMON = [("paired", ""), ("paired", "near=direct")]
SCHEMES = {
    "8x8": [("t4", ""), *COMMON, ("ring-direct", "dilation=2"), ("ring-direct", "dilation=2 near=direct"),
            ("ring-direct", "dilation=1"), *(("relayed", f"phases={n}") for n in (8, 10, 12, 16, 24, 32)), ("ring-product", "")],
    "16x16": [("t4", ""), *COMMON, ("ring-direct", "dilation=2"), ("ring-direct", "dilation=2 near=direct"),
              *(("relayed", f"phases={n}") for n in (12, 16, 24, 32)), ("ring-product", "")],
    "8x8x8": [("c64", ""), *COMMON, ("ring-direct", "dilation=2"), ("ring-direct", "dilation=2 near=direct"),
              ("ring-direct", "dilation=1"), ("relayed", "phases=24"), ("ring-product", "groups=2,1"), ("ring-product", "")],
}
SYNCHRONISED = [("paired", ""), ("paired", "near=direct"), ("ring-direct", "dilation=2"), ("ring-direct", "dilation=2 near=direct"),
                ("ring-product", "")]


def cycles(program, scheme, shape, block, startup, sync):
    """Of a run; None where there are more phases than classes, or no signals."""
    algorithm, settings = scheme
    if sync == "local":
        if not algorithm.startswith("ring-"):
            return None
        settings += " signals=channels"
    command = [program, "run", algorithm, "-t", f"torus:{shape}", "--quiet", "--block", str(block), "--startup", str(startup),
               "--sync", sync]
    for setting in settings.split():
        command += ["--set", setting]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 2 and sync == "priority" and "classes" in done.stderr:
        return None
    if done.returncode != 0:
        print(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}", file=sys.stderr)
        sys.exit(2)
    measured, predicted = re.search(r"^cycles +(\d+) \(predicted for all phases between barriers: (\d+)\)", done.stdout,
                                    re.MULTILINE).groups()
    if sync == "barrier" and measured != predicted:
        print(f"{' '.join(command)}: {measured} cycles, not {predicted}")
        sys.exit(1)
    return int(measured)


def row(cells):
    return "| " + " | ".join(cells) + " |"


def name_of(scheme):
    return f"`{scheme[0]}`" + (f" {scheme[1]}" if scheme[1] else "")


def least_marked(columns):
    """The cells of a table by rows; the least of a column is bold."""
    marked = []
    for column in columns:
        least = min(column)
        marked.append([f"**{cell}**" if cell == least else f"{cell}" for cell in column])
    return zip(*marked)


def section(program, shape):
    schemes = SCHEMES[shape]
    columns, heads = [], []
    for block in BLOCKS:
        for startup in STARTUPS:
            heads.append(f"b {block}, t_s {startup}")
            columns.append([cycles(program, scheme, shape, block, startup, "barrier") for scheme in schemes])
    lines = [row([shape.replace("x", " x "), *heads]), "|---" * (len(heads) + 1) + "|"]
    lines += [row([name_of(scheme), *cells]) for scheme, cells in zip(schemes, least_marked(columns))]
    text = "\n".join(lines) + "\n"
    if shape == "8x8x8":
        return text
    lines = [row([f"{shape.replace('x', ' x ')}, t_s 0", *(f"b {block}, {sync}" for block in BLOCKS
                                                           for sync in SYNCS)]), "|---" * (1 + len(BLOCKS) * len(SYNCS)) + "|"]
    for scheme in SYNCHRONISED:
        found = [cycles(program, scheme, shape, block, 0, sync) for block in BLOCKS for sync in SYNCS]
        lines.append(row([name_of(scheme), *("-" if cell is None else f"{cell}" for cell in found)]))
    return text + "\n" + "\n".join(lines) + "\n"


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "write":
        for shape in arguments[2:] or SCHEMES:
            print(section(arguments[1], shape), flush=True)
        return 0
    if len(arguments) < 4 or arguments[0] != "compare":
        print(__doc__, file=sys.stderr)
        return 2
    with open(arguments[2], encoding="utf-8") as page:
        text = page.read()
    for shape in arguments[3:]:
        for table in section(arguments[1], shape).split("\n\n"):
            if table.strip() not in text:
                print(f"{arguments[2]}: on {shape} is counted now:\n{table}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
