#!/usr/bin/env python3
"""The pictures of docs/concepts.md, from the waves of runs: channels from top to bottom, cycles from left to right.

    draw.py write PROGRAM        runs the schedules below and writes wormhole-1.svg .. beside docs/concepts.md
    draw.py check PROGRAM        are the pictures those of the runs?
"""

import json
import os
import subprocess
import sys
import tempfile

PAGES = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
COLOURS = ["#00798c", "#d1495b", "#edae49", "#66508f"]
TINTS = ["#b9dde2", "#f3c9cf", "#fae6c4", "#d3cbe2"]
CELL, LEFT, TOP = 17, 150, 34

# Title, options of the run, lines of the schedule, rows (channel, virtual channel), cycles. testbench/browser/live.js plays the same runs.
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "pictures.json"), encoding="utf-8") as described:
    PICTURES = json.load(described)


def waves(program, options, schedule, directory):
    """The values of every signal, cycle by cycle: {cycle: {signal: value}}, a signal such as `0 xp valid`."""
    with open(os.path.join(directory, "s.tcs"), "w") as file:
        file.write("\n".join([*schedule, ""]))
    command = [program, "run", os.path.join(directory, "s.tcs"), "--quiet", "--trace", "vcd", "-o",
               os.path.join(directory, "out"), *options.split()]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 4):
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    names, values, cycles, scope, now = {}, {}, {}, [], 0
    with open(os.path.join(directory, "out/waves.vcd")) as file:
        for line in file:
            words = line.split()
            if words[:1] == ["$scope"]:
                scope.append(words[2])
            elif words[:1] == ["$upscope"]:
                scope.pop()
            elif words[:1] == ["$var"]:
                names[words[3]] = " ".join([*scope[1:], words[4]]).removeprefix("r_")
            elif line.startswith("#"):
                for cycle in range(now, int(line[1:])):
                    cycles[cycle] = dict(values)
                now = int(line[1:])
            elif len(words) == 2 and words[1] in names:
                values[names[words[1]]] = words[0][1:]
            elif len(words) == 1 and words[0][1:] in names:
                values[names[words[0][1:]]] = words[0][0]
    cycles[now] = dict(values)
    return cycles


def picture(title, schedule, rows, length, cycles):
    width, height = LEFT + CELL * length + 12, TOP + 26 * len(rows) + 34
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
           f'<rect width="{width}" height="{height}" rx="6" fill="#fff"/>',
           f'<text x="10" y="20" font-size="13" font-weight="bold" fill="#222">{title.replace(">", "&gt;")}</text>']
    for number, (channel, vc) in enumerate(rows):
        y = TOP + 26 * number
        node, port = channel.split()
        end = (int(node) + 1) % (4 if "topology ring 4" in schedule else 99)
        name = {"xp": f"channel {node} to {end}", "inj0": f"node {node} sends", "ej0": f"node {node} takes"}[port]
        several = sum(other == channel for other, _ in rows) > 1
        out.append(f'<text x="10" y="{y + 16}" fill="#444">{name}{f", class {vc}" if several else ""}</text>')
        out.append(f'<rect x="{LEFT}" y="{y + 10}" width="{CELL * length}" height="1" fill="#ddd"/>')
        owner = last = None  # the worm that has the virtual channel, and the cycle of its last flit
        for cycle in range(length + 1):
            at = cycles.get(cycle, {}) if cycle < length else {}
            value = lambda what: at.get(f"{channel} {what}", "0")
            x = LEFT + CELL * cycle
            mine = value("valid") == "1" and int(value("vc"), 2) == vc
            if owner is not None and last < cycle - 1 and (mine or cycle == length):
                begin = LEFT + CELL * (last + 1)
                out.append(f'<rect x="{begin}" y="{y + 8}" width="{x - begin}" height="6" fill="{TINTS[owner]}"/>')
            if mine:
                last = cycle
                owner = int(value("worm"), 2)
                mark = "H" if value("head") == "1" else "T" if value("tail") == "1" else ""
                out.append(f'<rect x="{x}" y="{y}" width="{CELL - 2}" height="22" rx="2" fill="{COLOURS[owner]}"/>')
                if mark:
                    out.append(f'<text x="{x + 3.5}" y="{y + 15}" fill="#fff" font-weight="bold">{mark}</text>')
                if mark == "T":
                    owner = None
    y = TOP + 26 * len(rows) + 12
    for cycle in range(0, length, 5):
        out.append(f'<text x="{LEFT + CELL * cycle + 2}" y="{y}" fill="#666">{cycle}</text>')
    x = LEFT + 30
    for number, message in enumerate(line for line in schedule if " > " in line):
        way = message.split(" n=")[0].replace(" > ", " to ")
        out.append(f'<rect x="{x}" y="{y + 6}" width="10" height="10" fill="{COLOURS[number]}"/>'
                   f'<text x="{x + 14}" y="{y + 15}" fill="#444">{way}</text>')
        x += 62
    out.append(f'<text x="10" y="{y}" fill="#666">cycle</text>')
    return "\n".join(out + ["</svg>", ""])


def main(way, program):
    faults = 0
    for number, told in enumerate(PICTURES, 1):
        with tempfile.TemporaryDirectory() as directory:
            cycles = waves(os.path.abspath(program), told["options"], told["schedule"], directory)
        drawn = picture(told["title"], told["schedule"], told["rows"], told["cycles"], cycles)
        path = os.path.join(PAGES, f"wormhole-{number}.svg")
        if way == "write":
            with open(path, "w") as file:
                file.write(drawn)
        elif drawn != open(path).read():
            print(f"{path} is not what the run gives; draw.py write PROGRAM")
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("write", "check"):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
