#!/usr/bin/env python3
"""Runs the commands of the pages: lines `torusim ..` and `build/torusim ..` of indented blocks, those of a page in one directory.

    commands.py SOURCES PROGRAM        a line for each command that ends otherwise than the page says; ends with 1 if there is one

Load curves and whole papers take minutes: they run with TORUSIM_WHOLE, else papers with their formulas only. Blocks between fences,
`$ torusim` with its output, and the README are the work of other tests.
"""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

# What needs files or routers of the reader, a build with other options, or other shells' lines around it.
LEFT_OUT = ["libmine.so", "./a.so", "matrix=bytes.csv", "--trace-rtl", "$links", "frontier.toml"]
# What a page shows as refused or deadlocked.
ENDS_WITH = {"direct -t ring:8 --lanes 1": 4, "uniform -t torus:64x64x64 --lanes 1": 4, "--sync switch --lanes 1": 4,
             "--classes 5 --level dense": 2}


def commands(text):
    for line in re.sub(r"```.*?```", "", text, flags=re.S).replace("\\\n    ", "").splitlines():
        found = re.match(r"    ((?:build/)?torusim [a-z]+ +[^ ].*)", line)
        if found and not any(word in line for word in LEFT_OUT):
            yield re.sub(r"  +#.*", "", found[1]).strip()


def faults_of(page, sources, program):
    with open(page, encoding="utf-8") as file:
        lines = list(commands(file.read()))
    faults, count = [], 0
    with tempfile.TemporaryDirectory() as directory:
        os.makedirs(os.path.join(directory, "results"))
        os.makedirs(os.path.join(directory, "build"))
        for linked in ("docs", "schedules"):
            os.symlink(os.path.join(sources, linked), os.path.join(directory, linked))
        os.symlink(program, os.path.join(directory, "build/torusim"))
        environment = dict(os.environ, PATH=os.path.join(directory, "build") + ":" + os.environ["PATH"])
        for line in lines:
            if not os.environ.get("TORUSIM_WHOLE"):
                if "torusim curve" in line:
                    continue
                if "torusim reproduce" in line:
                    line = re.sub(" --budget [0-9]+", "", line) + " --budget 0"
            expected = next((code for words, code in ENDS_WITH.items() if words in line), 0)
            done = subprocess.run(["bash", "-c", line], cwd=directory, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True)
            count += 1
            if done.returncode != expected:
                faults.append(f"{os.path.relpath(page, sources)}: {line}\n  exit code {done.returncode}, not {expected}: {done.stderr.strip()[-300:]}")
    return faults, count


def main(sources, program):
    pages = [page for pattern in ("docs/*.md", "docs/algorithms/*.md", "docs/algorithms/papers/*.md")
             for page in sorted(glob.glob(os.path.join(sources, pattern)))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda page: faults_of(page, sources, program), pages))
    faults, count = [fault for faults, _ in results for fault in faults], sum(count for _, count in results)
    if count < 100:
        faults.append(f"only {count} commands")
    print(*faults, f"{count} commands of {len(pages)} pages", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])))
