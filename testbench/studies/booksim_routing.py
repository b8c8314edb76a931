#!/usr/bin/env python3
"""Saturation by routing beside BookSim 2 (github.com/booksim/booksim2), which has to be built apart: the tables of docs/routing.md.

    booksim_routing.py TORUSIM BOOKSIM [SHAPE ..]      torus and mesh

Packets of 8 flits on 8x8, 4 virtual channels of 8 flits. Saturation is the highest load, to 0.01, with a mean latency of at most three
times that of an empty network, and no less than 95 % of the offered flits accepted.
"""

import json
import re
import subprocess
import sys
import tempfile

PATTERNS = ["uniform", "tornado", "transpose", "hotspot"]
# Rules of torusim, and BookSim's name of the same.
ROUTINGS = {
    "torus": [("dimension-order", "dateline", "dim_order"), ("dimension-order", "balanced", "dim_order_bal"),
              ("valiant", "balanced", "valiant"), ("romm", "balanced", None), ("random-order", "balanced", None)],
    "mesh": [("dimension-order", "balanced", "dim_order"), ("valiant", "balanced", "valiant"), ("romm", "balanced", "romm"),
             ("random-order", "balanced", "xy_yx")],
}
# Node 0 has 20 % of the packets, and its share of the others.
HOTSPOT = "hotspot({%s},{17,%s})" % (",".join(str(n) for n in range(64)), ",".join(["1"] * 63))


def torusim(program, shape, pattern, routing, lanes, load):
    command = [program, "traffic", pattern, "-t", f"{shape}:8x8", "--lanes", "4", "--reserve", "8", "--routing", routing,
               "--lane-choice", lanes, "--load", f"{load:.2f}", "--warmup", "2000", "--window", "6000", "--drain", "4000", "--json", "--quiet"]
    result = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    return result["accepted"] / result["offered"], result["latency"]["mean"]


def booksim(program, shape, pattern, routing, load):
    settings = {"topology": shape, "k": 8, "n": 2, "routing_function": routing, "num_vcs": 4, "vc_buf_size": 8, "packet_size": 8,
                "traffic": HOTSPOT if pattern == "hotspot" else pattern, "injection_rate": f"{load:.2f}", "injection_rate_uses_flits": 1,
                "sim_type": "throughput", "warmup_periods": 2, "max_samples": 5, "sample_period": 2000}
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as file:
        file.write("".join(f"{key} = {value};\n" for key, value in settings.items()))
        file.flush()
        text = subprocess.run([program, file.name], capture_output=True, text=True).stdout

    def figure(name):
        return float(re.findall(name + r"\s*=?\s*([\d.]+)", text)[-1])

    return figure("Accepted flit rate average") / load, figure("Packet latency average")


def saturation(measure):
    empty = measure(0.01)[1]

    def takes(load):
        share, latency = measure(load)
        return share >= 0.95 and latency <= 3 * empty

    low, high = 0.01, 1.0
    while high - low > 0.011:
        middle = round((low + high) / 2, 2)
        low, high = (middle, high) if takes(middle) else (low, middle)
    return low


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    for shape in arguments[2:] or ROUTINGS:
        print(f"| {shape}:8x8 | " + " | ".join(f"{pattern} | BookSim" for pattern in PATTERNS) + " |")
        print("|---" * (1 + 2 * len(PATTERNS)) + "|")
        for routing, lanes, theirs in ROUTINGS[shape]:
            row = [f"`{routing}`" + (", dateline" if lanes == "dateline" else "")]
            for pattern in PATTERNS:
                row.append(f"{saturation(lambda load: torusim(arguments[0], shape, pattern, routing, lanes, load)):.2f}")
                row.append(f"{saturation(lambda load: booksim(arguments[1], shape, pattern, theirs, load)):.2f}" if theirs else "-")
            print("| " + " | ".join(row) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
