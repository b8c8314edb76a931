#!/usr/bin/env python3
"""Writes a large GOAL program: ranks in a ring that send to the next one, receive from the one before and compute, in turn.

    large_program.py RANKS ROUNDS FILE.goal [--binary]

A round of a rank has three operations: a send, a receive, and a computation that waits for both and that the next round
waits for. So a program of 100 ranks and 33,333 rounds has 10^7 operations. --binary: the form that txt2bin writes.
"""
import struct
import sys


def text_of_rank(rank, ranks, rounds):
    to, source = (rank + 1) % ranks, (rank - 1) % ranks
    yield f"rank {rank} {{\n"
    for i in range(0, 3 * rounds, 3):
        yield (f"l{i + 1}: send 64b to {to} tag {i // 3}\nl{i + 2}: recv 64b from {source} tag {i // 3}\n"
               f"l{i + 3}: calc 100\nl{i + 3} requires l{i + 1}\nl{i + 3} requires l{i + 2}\n")
        if i > 0:
            yield f"l{i + 1} requires l{i}\nl{i + 2} requires l{i}\n"
    yield "}\n"


RECORD = struct.Struct("<IBIQIBBIIII")


def binary_of_rank(rank, ranks, rounds):
    to, source = (rank + 1) % ranks, (rank - 1) % ranks
    operations, edges = [], []
    for i in range(0, 3 * rounds, 3):
        before = 1 if i > 0 else 0
        more = 2 if i + 3 < 3 * rounds else 0
        at = 4 * (i // 3)
        operations.append(RECORD.pack(before, 1, to, 64, i // 3, 0, 0, 1, at, 0, 0))
        operations.append(RECORD.pack(before, 2, source, 64, i // 3, 0, 0, 1, at + 1, 0, 0))
        operations.append(RECORD.pack(2, 3, 0, 100, 0, 0, 0, more, at + 2 if more else 0, 0, 0))
        edges += [i + 2, i + 2] + ([i + 3, i + 4] if more else [])
    return (struct.pack("<IIII", 3 * rounds, 2, 0, 1) + b"".join(operations)
            + struct.pack(f"<{len(edges)}I", *edges))


def main():
    ranks, rounds, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    if "--binary" not in sys.argv:
        with open(path, "w") as file:
            file.write(f"num_ranks {ranks}\n")
            for rank in range(ranks):
                file.writelines(text_of_rank(rank, ranks, rounds))
        return
    with open(path, "wb") as file:
        at = 6 + 16 * ranks
        size = len(binary_of_rank(0, ranks, rounds))
        file.write(struct.pack("<QIBB", 4223, ranks, 1, 1))
        for rank in range(ranks):
            file.write(struct.pack("<QQ", at + rank * size, at + (rank + 1) * size))
        for rank in range(ranks):
            file.write(binary_of_rank(rank, ranks, rounds))


main()
