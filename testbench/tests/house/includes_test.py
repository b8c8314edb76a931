#!/usr/bin/env python3
"""No circle of units, and no long chain of includes: includes_test.py SOURCES

A unit is a header with its .cpp. Units that include each other in a circle can only be read together. A chain of includes is what a reader may have to follow. Tests are not counted.
"""

import pathlib
import re
import sys

ROOMS = ["schedules", "models", "traces", "testbench"]
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
MOST_DEEP = 12
sys.setrecursionlimit(10000)


def included(root):
    """For each file the files of the tree that it includes."""
    files = {}
    for room in ROOMS:
        for path in (root / room).rglob("*"):
            name = path.relative_to(root).as_posix()
            if path.suffix in (".h", ".cpp") and "/tests/" not in name:
                files[name] = INCLUDE.findall(path.read_text())
    return {name: [to for to in names if to in files] for name, names in files.items()}


def units(files):
    """For each unit the units that it includes."""
    def stem(name):
        return name.rsplit(".", 1)[0]

    result = {}
    for name, names in files.items():
        result.setdefault(stem(name), set()).update(stem(to) for to in names if stem(to) != stem(name))
    return result


def circles(graph):
    """The strongly connected components of more than one unit, each in order (Tarjan)."""
    low, number, stack, result = {}, {}, [], []

    def visit(unit):
        low[unit] = number[unit] = len(number)
        stack.append(unit)
        for to in graph[unit]:
            if to not in number:
                visit(to)
            if to in stack:
                low[unit] = min(low[unit], low[to])
        if low[unit] == number[unit]:
            at = stack.index(unit)
            if len(stack) - at > 1:
                result.append(sorted(stack[at:]))
            del stack[at:]

    for unit in graph:
        if unit not in number:
            visit(unit)
    return result


def longest_chain(files):
    """The files of the longest chain of includes, from its first one on."""
    known = {}

    def chain(name):
        if name not in known:
            known[name] = [name]  # a ring of includes ends here
            known[name] = [name] + max((chain(to) for to in files[name]), key=len, default=[])
        return known[name]

    return max(map(chain, files), key=len)


def faults(files):
    chain = longest_chain(files)
    if len(chain) > MOST_DEEP:
        yield f"includes {len(chain)} deep, at most {MOST_DEEP}: " + " > ".join(chain)
    for circle in circles(units(files)):
        yield "a circle of units that include each other: " + " ".join(circle)


def test_itself():
    chain = {f"file{i}.h": [f"file{i + 1}.h"] for i in range(12)} | {"file12.h": []}
    assert len(list(faults(chain))) == 1
    ring = {"a/x.h": [], "a/x.cpp": ["a/x.h", "a/y.h"], "a/y.h": ["a/z.h"], "a/z.h": ["a/x.h"]}
    assert circles(units(ring)) == [["a/x", "a/y", "a/z"]]
    assert len(list(faults(ring))) == 1
    assert not list(faults({"a/x.h": [], "a/y.cpp": ["a/x.h"]}))


def main(root):
    test_itself()
    files = included(root)
    found = list(faults(files))
    if len(files) < 500:
        found.append(f"only {len(files)} files: are they elsewhere?")
    print(*found, f"{len(files)} files, includes {len(longest_chain(files))} deep", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
