#!/usr/bin/env python3
"""The table of rtl/test/README.md: faults planted into the RTL one at a time, and what finds each.

    rtl/test/planted_table.py BUILD                      its rows (an hour of processor time)
    rtl/test/planted_table.py BUILD --only 23 24

BUILD is a build directory with rtl_tests in it: the faults are those of testbench/tests/rtl/planted_bugs.cmake, the runs
are testbench/tests/rtl/planted_faults_test.cpp. Proofs: rtl/formal/prove.sh; a fault is refused when the whole router of 3
ports and 2 slots with it is not proved any more; else with 4 slots, else with 5 ports. Faults of gates: with gates. Faults
of bubble flow control: the count of packet slots, and the ring. Faults of the pipelined router: a pin of it differs from
torusim_router.sv (prove.sh differ).
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOT_PROVED = lambda said: " proved " not in said
# From a fault on (testbench/tests/rtl/planted.h): what of prove.sh is tried, with the cell of the table, and what it says of the fault.
PROOFS = {
    1: ({"whole 3 2 2": "yes", "whole 3 2 4": "4 slots", "whole 5 2 2": "5 ports"}, NOT_PROVED),
    50: ({"whole 3 2 2 32": "yes"}, NOT_PROVED),  # kFirstOfGates
    58: ({"--all bubble": "yes"}, lambda said: "refuted  WRONG" in said),  # kFirstOfBubble
    64: ({"differ": "yes"}, lambda said: "refuted  ok" in said),  # kFirstOfPipelined
}


def faults(build):
    folder = build / "testbench/tests/planted/faults"
    numbers = sorted(int(path.name) for path in folder.iterdir() if path.name.isdigit())
    return {n: {part: (folder / str(n) / part).read_text() for part in ("name", "file", "right", "wrong")} for n in numbers}


def runs(build):
    """By number of a fault: columns of the table."""
    said = subprocess.run([build / "testbench/tests/rtl_tests", "--gtest_filter=PlantedFaults.*"], capture_output=True,
                          text=True, check=True, env={**os.environ, "TORUSIM_PLANTED_ROWS": "1"}).stdout
    rows = [line.split("|")[1:] for line in said.splitlines() if line.startswith("fault|")]
    return {int(row[0]): row[1:] for row in rows}


def proofs(build, number, fault):
    """The cell of the first proof that fails with the fault in the RTL; "-" if none does."""
    pieces, finds = PROOFS[max(first for first in PROOFS if first <= number)]
    with tempfile.TemporaryDirectory() as folder:
        rtl = pathlib.Path(folder)
        (rtl / "pipelined").mkdir()
        for path in (build / "testbench/tests/planted/faults").glob("*.sv"):
            shutil.copy(path, rtl / "pipelined" if path.name.startswith("torusim_pipelined") else rtl)
        target = next(rtl.rglob(fault["file"] + ".sv"))
        text = target.read_text()
        assert text.count(fault["right"]) == 1
        target.write_text(text.replace(fault["right"], fault["wrong"]))
        for piece, cell in pieces.items():
            said = subprocess.run([ROOT / "rtl/formal/prove.sh", *piece.split()], capture_output=True, text=True,
                                  env={**os.environ, "RTL": folder}).stdout
            if finds(said):
                return cell
    return "-"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", type=int, nargs="*")
    options = parser.parse_args()
    build = options.build.resolve()
    found = runs(build)
    for number, fault in faults(build).items():
        if not options.only or number in options.only:
            print("| " + " | ".join([fault["name"], *found[number], proofs(build, number, fault)]) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
