#!/usr/bin/env python3
"""The tables of docs/algorithms/bubble.md: bubble flow control with one lane beside datelines with two, buffers of the same flits.

    bubble.py traffic PROGRAM [SHAPE ..]     saturation and full load of traffic, in Markdown (minutes)
    bubble.py exchange PROGRAM               cycles of complete exchanges, in Markdown
    bubble.py compare PROGRAM PAGE           does the page have the exchanges as they come now?

Every packet and every block is verified. Ends with 0, with 1 if the page is not as measured, with 2 if it could not work.
"""

import json
import os
import sys
import tempfile

import asking

SHAPES = ["ring:8", "ring:16", "torus:8x8", "torus:16x16", "torus:8x8x8"]
PATTERNS = ["uniform", "tornado"]
PACKETS = [1, 4, 8]                          # flits
FLITS = [16, 32]                             # of the buffer of an input port
EXCHANGES = [("direct", "ring:16"), ("direct", "torus:8x8"), ("direct", "torus:4x4x4")]


def two_ways(flits):
    return [["--reserve", str(flits // 2)], ["--switching", "bubble", "--reserve", str(flits)]]


def rates(program, pattern, shape, packet, options):
    """(saturation, full load), in flits per node and cycle."""
    with tempfile.TemporaryDirectory() as directory:
        out = os.path.join(directory, "curve")
        asking.ask([program, "curve", pattern, "-t", shape, "--packet", str(packet), *options, "--points", "1", "--warmup", "2000",
                    "--window", "6000", "--drain", "4000", "--quiet", "-o", out], lambda *_: False)
        recorded = json.loads(asking.read(os.path.join(out, "run.json")))
    return recorded["saturation"]["taken"] if recorded["saturation"] else 0.0, recorded["full_load"]["accepted"]


def compared(old, new):
    return [f"{old:.3f}", f"{new:.3f}", f"{100 * (new / old - 1):+.0f} %" if old > 0 else "-"]


def traffic(program, shapes):
    heads = ["network", "pattern", "packet"]
    for flits in FLITS:
        heads += [f"{flits} flits: datelines", "bubble", "gain"]
    print("\n".join(asking.head([*heads, f"full load, {FLITS[-1]} flits: datelines", "bubble", "gain"])))
    for shape in shapes or SHAPES:
        for pattern in PATTERNS:
            for packet in PACKETS:
                cells = []
                for flits in FLITS:
                    lanes, bubble = (rates(program, pattern, shape, packet, way) for way in two_ways(flits))
                    cells += compared(lanes[0], bubble[0])
                print(asking.row([f"`{shape}`", pattern, str(packet), *cells, *compared(lanes[1], bubble[1])]), flush=True)


def exchange(program):
    ways = [f"{flits} flits, {name}" for flits in FLITS for name in ("datelines", "bubble")]
    lines = asking.head(["complete exchange", "b", *ways])
    for algorithm, shape in EXCHANGES:
        for block in (0, 3, 7):
            cells = []
            for flits in FLITS:
                for way in two_ways(flits):
                    text = asking.ask([program, "run", algorithm, "-t", shape, "--block", str(block), "--sync", "none", *way, "--quiet"],
                                      lambda *_: False)
                    cells.append(next(line.split()[1] for line in text.splitlines() if line.startswith("cycles")))
            lines.append(asking.row([f"`{algorithm}` on {shape}", str(block), *cells]))
    return "\n".join(lines) + "\n"


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "traffic":
        return traffic(arguments[1], arguments[2:])
    if len(arguments) == 2 and arguments[0] == "exchange":
        return print(exchange(arguments[1]), end="")
    if len(arguments) == 3 and arguments[0] == "compare":
        return asking.compare(arguments[2], [exchange(arguments[1])])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
