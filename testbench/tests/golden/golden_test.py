#!/usr/bin/env python3
"""Runs a fixed list of commands and compares all that they compute with the record.

    golden_test.py PROGRAM EXAMPLES            compare
    golden_test.py PROGRAM EXAMPLES --update   write the record again

runs.txt has a command a line; bash runs each in an empty directory, with `torusim` as the program and $EXAMPLES as the
directory of example schedules. results.txt has a line for each command: exit code, the result's verdict, cycles, flit
hops, hash of ejections, and a hash of the bytes of every file that the command wrote. Pages, waves' save files, lists of
files and the configuration in run.json are left out: their words may change, the numbers may not.
"""
import concurrent.futures
import csv
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
LEFT_OUT = {".torusim", "run.json", "report.html", "index.html", "sweep.html", "curve.html", "waves.gtkw"}
TOTALS = ("verdict", "cycles", "flit_hops", "delivered_blocks", "ejection_hash")


def contents(file):
    """The bytes of a file; of sweep.csv without the column `job`, whose names have the identity of the build."""
    if file.name != "sweep.csv":
        return file.read_bytes()
    header, *rows = csv.reader(file.read_text().splitlines())
    job = header.index("job")
    return "\n".join(",".join(row[:job] + row[job + 1:]) for row in [header, *rows]).encode()


def outcome(program, examples, command):
    with tempfile.TemporaryDirectory() as place:
        package = HERE.parents[1] / "library" / "python"
        text = (f'torusim() {{ "{program}" "$@"; }}; EXAMPLES="{examples}"; TORUSIM_LIBRARY="{program.parent}/libtorusim.so"\n'
                f'export PYTHONPATH="{package}" TORUSIM_LIBRARY PYTHONDONTWRITEBYTECODE=1; {command}')
        done = subprocess.run(["bash", "-o", "pipefail", "-c", text], cwd=place, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        parts = [f"exit {done.returncode}"]
        for file in sorted(pathlib.Path(place).rglob("*")):
            name = file.relative_to(place)
            if "jobs" in name.parts[1:-1]:  # runs of a sweep, whose directories are named after the build
                continue
            if file.name == "run.json":
                run = json.loads(file.read_text())
                parts += [f"{name.parent}/{key} {run[key]}" for key in TOTALS if key in run]
            if file.is_file() and file.name not in LEFT_OUT:
                parts.append(f"{name} {hashlib.sha256(contents(file)).hexdigest()[:12]}")
        return f"{command}\n    {', '.join(parts)}", done.stderr


def main():
    program, examples = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    commands = [line for line in (HERE / "runs.txt").read_text().splitlines() if line and not line.startswith("#")]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(lambda command: outcome(program, examples, command), commands))
    record = HERE / "results.txt"
    if sys.argv[3:] == ["--update"]:
        record.write_text("".join(f"{text}\n" for text, _ in outcomes))
        return 0
    recorded = record.read_text().split("\n")
    known = dict(zip(recorded[::2], recorded[1::2]))
    wrong = 0
    for text, errors in outcomes:
        command, now = text.split("\n")
        if known.pop(command, "") == now:
            continue
        wrong += 1
        print(f"$ {command}\n{now}\n{errors}")
    for command in known:
        wrong += bool(command)
    print(f"{len(commands)} commands, {wrong} with other results than the record")
    return wrong > 0


sys.exit(main())
