#!/usr/bin/env python3
"""The tables of docs/switch.md: cycles of complete exchanges under every synchronisation.

    switch_cycles.py write PROGRAM [SHAPE [BLOCK]]        the tables, in Markdown
    switch_cycles.py compare PROGRAM PAGE SHAPE BLOCK     does the page have this table as it comes now?

Every figure is of a run whose blocks are all verified. Ends with 0, with 1 if the page is not as counted, with 2 if it could not work.
"""

import re
import subprocess
import sys

BLOCKS = [4, 64]
STARTUPS = [0, 100]
SYNCS = ["none", "barrier", "priority", "local", "switch"]
RING = [("paired", ""), ("paired", "near=direct"), ("ring-direct", "dilation=2"), ("ring-direct", "dilation=1"), ("ring-product", "")]
PLANE = [("t1", ""), ("t4", ""), *RING, ("gathered", ""), ("t-2d1", ""), ("t-2d2", ""), ("dp-2d", ""), ("pex", ""), ("direct", ""),
         ("te-a1", ""), ("te-a2", "")]
SCHEMES = {
    "8x8": PLANE,
    "16x16": PLANE,
    "8x8x8": [("c1", ""), ("c64", ""), *RING, ("gathered", ""), ("t-3d1", ""), ("t-3d2", ""), ("dp-3d", ""), ("direct", ""),
              ("te-a1", "")],
}


def cycles(program, scheme, shape, block, startup, sync):
    """Of a run; None where there are more phases than classes, or no signals."""
    if sync == "local" and scheme[0].startswith("ring-"):
        scheme = (scheme[0], f"{scheme[1]} signals=channels")
    command = [program, "run", scheme[0], "-t", f"torus:{shape}", "--quiet", "--block", str(block), "--startup", str(startup), "--sync", sync]
    for setting in scheme[1].split():
        command += ["--set", setting]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 and sync == "priority" and "classes" in done.stderr:
        return None
    if done.returncode != 0 and sync == "local" and "signals" in done.stderr:
        return None
    found = re.search(r"^cycles +(\d+)", done.stdout, re.MULTILINE)
    if done.returncode != 0 or found is None:
        print(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}{done.stdout}", file=sys.stderr)
        sys.exit(2)
    return int(found.group(1))


def row(cells):
    return "| " + " | ".join(cells) + " |"


def name_of(scheme):
    return f"`{scheme[0]}`" + (f" {scheme[1]}" if scheme[1] else "")


def table(program, shape, block):
    heads = [f"t_s {startup}, {sync}" for startup in STARTUPS for sync in SYNCS]
    lines = [row([f"{shape.replace('x', ' x ')}, b {block}", *heads]), "|---" * (len(heads) + 1) + "|"]
    for scheme in SCHEMES[shape]:
        found = [cycles(program, scheme, shape, block, startup, sync) for startup in STARTUPS for sync in SYNCS]
        lines.append(row([name_of(scheme), *("-" if cell is None else f"{cell}" for cell in found)]))
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
    with open(arguments[2], encoding="utf-8") as page:
        text = page.read()
    now = table(arguments[1], arguments[3], int(arguments[4]))
    if now not in text:
        print(f"{arguments[2]}: on {arguments[3]} is counted now:\n{now}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
