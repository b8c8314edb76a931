#!/usr/bin/env python3
"""The fewest blocks that any ways through the phases of a schedule can have, by linear programming with cbc (Debian: coinor-cbc).

    relayed_bound.py PROGRAM SHAPE PERIOD [NAME=VALUE..]      of `relayed` with these settings

The nodes that send to each other in a phase stay as they are; blocks may take any ways, also in parts. Nodes are in classes by their
coordinates modulo PERIOD, and what is asked is the same for all sources of a class. No schedule of whole blocks through these phases
has fewer blocks than the answer.
"""

import math
import re
import subprocess
import sys
import tempfile

import asking


def moves(program, shape, settings):
    """[phase]: {node: node it sends to}, nodes as tuples of coordinates."""
    text = asking.ask([program, "schedule", *asking.options("relayed", shape, settings)], lambda code, _: False)
    phases = []
    for line in text.splitlines():
        if line.startswith("phase "):
            phases.append({})
        found = re.match(r"\((\d+(?:,\d+)*)\) > \((\d+(?:,\d+)*)\)", line)
        if found:
            source, destination = (tuple(map(int, one.split(","))) for one in found.groups())
            phases[-1][source] = destination
    return phases


def program_of(phases, period):
    """The linear program in CPLEX's LP format. y_s_p_v: what a block of source s sends from v in phase p, for all destinations."""
    nodes = sorted({node for phase in phases for node in phase})
    number = {node: i for i, node in enumerate(nodes)}
    sources = [node for node in nodes if max(node) < period]
    class_of = {node: tuple(x % period for x in node) for node in nodes}
    lines = ["Minimize", " + ".join(f"m_{p}" for p in range(len(phases))), "Subject To"]
    loads = {}
    for s, source in enumerate(sources):
        kept = {node: ({} if node != source else {None: len(nodes)}) for node in nodes}  # what is at a node, as a sum of variables
        for p, phase in enumerate(phases):
            after = {node: dict(terms) for node, terms in kept.items()}
            for node, to in phase.items():
                if not kept[node]:
                    continue
                name = f"y_{s}_{p}_{number[node]}"
                loads.setdefault((p, class_of[node]), []).append(name)
                after[node][name] = -1
                after[to][name] = 1
                # what arrives in this phase is not sent on in it
                stays = " ".join(f"{'-' if sign < 0 else '+'} {term}" for term, sign in {**kept[node], name: -1}.items() if term)
                lines.append(f"{stays} >= {-kept[node].get(None, 0)}")
            kept = after
        for node, terms in kept.items():
            sums = " ".join(f"{'-' if sign < 0 else '+'} {term}" for term, sign in terms.items() if term)
            lines.append(f"{sums} = {1 - terms.get(None, 0)}")
    for (p, _), names in loads.items():
        lines.append(f"m_{p} - {' - '.join(names)} >= 0")
    return "\n".join(lines + ["End"]) + "\n"


def main(arguments):
    if len(arguments) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    program, shape, period, *settings = arguments
    phases = moves(program, shape, settings)
    with tempfile.TemporaryDirectory() as directory:
        asking.write(f"{directory}/ways.lp", program_of(phases, int(period)))
        subprocess.run(["cbc", f"{directory}/ways.lp", "barrier", "solution", f"{directory}/ways.txt"],
                       stdout=subprocess.DEVNULL, check=True)
        found = re.match(r"Optimal - objective value ([\d.]+)", asking.read(f"{directory}/ways.txt"))
    if not found:
        print("no ways reach all destinations")
        return 1
    print(f"{len(phases)} phases: {found[1]} blocks, so {math.ceil(float(found[1]) - 1e-6)} or more")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
