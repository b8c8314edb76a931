#!/usr/bin/env python3
"""Mutation testing: changes one line of torusim at a time and asks whether a test fails.

Tries random one-line mutants of a directory (operators, constants, conditions negated, statements dropped). Each is built,
and the test programs that know the directory are run, the quickest tests first, until one fails: the mutant is killed. A
mutant that no test notices survives: either a test is missing, or the line says less than it seems to. A mutant whose
programs are the same to the byte is equivalent and not counted; neither is what does not compile.

    testbench/mutation/mutate.py schedules --mutants 40 --seed 1
    testbench/mutation/mutate.py models/sources --tests model_tests traffic_tests
    testbench/mutation/mutate.py models --output models.json          # may be interrupted, and goes on there
    testbench/mutation/mutate.py models --again models.json           # only those that survived then
    testbench/mutation/mutate.py . --again testbench/mutation/planted.json --verdicts planted

Works on a copy of the project's files in a directory of its own (--work); the checkout is only read. The same seed, number
and sources give the same mutants. Ends with 0 if all were killed, 1 if some survived, 2 if it could not work.
"""

import argparse
import json
import os
import random
import sys
from collections import Counter
from pathlib import Path

import mutants
from trial import Trial, tracked

ROOT = Path(__file__).resolve().parents[2]
# Which test programs know a directory.
PROGRAMS = {
    "schedules": ["schedule_tests", "text_tests", "convert_tests", "broadcast_tests"],
    "models": ["monitor_tests", "explain_tests", "model_tests", "traffic_tests", "trace_tests"],
    "traces": ["trace_tests"],
    "testbench": ["app_tests", "sweep_tests", "fuzz_tests", "reproduce_tests"],
}


def recorded(path):
    return [(mutants.Mutant(**entry["mutant"]), entry["verdict"], entry["by"]) for entry in json.loads(path.read_text())]


def record(path, results):
    entries = [{"mutant": vars(mutant), "verdict": verdict, "by": by} for mutant, verdict, by in results]
    path.write_text(json.dumps(entries, indent=1) + "\n")


def chosen(options):
    if options.again:
        below = "" if options.directory == "." else options.directory
        return [mutant for mutant, verdict, _ in recorded(options.again)
                if verdict in options.verdicts and mutant.path.startswith(below)]
    files = [path for path in tracked(ROOT, options.directory) if path.endswith((".cpp", ".h"))]
    # Without RTL, which is not built here, nothing stands in for a router.
    files = [path for path in files if "foreign" not in path]
    every = [mutant for path in sorted(files) for mutant in mutants.of_file(ROOT, path)]
    print(f"{len(every)} mutants of {len(files)} files", flush=True)
    return random.Random(options.seed).sample(every, min(options.mutants, len(every)))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", help="what is changed: schedules, models, or anything below them; foreign routers, which the programs"
                        " here do not have, are left out")
    parser.add_argument("--mutants", type=int, default=40, metavar="N", help="how many are tried (40)")
    parser.add_argument("--seed", type=int, default=1, help="which of all that there are (1)")
    parser.add_argument("--tests", nargs="+", metavar="PROGRAM", help="test programs instead of those of the directory")
    parser.add_argument("--output", type=Path, metavar="FILE",
                        help="keeps every mutant and its verdict (JSON); those that are there already are not tried again")
    parser.add_argument("--again", type=Path, metavar="FILE", help="tries the survivors of an earlier run's --output")
    parser.add_argument("--verdicts", nargs="+", default=["survived"], metavar="WORD",
                        help="with --again: those of these verdicts instead (survived)")
    parser.add_argument("--work", type=Path, default=ROOT / "build-mutation", metavar="DIR",
                        help="the copy, with its build (build-mutation)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="compilers at once")
    parser.add_argument("--list", action="store_true", help="prints the chosen mutants and tries none")
    return parser.parse_args()


def main():
    options = arguments()
    selection = chosen(options)
    if not selection:
        print(f"mutate: nothing to change in {options.directory}", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(mutant.name() for mutant in selection))
        return 0
    rooms = sorted({Path(mutant.path).parts[0] for mutant in selection})
    programs = options.tests or [program for room in rooms for program in PROGRAMS.get(room, [])]
    if not programs:
        print(f"mutate: which tests know {options.directory}? name them with --tests", file=sys.stderr)
        return 2
    results = recorded(options.output) if options.output and options.output.exists() else []
    known = {mutant for mutant, _, _ in results}
    trial = Trial(ROOT, options.work.resolve(), programs, options.jobs)
    trial.prepare()
    for number, mutant in enumerate(selection, 1):
        if mutant in known:
            continue
        verdict, by = trial.judge(mutant)
        results.append((mutant, verdict, by))
        print(f"{number:4} {verdict:16} {mutant.name()}{'  [' + by + ']' if by else ''}", flush=True)
        if options.output:
            record(options.output, results)
    counts = Counter(verdict for _, verdict, _ in results)
    print(f"\n{counts['killed']} of {counts['killed'] + counts['survived']} killed; {counts['equivalent']} are the same "
          f"program, {counts['does not compile']} do not compile")
    for mutant, verdict, _ in results:
        if verdict in ("survived", "gone"):
            print(f"{verdict.upper()} {mutant.path}:{mutant.line} ({mutant.kind})\n"
                  f"  - {mutant.old.strip()}\n  + {mutant.new.strip()}")
    return 1 if counts["survived"] + counts["gone"] else 0


if __name__ == "__main__":
    sys.exit(main())
