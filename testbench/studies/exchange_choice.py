#!/usr/bin/env python3
"""Is `exchange` the quickest complete exchange through one port? Every algorithm in every setting, on a grid of shapes, blocks and startups.

    exchange_choice.py PROGRAM [SHAPE..]     without SHAPE: the 52 tori and rings of SHAPES

The cycles of the choice are those that `info` says. Another scheme counts as quicker if a run with barriers of no latency, all blocks
verified, ends earlier. Schemes with a lower bound above the choice are not run, nor those of more than MOST_HOPS messages and hops. Above
MOST_PLANNED nodes `planned` has its own number of phases only. Ends with 0 if at most MOST_SLOWER of the points have a quicker scheme, else
with 1, and with 2 if it could not work.
"""

import itertools
import json
import math
import re
import subprocess
import sys

import asking

SHAPES = [*(f"ring:{n}" for n in (5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 32, 64)),
          *(f"torus:{s}" for s in ("3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10", "12x12", "16x16", "2x8", "3x5", "4x6", "4x8",
                                   "4x16", "5x7", "6x8", "6x10", "8x16", "12x8", "14x12", "32x32", "2x3x4", "2x4x8", "3x3x3", "3x4x5",
                                   "4x4x4", "4x4x8", "4x8x8", "5x5x5", "6x6x6", "8x8x8", "2x2x2x2", "2x2x4x4", "3x3x3x3", "4x4x4x4"))]
BLOCKS = [1, 2, 16, 256, 4096]
STARTUPS = [0, 100, 1000, 30000]
MOST_SLOWER = 0.01
MOST_HOPS = 20_000_000
MOST_PLANNED = 100
COSTLESS = {"signals", "local", "collective", "pieces", "root", "seed", "block", "startup", "intervals"}


def groups(dimensions):
    """Every division of the dimensions: "1,2" """
    for cuts in itertools.product((False, True), repeat=dimensions - 1):
        sizes = [1]
        for cut in cuts:
            sizes = [*sizes, 1] if cut else [*sizes[:-1], sizes[-1] + 1]
        yield ",".join(map(str, sizes))


def values(option, sides):
    """The values of an option that may change the cost; None stands for its standard."""
    nodes = math.prod(sides)
    named = {"groups": groups(len(sides)), "phases": [None, *range(4, 17), 20, 24, 32, 48, 63], "startups": [None, *range(3, 10)],
             "at-once": ["all", *range(1, min(5, nodes))], "ports": [None, 1, 2],
             "gathers": [None, *(",".join(g) for n in range(1, 5) for g in itertools.combinations_with_replacement("0123456", n))]}
    if option["name"] in COSTLESS:
        return [None]
    return option["values"] or named[option["name"]]


def schemes(program, shape):
    """(algorithm, settings) of everything that is a complete exchange."""
    sides = [int(side) for side in re.findall(r"\d+", shape)]
    for algorithm in json.loads(asking.ask([program, "list", "--json"], lambda *_: False)):
        if algorithm.get("collective") != "complete-exchange" or algorithm["name"] == "exchange":
            continue
        few = algorithm["name"] == "planned" and math.prod(sides) > MOST_PLANNED
        for chosen in itertools.product(*([None] if few and option["name"] == "phases" else values(option, sides)
                                          for option in algorithm["options"])):
            yield algorithm["name"], [f"{option['name']}={value}" for option, value in zip(algorithm["options"], chosen) if value is not None]


def point(block, startup):
    return ["--block", str(block), "--startup", str(startup)]


class Scheme:
    def __init__(self, program, shape, name, settings, found):
        self.asked = program, name, shape, settings
        self.ports = found["ports"]
        self.nodes = found["nodes"]
        self.phases = [(p["max_blocks"], p["total_blocks"], p["max_link_load"], p["max_link_blocks"]) for p in found["phases"]]
        self.hops = sum(p["messages"] * p["max_hops"] for p in found["phases"])
        self.shares = found["predicted"]["phases_that_share_channels"] > 0 or self.ports > 1
        self.text = " ".join([name, *settings])

    def least(self, block, startup):
        """A lower bound: of a phase the largest message, the busiest channel, the blocks of a node."""
        sums = 0
        for blocks, total, load, channel in self.phases:
            sums += startup + 6 + max(blocks * block, load - 1 + channel * block, math.ceil(total / self.nodes) * block)
        return sums

    def cycles(self, block, startup, most):
        """Of a run, or what is predicted where no messages share a channel; None if not below `most`."""
        program, name, shape, settings = self.asked
        if not self.shares:
            return asking.info(program, name, shape, settings, point(block, startup))["predicted"]["cycles"]
        done = subprocess.run([program, "run", *asking.options(name, shape, settings), "--quiet", "--sync", "barrier", "--alpha", "1",
                               "--max-cycles", str(most), *point(block, startup)], capture_output=True, text=True)
        if done.returncode != 0:  # refused, slower, or wrong
            return None
        return int(re.search(r"^cycles +(\d+)", done.stdout, re.MULTILINE)[1])


def schemes_of(program, shape):
    seen = {}
    for name, settings in schemes(program, shape):
        found = asking.info(program, name, shape, settings, refused=lambda code, _: code in (2, 3))
        if found is not None:
            scheme = Scheme(program, shape, name, settings, found)
            seen.setdefault((scheme.shares and scheme.text, *sorted(scheme.phases)), scheme)
    return list(seen.values())


def quicker(scheme_list, program, shape, block, startup):
    """(cycles of the choice, its text, quickest other, its text); prints those that were not run."""
    found = asking.info(program, "exchange", shape, [], point(block, startup))
    chosen = found["chosen"]
    cycles = int(re.search(r": ([0-9,]+) cycles", chosen)[1].replace(",", ""))
    best, name, left = cycles, chosen.split(":")[0], 0
    for scheme in sorted(scheme_list, key=lambda one: one.least(block, startup)):
        if scheme.least(block, startup) >= best:
            break
        if scheme.shares and scheme.hops > MOST_HOPS:
            left += 1
            continue
        other = scheme.cycles(block, startup, best)
        if other is not None and other < best:
            best, name = other, scheme.text
    return cycles, chosen, best, name, left


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    program, points, slower, unknown = arguments[0], 0, 0, 0
    for shape in arguments[1:] or SHAPES:
        scheme_list = schemes_of(program, shape)
        for block, startup in itertools.product(BLOCKS, STARTUPS):
            cycles, chosen, best, name, left = quicker(scheme_list, program, shape, block, startup)
            points += 1
            unknown += left > 0
            if best < cycles:
                slower += 1
                print(f"{shape}, b {block}, t_s {startup}: {name} {best} < {cycles / best:.3f} x, {chosen}", flush=True)
        print(f"{shape}: {len(scheme_list)} schemes; {slower} of {points} points are not the quickest, {unknown} with schemes that were not run",
              flush=True)
    return 0 if slower <= MOST_SLOWER * points else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
