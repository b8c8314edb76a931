#!/usr/bin/env python3
"""Time of a run over the length of its messages: length_times.py PROGRAM [PICTURE.svg]

Five collectives without barriers, whose messages share links, with four lengths of a block.
Prints the rows of docs/performance.md, in seconds, the least of five runs, and draws docs/length.svg.
"""

import math
import os
import subprocess
import sys
import time

COLLECTIVES = [
    ("direct, 8x8", "direct -t torus:8x8", (64, 640, 6400, 64000)),
    ("swing, 8x8x8", "swing -t torus:8x8x8", (20, 200, 2000, 20346)),
    ("c64, 8x8x8", "c64 -t torus:8x8x8", (1, 10, 100, 1000)),
    ("t4, 16x16", "t4 -t torus:16x16", (4, 40, 400, 4000)),
    ("bine, 8x8", "bine -t torus:8x8", (10, 100, 1000, 10000)),
]
COLOURS = ["#00798c", "#d1495b", "#b8860b", "#66508f", "#3b7d4f"]


def seconds(program, words, block):
    least = None
    for _ in range(5):
        before = time.perf_counter()
        subprocess.run([program, "run", *words.split(), "--sync", "none", "--block", str(block), "--quiet"], check=True, stdout=subprocess.DEVNULL)
        taken = time.perf_counter() - before
        least = taken if least is None else min(least, taken)
    return least


def picture(rows):
    left, top, wide, high, least, decades = 60, 34, 420, 200, 0.003, math.log10(1 / 0.003)

    def height(value):  # logarithmic, so that short runs do not share the floor
        return top + high - high * max(math.log10(value / least), 0) / decades

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 290" font-family="sans-serif" font-size="12">', '<rect width="640" height="290" rx="6" fill="#fff"/>',
           '<text x="10" y="20" font-weight="bold" fill="#222">Time of a run over the length of its messages</text>']
    for value in (0.003, 0.01, 0.03, 0.1, 0.3, 1):
        y = height(value)
        out.append(f'<line x1="{left}" x2="{left + wide}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/><text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#444">{value:g}</text>')
    for power, label in enumerate(("1", "10", "100", "1,000")):
        out.append(f'<text x="{left + 20 + power * (wide - 40) / 3:.1f}" y="{top + high + 18}" text-anchor="middle" fill="#444">{label}</text>')
    out.append(f'<text x="{left + wide / 2}" y="{top + high + 40}" text-anchor="middle" fill="#444">block, in multiples of that of the first run</text>')
    out.append(f'<text x="16" y="{top + high / 2}" text-anchor="middle" fill="#444" transform="rotate(-90 16 {top + high / 2})">seconds</text>')
    for number, (name, times) in enumerate(rows):
        points = [(left + 20 + i * (wide - 40) / 3, height(each)) for i, each in enumerate(times)]
        out.append(f'<polyline fill="none" stroke="{COLOURS[number]}" stroke-width="2" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>')
        out.append(f'<rect x="{left + wide + 14}" y="{top + 20 * number}" width="12" height="12" fill="{COLOURS[number]}"/>'
                   f'<text x="{left + wide + 32}" y="{top + 20 * number + 10}" fill="#222">{name}</text>')
    return "\n".join([*out, "</svg>", ""])


def main():
    program, rows = os.path.abspath(sys.argv[1]), []
    for name, words, blocks in COLLECTIVES:
        rows.append((name, [seconds(program, words, block) for block in blocks]))
        print(f"| `{words}` | {', '.join(f'{block:,}' for block in blocks)} | {', '.join(f'{each:.2f}' for each in rows[-1][1])} |")
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(picture(rows))


main()
