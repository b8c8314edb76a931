#!/usr/bin/env python3
"""Writes one training step of a transformer as Chakra traces: 512 ranks, 8 tensor x 8 pipeline x 8 data parallel.

    make_traces.py DIRECTORY

DIRECTORY gets step.0.et to step.511.et, groups.json with the process groups, and lines.map, a placement on torus:8x8x8.
README.md explains the model. The constants below can be changed.
"""
import json
import os
import sys

TENSOR, PIPELINE, DATA = 8, 8, 8   # sizes of the groups; the rank is (data * 8 + pipeline) * 8 + tensor
MICRO_BATCHES = 8                  # of one sequence each, in a step
SEQUENCE, HIDDEN = 1024, 2048      # tokens, width of the model; each pipeline stage has one layer
VALUE = 2                          # bytes of a number
FLOPS = 100e12                     # of a rank in a second, as it is reached

COMPUTE, SEND, RECEIVE, COLLECTIVE, ALL_REDUCE = 4, 5, 6, 7, 0   # of Chakra 0.0.4


def varint(value):
    text = bytearray()
    while value > 127:
        text.append(value & 127 | 128)
        value >>= 7
    return bytes(text + bytes([value]))


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    return varint(field << 3 | 2) + varint(len(value)) + value


class Trace:
    """The nodes of one rank. Every function returns the number of its node, for the nodes that wait for it."""

    def __init__(self):
        self.nodes = []

    def node(self, kind, name, after, duration=None, **attributes):
        message = number(1, len(self.nodes)) + text(2, name.encode()) + number(3, kind)
        message += text(5, b"".join(varint(node) for node in after if node is not None))
        if duration is not None:
            message += number(7, duration)
        for key, value in attributes.items():
            value = text(29, value.encode()) if isinstance(value, str) else number(9, value)
            message += text(10, text(1, key.encode()) + value)
        self.nodes.append(message)
        return len(self.nodes) - 1

    def compute(self, name, flops, *after):
        return self.node(COMPUTE, name, after, duration=round(flops / FLOPS * 1e6))

    def all_reduce(self, name, group, size, *after):
        return self.node(COLLECTIVE, name, after, comm_type=ALL_REDUCE, comm_size=size, pg_name=group)

    def send(self, name, to, size, tag, *after):
        return self.node(SEND, name, after, comm_dst=to, comm_size=size, comm_tag=tag)

    def receive(self, name, source, size, tag):
        return self.node(RECEIVE, name, (), comm_src=source, comm_size=size, comm_tag=tag)

    def write(self, path):
        with open(path, "wb") as file:
            for message in [text(1, b"0.0.4")] + self.nodes:
                file.write(varint(len(message)) + message)


# Of a micro-batch in one rank: attention and the two matrices behind it, each with an all-reduce of the activations.
ATTENTION = (8 * SEQUENCE * HIDDEN**2 + 4 * SEQUENCE**2 * HIDDEN) / TENSOR
MATRICES = 16 * SEQUENCE * HIDDEN**2 / TENSOR
ACTIVATIONS = SEQUENCE * HIDDEN * VALUE
GRADIENTS = {"attention": 4 * HIDDEN**2 * VALUE // TENSOR, "matrices": 8 * HIDDEN**2 * VALUE // TENSOR}


def rank_of(data, stage, tensor):
    return (data * PIPELINE + stage) * TENSOR + tensor


def order_of(stage):
    """One forward, one backward: at most as many micro-batches are under way as stages follow."""
    ahead = min(PIPELINE - stage, MICRO_BATCHES)
    order = [("forward", m) for m in range(ahead)]
    for m in range(MICRO_BATCHES):
        order.append(("backward", m))
        if m + ahead < MICRO_BATCHES:
            order.append(("forward", m + ahead))
    return order


def trace_of(data, stage, tensor):
    trace = Trace()
    tensors, replicas = f"tensor {data} {stage}", f"data {stage} {tensor}"
    last = None   # computations of a rank take their turn in this order
    for way, m in order_of(stage):
        forward = way == "forward"
        source, to = (stage - 1, stage + 1) if forward else (stage + 1, stage - 1)
        name, work = f"{way} {m}", 1 if forward else 2
        before = None
        if 0 <= source < PIPELINE:
            before = trace.receive(f"{name} from stage {source}", rank_of(data, source, tensor), ACTIVATIONS // TENSOR, m)
        parts = [("attention", ATTENTION), ("matrices", MATRICES)]
        for part, flops in parts if forward else reversed(parts):
            done = trace.compute(f"{name} {part}", work * flops, before, last)
            if not forward and m == MICRO_BATCHES - 1:
                trace.all_reduce(f"gradients {part}", replicas, GRADIENTS[part], done)
            before = last = trace.all_reduce(f"{name} {part} all-reduce", tensors, ACTIVATIONS, done)
        if 0 <= to < PIPELINE:
            trace.send(f"{name} to stage {to}", rank_of(data, to, tensor), ACTIVATIONS // TENSOR, m, before)
    return trace


def main():
    directory = sys.argv[1]
    os.makedirs(directory, exist_ok=True)
    places = [(d, p, t) for d in range(DATA) for p in range(PIPELINE) for t in range(TENSOR)]
    for place in places:
        trace_of(*place).write(f"{directory}/step.{rank_of(*place)}.et")
    groups = {f"tensor {d} {p}": [rank_of(d, p, t) for t in range(TENSOR)] for d in range(DATA) for p in range(PIPELINE)}
    groups |= {f"data {p} {t}": [rank_of(d, p, t) for d in range(DATA)] for p in range(PIPELINE) for t in range(TENSOR)}
    with open(f"{directory}/groups.json", "w") as file:
        json.dump(groups, file)
    # Each tensor group on a line of the torus, but stages and replicas on lines anywhere.
    with open(f"{directory}/lines.map", "w") as file:
        for d, p, t in places:
            line = (27 * (d * PIPELINE + p) + 11) % 64
            file.write(f"({line // 8},{line % 8},{t})\n")


main()
