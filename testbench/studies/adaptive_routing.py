#!/usr/bin/env python3
"""Minimal adaptive routing and source routes beside dimension order and beside BookSim 2 (github.com/booksim/booksim2), which has to be
built apart: the table of docs/algorithms/adaptive.md. BookSim 2 has ROMM on meshes only, and its `valiant`
ends in an assertion of its own (routefunc.cpp:1391) on a torus.

    adaptive_routing.py TORUSIM [BOOKSIM]

Packets of 8 flits on an 8x8 torus, virtual channels of 8 flits. Saturation is the highest load, to 0.01, of which 95 % is accepted with
a mean latency of at most three times that of an empty network. Full load is the rate accepted when every node offers a flit per cycle.
"""

import json
import re
import subprocess
import sys
import tempfile

PATTERNS = ["uniform", "tornado", "transpose"]
ADAPTIVE = ["--routing", "adaptive"]
FIRST = ["--arbitration", "transit-first"]
TORUSIM = [("dimension order, 2 lanes", ["--lanes", "2"]), ("adaptive, 3 lanes", [*ADAPTIVE, "--lanes", "3"]),
           ("adaptive, 4 lanes", [*ADAPTIVE, "--lanes", "4"]), ("dimension order, 2 lanes, transit first", ["--lanes", "2", *FIRST]),
           ("adaptive, 4 lanes, transit first", [*ADAPTIVE, "--lanes", "4", *FIRST]),
           ("dimension order, 2 lanes, balanced", ["--lanes", "2", "--lane-choice", "balanced"]),
           *((f"{name}, 4 lanes", ["--routing", name, "--lanes", "4"]) for name in ("valiant", "romm", "random-order"))]
BOOKSIM = [("BookSim2 `dim_order`, 2 VCs", {"routing_function": "dim_order", "num_vcs": 2}),
           ("BookSim2 `dim_order_bal`, 2 VCs", {"routing_function": "dim_order_bal", "num_vcs": 2}),
           ("BookSim2 `min_adapt`, 4 VCs", {"routing_function": "min_adapt", "num_vcs": 4})]


def torusim(program, options, pattern, load):
    command = [program, "traffic", pattern, "-t", "torus:8x8", "--reserve", "8", *options, "--load", f"{load:.2f}", "--warmup", "2000",
               "--window", "6000", "--drain", "3000", "--json", "--quiet"]
    result = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    return result["accepted"], result["offered"], result["latency"]["mean"]


def booksim(program, options, pattern, load):
    settings = {"topology": "torus", "k": 8, "n": 2, "vc_buf_size": 8, "packet_size": 8, "injection_rate": f"{load:.2f}",
                "injection_rate_uses_flits": 1, "traffic": pattern, "sim_type": "throughput",
                "warmup_periods": 2, "max_samples": 5, "sample_period": 2000, **options}
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as file:
        file.write("".join(f"{key} = {value};\n" for key, value in settings.items()))
        file.flush()
        text = subprocess.run([program, file.name], capture_output=True, text=True, timeout=300).stdout

    def figure(name):
        return float(re.findall(name + r"\s*=?\s*([\d.]+)", text)[-1])

    # The nodes of the diagonal, which a transpose maps to themselves, send to themselves all that they offer; here they are silent.
    own = load / 8 if pattern == "transpose" else 0
    return figure("Accepted flit rate average") - own, figure("Injected flit rate average") - own, figure("Packet latency average")


def figures(measure):
    empty = measure(0.01)[2]

    def takes(load):
        accepted, _, latency = measure(load)
        return accepted >= 0.95 * load * share and latency <= 3 * empty

    share = measure(0.04)[0] / 0.04  # transpose: nodes of the diagonal send nothing
    low, high = 1, 100
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if takes(middle / 100) else (low, middle)
    return f"{low / 100:.2f} | {measure(1.0)[0]:.3f}"


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    print("| | " + " | ".join(f"{pattern}, saturation | full load" for pattern in PATTERNS) + " |")
    print("|---" * (1 + 2 * len(PATTERNS)) + "|")
    rows = [(name, torusim, arguments[0], options) for name, options in TORUSIM]
    rows += [(name, booksim, arguments[1], options) for name, options in BOOKSIM if len(arguments) > 1]
    for name, simulator, program, options in rows:
        row = [figures(lambda load: simulator(program, options, pattern, load)) for pattern in PATTERNS]
        print(f"| {name} | " + " | ".join(row) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
