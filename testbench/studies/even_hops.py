#!/usr/bin/env python3
"""Can the shortest paths of a graph load all nodes alike, hop by hop? As an integer program in the LP format.

    even_hops.py N K > program.lp       of the generalised Petersen graph GP(N, K): the dodecahedron is GP(10, 2)
    cbc program.lp solve                infeasible: no choice of paths does it

A variable is 1 if the message from s to d takes a channel as its hop h. Each message takes one shortest path, and of all hops
number h every node receives as many: then, and only then, a one-port plan that goes hop by hop has no idle step.
"""

import sys
from collections import deque


def neighbours(n, k):
    edges = [pair for i in range(n) for pair in ((i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n))]
    return {v: sorted({b for a, b in edges if a == v} | {a for a, b in edges if b == v}) for v in range(2 * n)}


def distances(graph, source):
    found, queue = {source: 0}, deque([source])
    while queue:
        at = queue.popleft()
        for to in graph[at]:
            if to not in found:
                found[to] = found[at] + 1
                queue.append(to)
    return found


def program(graph):
    """(sum of these variables, less these, equals)"""
    far = {v: distances(graph, v) for v in graph}
    received = {}
    for s in graph:
        for d in graph:
            leaves, enters = {}, {}
            for v in graph:
                for w in graph[v]:
                    hop = far[s][w]
                    if far[s][v] == hop - 1 and hop + far[w][d] == far[s][d]:
                        name = f"x_{s}_{d}_{hop}_{v}_{w}"
                        leaves.setdefault(v, []).append(name)
                        enters.setdefault(w, []).append(name)
                        received.setdefault((hop, w), []).append(name)
            for v in leaves:
                yield (leaves[v], [], 1) if v == s else (enters[v], leaves[v], 0)
    for (hop, _), names in received.items():
        yield names, [], sum(1 for distance in far[0].values() if distance >= hop)


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    rows = list(program(neighbours(*map(int, arguments))))
    names = sorted({name for row in rows for name in row[0] + row[1]})
    print(f"Minimize\n obj: {names[0]}\nSubject To")
    for plus, minus, equals in rows:
        print("\n".join([f" + {name}" for name in plus] + [f" - {name}" for name in minus]), f"= {equals}")
    print("Binary", *names, "End", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
