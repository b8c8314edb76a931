#!/usr/bin/env python3
"""Who includes whom: includes_test.py SOURCES

No room includes one above it. Only some rooms need SystemC. No units, headers with their .cpp, include each other in a circle, because they could only be read together. No chain of includes is long, because a reader may have to follow it. The last two do not count tests. What the program in a browser is made of names only algorithms that its older library has.
"""

import pathlib
import re
import sys

ROOMS = ["schedules", "models", "traces", "testbench"]
INCLUDE = re.compile(r'^#include (?:"((?:schedules|models|traces|testbench)/[^"]+)"|<((?:systemc|tlm|sysc)[^>]*)>)', re.M)
MOST_DEEP = 12
sys.setrecursionlimit(10000)

# The floors of the house, the ground first. A file may include files of its own room and of rooms on lower floors.
FLOORS = """schedules/core
schedules/formulas schedules/text schedules/check
schedules/algorithms schedules/convert schedules/reroute
schedules/chakra
schedules/tests
models/contract
models/sources models/watch models/threads
models/fast models/dense models/foreign
models/pins models/hardwired
models/run
models/part
traces
testbench/process
testbench/config
testbench/results
testbench/browser testbench/curve testbench/report testbench/reproduce testbench/sweep
testbench/cli
testbench/library testbench/fuzz testbench/bench testbench/studies
testbench/tests"""
FLOOR = {room: number for number, rooms in enumerate(FLOORS.split("\n")) for room in rooms.split()}

# Files that are compiled with SystemC, and headers of theirs. All others build without it (TORUSIM_SYSTEMC=OFF).
SYSTEMC = re.compile(r"models/(pins|part/sysc)/|models/contract/(kernel|pin_channel|router_pins)[.]|models/run/with_kernel[.]cpp"
                     r"|models/hardwired/(network[.]cpp|node_interface[.]|router[.])|models/foreign/plugin/systemc_router[.]h"
                     r"|testbench/(cli/main[.]cpp|bench/|studies/|tests/)|(systemc|tlm|sysc)")


def included(root):
    """For each file what it includes of the tree and of SystemC."""
    files = {}
    for room in ROOMS:
        for path in (root / room).rglob("*"):
            if path.suffix in (".h", ".cpp", ".in"):
                files[path.relative_to(root).as_posix()] = [own or systemc for own, systemc in INCLUDE.findall(path.read_text())]
    return files


def room(name):
    return "/".join(name.split("/")[:1 if name.startswith("traces/") else 2])


def upward(name, to):
    """Why the file may not include `to`; nothing if it may."""
    if SYSTEMC.match(to) and not SYSTEMC.match(name):
        yield f"{name} needs SystemC: {to}"
    if to.split("/")[0] not in ROOMS:
        return
    here, there = room(name), room(to)
    if here not in FLOOR or there not in FLOOR:
        yield f"{name} includes {to}: {there if here in FLOOR else here} is on no floor"
    elif here != there and FLOOR[there] >= FLOOR[here]:
        yield f"{name} includes {to}: {there} does not lie below {here}"
    elif name.startswith(("models/", "traces/")) and to.startswith("schedules/") and there != "schedules/core":
        yield f"{name} includes {to}: models know schedules as data, no text and no algorithm"


def strange_to_browsers(text, library):
    """The algorithms of std::ranges in a text that the library of Emscripten lacks: `library` is the header that adds them."""
    names = re.findall(r"std::ranges::(\w+)", text.replace("std::views::", "std::ranges::views::"))
    return {name for name in names if not re.search(rf"\b{name}\b", library)}


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
    for name, names in files.items():
        for to in names:
            yield from upward(name, to)
    files = {name: [to for to in names if to in files] for name, names in files.items()
             if "/tests/" not in name and not name.endswith(".in")}
    chain = longest_chain(files)
    if len(chain) > MOST_DEEP:
        yield f"includes {len(chain)} deep, at most {MOST_DEEP}: " + " > ".join(chain)
    for circle in circles(units(files)):
        yield "a circle of units that include each other: " + " ".join(circle)


def test_itself():
    for name, to in [("schedules/core/topology.h", "schedules/algorithms/registry.h"), ("models/fast/state.h", "models/foreign/place.h"),
                     ("testbench/results/run_record.h", "testbench/cli/commands.h"), ("traces/gtkw.h", "testbench/process/exit_code.h"),
                     ("models/attic/old.h", "schedules/core/topology.h"), ("models/foreign/place.h", "schedules/text/tcs_reader.h"),
                     ("models/fast/state.h", "systemc"), ("models/run/state.h", "models/pins/link.h")]:
        assert len(list(upward(name, to))) == 1, (name, to)
    room = "traces/"
    chain = {f"{room}{i}.h": [f"{room}{i + 1}.h"] for i in range(12)} | {f"{room}12.h": []}
    assert len(list(faults(chain))) == 1
    ring = {room + "x.h": [], room + "x.cpp": [room + "x.h", room + "y.h"], room + "y.h": [room + "z.h"], room + "z.h": [room + "x.h"]}
    assert circles(units(ring)) == [[room + "x", room + "y", room + "z"]]
    assert len(list(faults(ring))) == 1
    assert not list(faults({room + "x.h": [], room + "y.cpp": [room + "x.h"]}))


    assert strange_to_browsers("std::ranges::sort(a); std::ranges::shuffle(b)", "ORDERED(sort)") == {"shuffle"}
    assert strange_to_browsers("a | std::views::reverse", "ORDERED(reverse)") == {"views"}


def main(root):
    test_itself()
    files = included(root)
    found = list(faults(files))
    library = (root / "testbench/browser/libcxx13.h").read_text()
    for name in filter(lambda name: not SYSTEMC.match(name) and "/tests/" not in name, files):
        found += [f"{name}: std::ranges::{each} is not in testbench/browser/libcxx13.h"
                  for each in sorted(strange_to_browsers((root / name).read_text(), library))]
    if len(files) < 500:
        found.append(f"only {len(files)} files: are they elsewhere?")
    print(*found, f"{len(files)} files", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
