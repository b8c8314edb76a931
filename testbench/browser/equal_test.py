#!/usr/bin/env python3
"""The program in a browser prints what the program prints: equal_test.py PROGRAM SITE [CASES]

Random commands run in both, the one of SITE by node: verdict, cycles, hash and every other line of standard output must be equal.
"""

import random
import subprocess
import sys
from pathlib import Path

RUNNER = Path(__file__).with_name("run.js")
SHAPES = ["torus:4x4", "torus:8x8", "torus:3x5", "torus:4x4x4", "mesh:4x5", "ring:9", "torus:4x4x8~", "hypercube:4"]


def drawn(choose: random.Random) -> list[str]:
    shape = ["-t", choose.choice(SHAPES)]
    hardware = [word for option, values in (("--lanes", "24"), ("--reserve", "1248"), ("--link-delay", "123"), ("--alpha", "12"))
                if choose.random() < 0.4 for word in (option, choose.choice(values))]
    kind = choose.randrange(6)
    if kind == 0:
        return ["traffic", choose.choice(["uniform", "transpose", "tornado", "neighbour"]), *shape, *hardware, "--quiet", "--load",
                f"0.{choose.randrange(1, 6)}", "--routing", choose.choice(["dimension-order", "adaptive", "valiant"])]
    if kind == 1:
        return ["info", choose.choice(["direct", "t4", "swing", "exchange", "gossip-ti"]), *shape, "--block", str(choose.randrange(99))]
    if kind == 2:
        return ["compare", choose.choice(["all-reduce", "all-gather", "broadcast"]), *shape, "--flit-bytes", "16", "--size", choose.choice(["4kB", "1MB"])]
    failed = ["--fail", "random:10%", "--seed", str(choose.randrange(9))] if choose.random() < 0.3 else []
    return ["run", choose.choice(["direct", "t4", "te-a1", "swing", "bucket", "gossip-ti", "direct-even", "planned", "exchange"]), *shape, *hardware,
            *failed, "--quiet", "--block", str(choose.randrange(2000)), "--startup", str(choose.randrange(50)), "--sync",
            choose.choice(["none", "barrier", "local", "priority"]), "--switching",
            choose.choice(["wormhole", "wormhole", "vct", "saf", "circuit"])]


def outcome(command: list[str]) -> tuple[int, str]:
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    return ended.returncode, ended.stdout


def main() -> None:
    program, site = sys.argv[1:3]
    cases = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    choose = random.Random(1)
    done = 0
    for _ in range(cases):
        command = drawn(choose)
        ours = outcome([program, *command])
        theirs = outcome(["node", "--no-experimental-fetch", str(RUNNER), site, *command])
        if ours != theirs:
            sys.exit(f"torusim {' '.join(command)}\nprogram, exit code {ours[0]}:\n{ours[1]}\nbrowser, exit code {theirs[0]}:\n{theirs[1]}")
        done += ours[0] == 0
    if done < cases / 3:
        sys.exit(f"only {done} of {cases} commands end with 0")
    print(f"{cases} commands are equal, {done} of them end with 0")


if __name__ == "__main__":
    main()
