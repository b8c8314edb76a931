#!/usr/bin/python3
"""Reads results of torusim with pandas: the table of a sweep, and the tables of one of its runs.

    read_results.py SWEEP        (a directory that torusim sweep -o wrote)

Prints cycles by algorithm and block, then where the links of the slowest run stood still.
"""
import json
import pathlib
import sys

import pandas as pd

sweep = pathlib.Path(sys.argv[1])
runs = pd.read_csv(sweep / "sweep.csv")
runs = runs[runs["verdict"] == "verified"]

# One row a run, so that a pivot is all it takes.
print(runs.pivot_table(index="block", columns="algorithm", values="cycles", aggfunc="min").to_string())

# Every run keeps its own tables under its job's name.
slowest = runs.loc[runs["cycles"].idxmax()]
directory = sweep / "jobs" / slowest["job"]
record = json.loads((directory / "run.json").read_text())
links = pd.read_csv(directory / "links.csv")
stalled = links.filter(like="stalled_").sum().sort_values(ascending=False)
print(f"\nslowest: {record['schedule']['name']}, block {slowest['block']}, {record['cycles']} cycles")
print(f"links busy {100 * links['busy'].mean() / record['cycles']:.1f} % of the time")
print(stalled.to_string())
