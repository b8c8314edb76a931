#!/usr/bin/env python3
"""The table of docs/planted-faults.md: faults planted into the RTL one at a time, and what finds each.

    rtl/test/planted_table.py BUILD > docs/planted-faults.md      (an hour of processor time)
    rtl/test/planted_table.py BUILD --only 23 24

BUILD is a build directory with rtl_tests in it: the faults are those of testbench/tests/rtl/planted_bugs.cmake, the runs
are testbench/tests/rtl/planted_faults_test.cpp. Proofs: rtl/formal/prove.sh; a fault is refused when the whole router of 3
ports and 2 slots with it is not proved any more; else with 4 slots, else with 5 ports. Faults of gates: with gates. Faults
of bubble flow control: the count of packet slots, and the ring. Faults of the pipelined router: a pin of it differs from
router.sv (prove.sh differ).
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES = ("3 2 2", "3 2 4", "5 2 2")
FIRST_OF_GATES = 50  # kFirstOfGates in testbench/tests/rtl/planted.h
GATED = ("3 2 2 32",)
FIRST_OF_BUBBLE = 58  # kFirstOfBubble
FIRST_OF_PIPELINED = 64  # kFirstOfPipelined


def faults(build):
    folder = build / "testbench/tests/planted/faults"
    numbers = sorted(int(path.name) for path in folder.iterdir() if path.name.isdigit())
    return {n: {part: (folder / str(n) / part).read_text() for part in ("name", "file", "right", "wrong")} for n in numbers}


def runs(build):
    """By number of a fault: columns of the table."""
    said = subprocess.run([build / "testbench/tests/rtl_tests", "--gtest_filter=PlantedFaults.*",
                           "--gtest_also_run_disabled_tests"], capture_output=True, text=True, check=True).stdout
    rows = [line.split("|")[1:] for line in said.splitlines() if line.startswith("fault|")]
    return {int(row[0]): row[1:] for row in rows}


def proved(build, fault, sizes):
    """The first size of router that is not proved with the fault in it; None if all are."""
    with tempfile.TemporaryDirectory() as folder:
        rtl = pathlib.Path(folder)
        (rtl / "pipelined").mkdir()
        for path in (build / "testbench/tests/planted/faults").glob("*.sv"):
            shutil.copy(path, rtl / "pipelined" if path.name.startswith("pipelined") else rtl)
        target = next(rtl.rglob(fault["file"] + ".sv"))
        text = target.read_text()
        assert text.count(fault["right"]) == 1
        target.write_text(text.replace(fault["right"], fault["wrong"]))
        for size in sizes:
            piece = ["--all", size] if size == "bubble" else size.split() if size.startswith("differ") else ["whole", *size.split()]
            said = subprocess.run([ROOT / "rtl/formal/prove.sh", *piece], capture_output=True, text=True,
                                  env={**os.environ, "RTL": folder}).stdout
            fails = "refuted  WRONG" in said if size == "bubble" else "refuted  ok" in said if size == "differ 3" else " proved " not in said
            if fails:
                return size
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", type=int, nargs="*")
    options = parser.parse_args()
    build = options.build.resolve()
    found = runs(build)
    for number, fault in faults(build).items():
        if options.only and number not in options.only:
            continue
        sizes = SIZES if number < FIRST_OF_GATES else GATED if number < FIRST_OF_BUBBLE else ("bubble",) if number < FIRST_OF_PIPELINED else ("differ 3",)
        size = proved(build, fault, sizes)
        ports, _, slots = size.split()[:3] if size and size not in ("bubble", "differ 3") else ("", "", "")
        proofs = "-" if not size else "yes" if size == sizes[0] else f"{ports} ports" if ports != "3" else f"{slots} slots"
        print("| " + " | ".join([fault["name"], *found[number], proofs]) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
