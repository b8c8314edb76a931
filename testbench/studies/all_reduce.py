#!/usr/bin/env python3
"""Every all-reduce on tori, by shape, startup time and length of the vector: the tables of docs/algorithms/all-reduce.md.

    all_reduce.py count PROGRAM [SHAPE..]        the tables, in Markdown: runs every algorithm, all ports, without barriers
    all_reduce.py write PROGRAM PAGE             the same into the page, between `<!-- all-reduce -->` and `<!-- end -->`
    all_reduce.py compare PROGRAM PAGE SHAPE..   are the rows of these shapes in the page as they are counted now?

trivance, park-choi and peters-syska run on none of these shapes. A cell is cycles until all nodes have the sum, the least of a row in bold; `-`: the algorithm does not run on the shape, or has more
chunks than the vector has flits. Ends with 0, with 1 if a page is not as counted, with 2 if it could not work.
"""

import sys

import asking

# Vectors in flits: multiples of the chunks of most algorithms.
SHAPES = {"8x8": [256, 4096, 65536], "16x16": [256, 4096, 65536], "64x16": [256, 4096, 65536],
          "8x8x8": [768, 12288, 196608], "4x4x64": [768, 12288, 98304]}
STARTUPS = [0, 100, 1000]
AS_ALL_REDUCE = ["collective=all-reduce"]
ALGORITHMS = [("swing, latency", "swing", ["variant=latency"]), ("halving, latency", "halving", ["variant=latency"]), ("bine", "bine", []),
              ("tree", "tree", []), ("tree, 64 pieces", "tree", ["pieces=64"]), ("broadcast", "broadcast", AS_ALL_REDUCE),
              ("broadcast, maxflow", "broadcast", [*AS_ALL_REDUCE, "variant=maxflow"]),
              ("edn", "edn", AS_ALL_REDUCE), ("swing", "swing", []), ("halving", "halving", []), ("bucket", "bucket", []),
              *((f"bucket, rings={n}", "bucket", [f"rings={n}"]) for n in (1, 2)),
              ("ring-reduce", "ring-reduce", []), ("hamiltonian", "hamiltonian", []), ("gossip-ti", "gossip-ti", AS_ALL_REDUCE),
              ("gossip-one", "gossip-one", AS_ALL_REDUCE), ("gossip-cycles", "gossip-cycles", AS_ALL_REDUCE),
              ("planned", "planned", AS_ALL_REDUCE),
              *((f"planned, {n} pieces", "planned", [*AS_ALL_REDUCE, f"pieces={n}"]) for n in (4, 6))]
FLIT_BYTES = 16


def is_another(shape, settings):
    """Rings along all dimensions are the bucket algorithm itself."""
    return any(s.startswith("rings=") and int(s[6:]) > shape.count("x") for s in settings)


def chunks_of(program, algorithm, shape, settings):
    found = None if is_another(shape, settings) else asking.info(program, algorithm, shape, settings)
    return None if found is None else found["chunks"]


def cycles(program, algorithm, shape, settings, block, startup):
    return asking.cycles(program, algorithm, shape, settings, block, startup, "none")[0]


def size(flits):
    value = flits * FLIT_BYTES
    return f"{value / 2**20:g} MB" if value >= 2**20 else f"{value / 2**10:g} KB"


def rows_of(program, shape):
    chunks = [chunks_of(program, algorithm, shape, settings) for _, algorithm, settings in ALGORITHMS]
    for startup in STARTUPS:
        for flits in SHAPES[shape]:
            row = []
            for (_, algorithm, settings), count in zip(ALGORITHMS, chunks):
                fits = count is not None and flits % count == 0
                row.append(cycles(program, algorithm, shape, settings, flits // count, startup) if fits else None)
            least = min(value for value in row if value is not None)
            cells = ["-" if value is None else f"**{value:,}**" if value == least else f"{value:,}" for value in row]
            yield asking.row([f"{startup:,}", size(flits), *cells])


def table(program, shape):
    head = asking.head(["startup", "vector", *(name for name, _, _ in ALGORITHMS)])
    return [f"**{shape}**", "", *head, *rows_of(program, shape), ""]


def fastest(shape, lines):
    """Of a shape's table: a row for each startup time, with the fastest algorithm of each vector."""
    rows = {}
    for line in lines[4:-1]:
        startup, vector, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        winner = next(ALGORITHMS[i][0] for i, cell in enumerate(cells) if cell.startswith("**"))
        rows.setdefault(startup, []).append(f"{vector}: {winner}")
    return [f"| {shape} | {startup} | " + " | ".join(winners) + " |" for startup, winners in rows.items()]


def page_lines(counted):
    """Of tables by shape: which is the fastest, then every cell."""
    out = ["| torus | startup | small vector | middle | large |", "|---|---|---|---|---|"]
    for shape, lines in counted.items():
        out += fastest(shape, lines)
    return out + [""] + [line for lines in counted.values() for line in lines]


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "count":
        print("\n".join(page_lines({shape: table(arguments[1], shape) for shape in arguments[2:] or SHAPES})))
        return 0
    if len(arguments) == 3 and arguments[0] == "write":
        counted = "\n".join(page_lines({shape: table(arguments[1], shape) for shape in SHAPES}))
        asking.replace(arguments[2], "all-reduce", counted + "\n")
        return 0
    if len(arguments) >= 4 and arguments[0] == "compare":
        counted = page_lines({shape: table(arguments[1], shape) for shape in arguments[3:]})
        return asking.compare(arguments[2], [line + "\n" for line in counted if line])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
