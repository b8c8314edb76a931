#!/usr/bin/env python3
"""Speed of open-loop traffic beside BookSim 2 (github.com/booksim/booksim2), which has to be built apart.

    booksim_speed.py TORUSIM BOOKSIM [TURNS]      best of TURNS (3)

Uniform traffic of 8-flit packets on 8x8 and 16x16 tori, dimension order, 2 VCs of 8 flits, at 60 % of saturation. Both programs run in
turns, each with a short and a long run: the difference of their flit-hops over the difference of their processor seconds leaves set-up out.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

SHAPES = [("8x8", 8, 0.24, 60000, 2000), ("16x16", 16, 0.126, 20000, 500)]


def timed(command):
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        out.seek(0)
        text = out.read().decode()
    if status not in (0, 255 << 8):  # BookSim ends with 255 after a run that it calls successful
        sys.exit(f"{' '.join(command)}: status {status}")
    return text, usage.ru_utime + usage.ru_stime


def torusim(program, side, load, window):
    text, seconds = timed([program, "traffic", "uniform", "-t", f"torus:{side}x{side}", "--reserve", "8", "--load", str(load),
                           "--warmup", "500", "--window", str(window), "--json", "--quiet"])
    return json.loads(text)["flit_hops"], seconds


def booksim(program, side, load, period):
    settings = {"topology": "torus", "k": side, "n": 2, "routing_function": "dim_order", "num_vcs": 2, "vc_buf_size": 8,
                "packet_size": 8, "traffic": "uniform", "injection_rate": load, "injection_rate_uses_flits": 1,
                "sim_type": "throughput", "warmup_periods": 1, "max_samples": 3, "sample_period": period}
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as file:
        file.write("".join(f"{key} = {value};\n" for key, value in settings.items()))
        file.flush()
        text, seconds = timed([program, file.name])

    def figure(name):
        return float(re.findall(name + r"\s*=?\s*([\d.]+)", text)[-1])

    cycles = figure("Time taken is")
    hops = figure("Hops average") - 1  # it counts routers
    return cycles * side * side * figure("Accepted flit rate average") * hops, seconds


def rate(simulate, program, side, load, length):
    short, long = simulate(program, side, load, length), simulate(program, side, load, 4 * length)
    return (long[0] - short[0]) / (long[1] - short[1]) / 1e6


def main(arguments):
    if len(arguments) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    for name, side, load, window, period in SHAPES:
        ours, theirs = [], []
        for _ in range(int((arguments + ["3"])[2])):
            ours.append(rate(torusim, arguments[0], side, load, window))
            theirs.append(rate(booksim, arguments[1], side, load, period))
        print(f"{name}: torusim {max(ours):.4g}, BookSim {max(theirs):.3g} million flit-hops/s of processor time, "
              f"ratio {max(ours) / max(theirs):.3g}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
