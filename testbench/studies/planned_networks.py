#!/usr/bin/env python3
"""How far plans for random networks stay from the bound of the links: `planned` on tori, meshes, twisted tori, complete graphs,
graphs and mixtures of 12 to 128 nodes with up to 10 % of the links failed, some of them one way.

    planned_networks.py build/torusim [NETWORKS [SEED [COLLECTIVE ..]]]
    planned_networks.py build/torusim uneven [NETWORKS [SEED [COLLECTIVE ..]]]      # with slow links, and failed nodes
"""

import random
import re
import subprocess
import sys

SHAPES = ["torus:8x8", "torus:4x4x4", "torus:5x7", "torus:12x4", "torus:6x6", "torus:3x4x5", "torus:2x4x8", "ring:16", "mesh:8x8",
          "mesh:4x6", "mesh:3x3x4", "torus:8x6m", "torus:4x4m", "hypercube:6", "hypercube:4", "torus:4x4x8~", "torus:4x8~x+y4",
          "torus:4x3x5k", "complete:12", "product:petersen,4", "product:petersen,3m", "torus:8x16", "mesh:16x4", "torus:4x4x4x2"]


def network(draw, shape):
    """Options of a network: the shape, with or without failures."""
    kind = draw.randrange(4)
    if kind == 0 or shape.startswith("product"):
        return ["-t", shape]
    if kind == 1 and re.fullmatch(r"torus:\d+x\d+", shape):
        sides = [int(side) for side in shape[6:].split("x")]
        one_way = {(draw.randrange(sides[0]), draw.randrange(sides[1]), draw.choice("xy")) for _ in range(draw.randint(1, 4))}
        return ["-t", shape, "--fail", ",".join(f"({x},{y})+{d}:one-way" for x, y, d in sorted(one_way))]
    return ["-t", shape, "--fail", f"random:{draw.randint(1, 10)}%", "--seed", str(draw.randrange(1000))]


def uneven(draw, shape):
    """Options of a network with slow links and often failed ones: a slow dimension, or on tori and meshes a slow link."""
    options = network(draw, shape)
    if re.fullmatch(r"(torus|mesh):[0-9x]+", shape) and draw.randrange(2):
        node = ",".join(str(draw.randrange(1, int(side) - 1)) if int(side) > 2 else "0" for side in shape.split(":")[1].split("x"))
        rate = f"({node})+y=1/{draw.choice([2, 4, 8])}"
    else:
        rate = f"{'x' if re.match('ring|complete', shape) else draw.choice('xy')}=1/{draw.randint(2, 4)}"
    if draw.randrange(4) == 0 and "--fail" not in options:
        options += ["--fail", str(draw.randrange(1, 12))]
    return [*options, "--link-rate", rate]


def plan(program, options, collective):
    """For long blocks, (blocks, bound) of a plan; the error's text where the network is cut or has too few links to fail."""
    command = [program, "info", "planned", "--set", f"collective={collective}", "--block", "1024", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr.strip()
    blocks, bound = re.search(r"phases, (\d+) blocks .* less than (\d+)", done.stdout).groups()
    return int(blocks), int(bound)


def main(arguments):
    program = arguments.pop(0)
    drawn = uneven if arguments[:1] == ["uneven"] else network
    arguments = arguments[drawn is uneven:]
    wanted, seed = (int(arguments[i]) if len(arguments) > i else default for i, default in ((0, 400), (1, 7)))
    draw = random.Random(seed)
    above, planned = {collective: 0 for collective in arguments[2:] or ("complete-exchange", "gossip")}, 0
    while planned < wanted:
        options = drawn(draw, draw.choice(SHAPES))
        results = {collective: plan(program, options, collective) for collective in above}
        refused = [text for text in results.values() if isinstance(text, str)]
        if refused:
            if "cut" in refused[0] or "is no link" in refused[0]:
                continue
            sys.exit(f"{' '.join(options)}: {refused[0]}")
        planned += 1
        for collective, (blocks, bound) in results.items():
            if 20 * blocks > 21 * bound:
                above[collective] += 1
                print(f"{collective} {' '.join(options)}: {blocks} blocks, bound {bound}", flush=True)
    for collective, number in above.items():
        print(f"{collective}: {number} of {planned} networks more than 5 % above the bound")


if __name__ == "__main__":
    main(sys.argv[1:])
