#!/usr/bin/env python3
"""Checks execution plans of MSCCL++ of public repositories, and compares counts, bytes, data, races and ends with a reading of its own.

    mscclpp_plans.py TORUSIM REPOSITORIES [--mutants N]

REPOSITORIES/OWNER/NAME is a git directory or work tree of each repository below; none is fetched, and no file is kept.
Scripts of the DSL are run in a temporary directory. With --mutants, N operations of each plan that runs are left out, one at a
time, or change places with the one before, and both readings must agree on what that does.
Prints a table; the exit code is 1 if an outcome is not the one that stands here.
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import asking
from mscclpp_reading import Reading

MSCCLPP = ("microsoft/mscclpp", "1f5f065d")
PLANS = [(*MSCCLPP, path) for path in (
    "test/execution-files/allreduce.json", "test/execution-files/allreduce_packet.json",
    "test/execution-files/allreduce_pipeline.json", "test/executor-tests/execution-plans/reduce.json",
    "test/executor-tests/execution-plans/reduce_nvls.json", "test/executor-tests/execution-plans/reduce_nvls_pipeline.json",
    "test/executor-tests/execution-plans/reduce_pack.json", "test/executor-tests/execution-plans/reduce_pack_tbg.json",
    "test/executor-tests/execution-plans/reduce_tbg.json", "test/executor-tests/execution-plans/transfer_pack.json",
    "test/executor-tests/execution-plans/transfer_pack_tbg.json")] + [
        ("microsoft/mscclpp", "88d28e07", f"test/execution-files/{name}.json")
        for name in ("allreduce", "allreduce_nvls", "allreduce_packet", "sendrecv", "sendrecv_packet")]
SCRIPTS = [(f"single_node/{name}.py", f"--num_gpus {gpus}") for name in (
    "allgather", "allgather_pkt", "allgather_pkt_rppkt", "allreduce", "allreduce_naivy", "allreduce_nvls_zero_copy",
    "allreduce_pipeline", "allreduce_pkt", "alltoall/alltoall", "alltoall/alltoall_pipeline", "alltoall/alltoall_ring",
    "alltoall/alltoall_ring_oop", "alltoall/alltoall_ring_peers", "allgather_nvls_zero_copy", "allgather_nvls_zero_copy_pkt")
    for gpus in (2, 4, 8)] + [("single_node/allgather_tbg.py", "--num_gpus 2")] + [
        (f"multi_node/{name}.py", "") for name in ("allgather", "allgather_pkt", "reducescatter", "reducescatter_pkt", "send_recv")
    ] + [("multi_node/allgather_tbg.py", f"--num_gpus {gpus}") for gpus in (2, 4, 8)]
OUTCOMES = {"test/executor-tests/execution-plans/reduce_tbg.json": "violations", "multi_node/allgather_tbg.py --num_gpus 2": "refused"}


def compared(program, path, shape):
    """Outcome, and a sentence about it."""
    check = subprocess.run([program, "check", path, *shape, "--json"], capture_output=True, text=True)
    if check.returncode == 3:
        return "refused", check.stderr.strip().split(": ", 1)[-1].replace(path, os.path.basename(path))
    report = json.loads(check.stdout)
    with open(path, encoding="utf-8") as file:
        reading = Reading(json.load(file))
    ended = not any("race:" not in v and "at the end" not in v for v in report["violations"])
    ours = [not reading.never] + ([] if reading.never else [reading.messages, reading.bytes, reading.races()])
    theirs = [ended] + ([] if reading.never else [report["sends"], report["bytes"], report["races"] > 0])
    if not reading.never and not ours[3]:
        ours.append(reading.wrong())
        theirs.append(report["wrong_chunks"] > 0)
    if ours != theirs:
        return "differs", f"ends, messages, bytes, races, wrong: {theirs}, and by our reading {ours}"
    if check.returncode != 0:
        return "violations", report["violations"][0].replace(path, os.path.basename(path))
    return "runs", f"{report['collective']}: {reading.messages} messages, {reading.bytes} bytes"


def outcome_of(program, path):
    with open(path, encoding="utf-8") as file:
        ranks = len(json.load(file)["gpus"])
    shape = ["-t", asking.near_square(ranks)]
    outcome, text = compared(program, path, shape)
    if outcome == "runs":
        run = subprocess.run([program, "run", path, *shape], capture_output=True, text=True)
        cycles = re.search(r"^cycles +(\d+)", run.stdout, re.M)
        if run.returncode != 0:
            return f"exit {run.returncode}", run.stdout + run.stderr
        text += f"; {cycles.group(1)} cycles"
    return outcome, text


def mutants(program, path, number, counts):
    """Both readings of plans with one operation less, or two in the other order."""
    with open(path, encoding="utf-8") as file:
        plan = json.load(file)
    chance = random.Random(os.path.basename(path) + str(len(plan["gpus"])))
    places = [(g, b, k) for g, gpu in enumerate(plan["gpus"]) for b, block in enumerate(gpu["threadblocks"])
              for k, op in enumerate(block["ops"]) if op["name"] in
              ("wait", "signal", "rlxwait", "rlxsignal", "sem_acquire", "sem_release", "flush", "put", "copy", "upkt", "ppkt")]
    for g, b, k in chance.sample(places, min(number, len(places))):
        with open(path, encoding="utf-8") as file:
            plan = json.load(file)
        ops = plan["gpus"][g]["threadblocks"][b]["ops"]
        if chance.random() < 0.5:
            del ops[k]
        elif k >= 2:
            ops.insert(k - 2, ops.pop(k))
        else:
            continue
        mutant = os.path.join(os.path.dirname(path), "mutant.json")
        with open(mutant, "w", encoding="utf-8") as file:
            json.dump(plan, file)
        outcome, text = compared(program, mutant, ["-t", asking.near_square(len(plan["gpus"]))])
        kind = "race" if "race:" in text else "wrong data" if "at the end" in text else "no end" if outcome == "violations" else outcome
        counts[kind] += 1
        if outcome == "differs":
            print(f"mutant of {os.path.basename(path)}, {(g, b, k)}: {text}", file=sys.stderr)


def plans(repositories, directory):
    local = os.path.join(directory, "plan.json")
    for repository, commit, path in PLANS:
        with open(local, "wb") as file:
            file.write(asking.git(repositories, repository, "show", f"{commit}:{path}"))
        yield repository, commit, path, local
    tools = os.path.join(directory, "tools")
    os.makedirs(os.path.join(tools, "mscclpp"))
    tar = subprocess.Popen(["tar", "x", "-C", tools, "--strip-components=1"], stdin=subprocess.PIPE)
    tar.communicate(asking.git(repositories, MSCCLPP[0], "archive", MSCCLPP[1], "python/mscclpp/language"))
    with open(os.path.join(tools, "mscclpp/__init__.py"), "w", encoding="utf-8"):
        pass
    for script, arguments in SCRIPTS:
        path = os.path.join(tools, "mscclpp/language/tests", script)
        with open(path, encoding="utf-8") as file:
            known = set(re.findall(r'"--(\w+)"', file.read()))
        words = ["--name", "plan", *(arguments.split() if "num_gpus" in known else [])]
        words += ["--gpus_per_node", "4"] * ("gpus_per_node" in known) + ["--tbg_size", "2"] * ("tbg_size" in known)
        made = subprocess.run([sys.executable, path, *words], env={**os.environ, "PYTHONPATH": tools}, capture_output=True, check=True)
        with open(local, "wb") as file:
            file.write(made.stdout)
        yield *MSCCLPP, f"{script} {arguments}".strip(), local


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("repositories")
    parser.add_argument("--mutants", type=int, default=0)
    asked = parser.parse_args()
    wrong, count, counts = 0, collections.Counter(), collections.Counter()
    print("| repository | commit | plan | outcome | |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for repository, commit, path, local in plans(asked.repositories, directory):
            outcome, text = outcome_of(asked.program, local)
            stated = OUTCOMES.get(path, "refused" if "nvls" in path or "pipeline" in path and "allto" not in path or commit == "88d28e07" else "runs")
            wrong += outcome != stated
            count[outcome] += 1
            print(f"| {repository} | {commit} | {path} | {outcome}{'' if outcome == stated else f' (should be: {stated})'} | {text} |", flush=True)
            if outcome == "runs":
                mutants(asked.program, local, asked.mutants, counts)
    print(dict(count), "mutants:", dict(counts), file=sys.stderr)
    return 1 if wrong or counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
