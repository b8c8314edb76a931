#!/usr/bin/env python3
"""The units, headers with their .cpp, and the rooms that have a function on the way of a command.

    units_on_the_way.py PROGRAM [ARGUMENT..]     of `PROGRAM ARGUMENT..`; without arguments, of a run of T4 with a report

PROGRAM must have debug information, and no functions that the compiler has inlined: CMAKE_BUILD_TYPE=Debug. valgrind's
callgrind lists the functions. Prints each room with its units, then how many there are. Ends with 2 if it could not work.
"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEFAULT = ["run", "t4", "-t", "torus:8x8", "-o", "r", "--report"]


def files_called(profile):
    """The source files of all functions in callgrind's profile. Initialisers before main() are left out: every command runs them.

    A line of the profile names a file or function in full the first time, `fl=(7) path`, then by its number, `fl=(7)`.
    """
    names, files, place, before_main = {}, set(), "", True
    for key, number, name in re.findall(r"^(fl|fi|fe|cfi|cfl|fn|cfn)=\((\d+)\)(?: (.+))?$", profile, re.M):
        own = (key.endswith("fn"), number)
        if name:
            names[own] = name
        if key in ("fl", "fi", "fe"):
            place = names[own]
        elif key == "fn":
            before_main = names[own].startswith(("_GLOBAL__sub_I_", "__static_initialization_and_destruction"))
        if key in ("fi", "fe", "fn") and not before_main:
            files.add(place)
    return files


def units_of(files):
    """{room: {unit}} of those files that lie in the tree."""
    rooms = {}
    for path in files:
        inside = os.path.relpath(path, ROOT)
        if not os.path.isabs(path) or not inside.endswith((".h", ".cpp")) or inside.startswith(("..", "build")):
            continue
        rooms.setdefault(os.path.dirname(inside), set()).add(os.path.splitext(os.path.basename(inside))[0])
    return rooms


def main(arguments):
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    program, command = os.path.abspath(arguments[0]), arguments[1:] or DEFAULT
    with tempfile.TemporaryDirectory() as place:
        profile = os.path.join(place, "profile")
        done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + profile, program, *command], cwd=place,
                              capture_output=True, text=True)
        if done.returncode != 0:
            print(done.stderr, file=sys.stderr)
            return 2
        with open(profile, encoding="utf-8") as file:
            rooms = units_of(files_called(file.read()))
    if not rooms:
        print(f"{program} has no debug information", file=sys.stderr)
        return 2
    for room, units in sorted(rooms.items()):
        print(f"{room} ({len(units)}): {' '.join(sorted(units))}")
    print(f"{sum(map(len, rooms.values()))} units in {len(rooms)} rooms")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
