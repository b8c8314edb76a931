#!/usr/bin/env python3
"""How far plans for random networks stay from the bound of the links: `planned` on tori, meshes, twisted tori, hypercubes, complete
graphs, other graphs and mixtures of 12 to 128 nodes. Up to 10 % of the links or nodes have failed, or channels one way; a half of
the networks has slow links. The totals follow the list of the plans that are more than 5 % above the bound.

    planned_networks.py build/torusim [NETWORKS [SEED [COLLECTIVE ..]]]      # --list: prints every plan
"""

import collections
import math
import random
import re
import subprocess
import sys

SHAPES = {
    "torus": ["torus:8x8", "torus:4x4x4", "torus:5x7", "torus:12x4", "torus:6x6", "torus:3x4x5", "torus:2x4x8", "torus:8x16",
              "ring:16", "torus:4x4x4x2"],
    "mesh": ["mesh:8x8", "mesh:4x6", "mesh:3x3x4", "mesh:16x4"],
    "twisted": ["torus:4x4x8~", "torus:4x8~x+y4", "torus:4x6~x+y3"],
    "cube": ["hypercube:6", "hypercube:4", "complete:12", "complete:4x4"],
    "mixture": ["torus:8x6m", "torus:4x4m", "torus:4x3x5k", "torus:6mx3k"],
    "graph": ["product:petersen,4", "product:petersen,3m", "product:petersen,2"],
}
LINK_OF = {"cube": ["x1", "y1"], "graph": ["x1", "x2", "y"]}  # dimensions have one channel each way elsewhere


def nodes_of(shape):
    """Nodes of a shape."""
    sides = [int(side) for side in re.findall(r"\d+", shape.split("~")[0].replace("petersen", "10"))]
    return 2 ** sides[0] if shape.startswith("hypercube") else math.prod(sides)


def network(draw):
    """The kinds of a random network, of its failures and of its rates, and its options."""
    kind = draw.choice(list(SHAPES))
    shape = draw.choice(SHAPES[kind])
    nodes = lambda most: sorted(draw.sample(range(nodes_of(shape)), draw.randint(1, most)))
    links = lambda most: [f"{node}+{draw.choice(LINK_OF.get(kind, 'xy'))}" for node in nodes(most)]
    failed = draw.choice(["whole", "links failed", "one way", "nodes failed"])
    fail = {"links failed": lambda: f"random:{draw.randint(1, 10)}%",
            "one way": lambda: ",".join(f"{link}:one-way" for link in links(4)),
            "nodes failed": lambda: ",".join(map(str, nodes(nodes_of(shape) // 10)))}
    rates = draw.choice(["even", "even", "slow links", "slow dimension"])
    rate = {"slow links": lambda: ",".join(f"{link}=1/{draw.choice([2, 4, 8])}" for link in links(3)),
            "slow dimension": lambda: f"{draw.choice('xy')}=1/{draw.randint(2, 4)}"}
    options = ["-t", shape, "--seed", str(draw.randrange(1000))]
    options += ["--fail", fail[failed]()] if failed in fail else []
    options += ["--link-rate", rate[rates]()] if rates in rate else []
    return (kind, failed, rates), options


def plan(program, options, collective):
    """For packets of 1,024 flits, (blocks, bound) of a plan; None where links do not exist, or the network is cut. `gossip/4` is a
    gossip in four pieces."""
    kind, _, pieces = collective.partition("/")
    command = [program, "info", "planned", "--set", f"collective={kind}", "--block", str(1024 // int(pieces or 1)), *options]
    command += ["--set", f"pieces={pieces}"] if pieces else []
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return tuple(int(number) for number in re.search(r"phases, (\d+) blocks .* less than (\d+)", done.stdout).groups())
    if re.search("^torusim: --(fail|link-rate) ", done.stderr, re.MULTILINE):  # progress may stand before it
        return None
    sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")


def main(arguments):
    listed = "--list" in arguments
    program, *arguments = [argument for argument in arguments if argument != "--list"]
    wanted, seed = (int(arguments[i]) if len(arguments) > i else default for i, default in ((0, 400), (1, 7)))
    draw = random.Random(seed)
    collectives = arguments[2:] or ["gossip", "gossip/4", "complete-exchange"]
    networks, above = collections.Counter(), collections.Counter()
    while networks["all"] < wanted:
        words, options = network(draw)
        plans = [plan(program, options, collective) for collective in collectives]
        if None in plans:
            continue
        networks.update(("all", *words))
        for collective, (blocks, bound) in zip(collectives, plans):
            far = 20 * blocks > 21 * bound
            above.update((collective, word) for word in ("all", *words) if far)
            if far or listed:
                print(f"{collective} {' '.join(options)}: {blocks} blocks, bound {bound}", flush=True)
    print(f"\n{'networks':15}{'number':>8}", *(f"{collective:>18}" for collective in collectives), "more than 5 % above")
    for word, number in networks.items():
        print(f"{word:15}{number:8}", *(f"{above[collective, word]:18}" for collective in collectives))


if __name__ == "__main__":
    main(sys.argv[1:])
