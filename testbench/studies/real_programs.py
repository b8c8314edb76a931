#!/usr/bin/env python3
"""Runs programs of public repositories, and compares counts and bytes with a reading of its own.

    real_programs.py TORUSIM REPOSITORIES

REPOSITORIES/OWNER/NAME is a git directory or work tree of each repository below; none is fetched, and no file is kept.
Prints a table; the exit code is 1 if an outcome is not the one that stands here.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

import asking

# Repository, commit, path and outcome: it runs, `check` finds violations, or it is refused.
GOAL = [
    ("spcl/LogGOPSim", "9a0c7f292b96", "src/Schedgen2/schedule.goal", "runs"),
    ("spcl/LogGOPSim", "14dddeb5f155", "src/LogGOPSim/out.bin", "refused"),
    ("spcl/LogGOPSim", "ac9608d48f6a", "binary_tree_16.goal", "runs"),
    ("spcl/LogGOPSim", "ac9608d48f6a", "binary_tree_32.goal", "runs"),
    ("spcl/LogGOPSim", "ac9608d48f6a", "dissemination_16.goal", "runs"),
    ("spcl/LogGOPSim", "ac9608d48f6a", "dissemination_32.goal", "runs"),
    ("spcl/LogGOPSim2", "c361618133b7", "test/sPIN/simple_send/simple_send.goal", "refused"),
    ("spcl/LogGOPSim2", "178e1757a38d", "tests/network/binomialtreebcast_128_1024.bin", "refused"),
    ("spcl/LogGOPSim2", "178e1757a38d", "tests/network/binomialtreebcast_128_1024.goal", "runs"),
    ("spcl/LogGOPSim2", "a50d64f52147", "src/simulator/test.goal", "refused"),
    ("spcl/LogGOPSim2", "25d2286dd8e6", "tests/testsim/test.bin", "refused"),
    ("spcl/HTSIM", "896cc765aabc", "htsim/sim/lgs/comp.goal", "runs"),
    ("spcl/HTSIM", "896cc765aabc", "htsim/sim/lgs/comp1.goal", "runs"),
    ("spcl/HTSIM", "896cc765aabc", "htsim/sim/lgs/incast_8_1_2MiB.goal", "runs"),
    ("spcl/HTSIM", "896cc765aabc", "htsim/sim/lgs/one_send.goal", "runs"),
    ("spcl/HTSIM", "2a0c58a39bb3", "sim/lgs/input/Financial_50.bin", "runs"),
    ("spcl/HTSIM", "2a0c58a39bb3", "sim/lgs/input/simple.bin", "runs"),
    ("spcl/HTSIM", "2a0c58a39bb3", "sim/lgs/input/websearch.bin", "runs"),
    ("spcl/HTSIM", "2a0c58a39bb3", "utilities/goal_converter/WebSearch_100.goal", "runs"),
    ("spcl/HTSIM", "2a0c58a39bb3", "utilities/goal_converter/host-2_writes-2_reads-2_mount.goal", "runs"),
    ("spcl/HTSIM", "13ee0fc013c5", "sim/lgs/input/perm16.bin", "runs"),
    ("spcl/HTSIM", "13ee0fc013c5", "sim/lgs/input/perm64.bin", "runs"),
    ("spcl/HTSIM", "13ee0fc013c5", "utilities/goal_converter/perm16.goal", "runs"),
    ("spcl/HTSIM", "13ee0fc013c5", "utilities/goal_converter/perm64.goal", "runs"),
    ("spcl/HTSIM", "5e79fe27906f", "sim/lgs/input/test_border_incast_inter.bin", "runs"),
    ("spcl/HTSIM", "5e79fe27906f", "sim/lgs/input/test_border_incast_intra_l.bin", "runs"),
    ("spcl/HTSIM", "d085a3277ec8", "sim/lgs/input/128_1.bin", "runs"),
    ("spcl/HTSIM", "d085a3277ec8", "sim/lgs/input/128_32.bin", "runs"),
    ("spcl/HTSIM", "d085a3277ec8", "sim/lgs/input/128sched.bin", "runs"),
    ("spcl/HTSIM-old", "f76d575986dc", "goal_converter/calc.bin", "runs"),
    ("spcl/HTSIM-old", "f76d575986dc", "goal_converter/calc.goal", "runs"),
    ("spcl/HTSIM-old", "f76d575986dc", "goal_converter/my_t.bin", "runs"),
    ("spcl/HTSIM-old", "f76d575986dc", "goal_converter/my_t.goal", "runs"),
    ("spcl/HTSIM-old", "f76d575986dc", "goal_converter/my_t_128.goal", "runs"),
    ("spcl/HTSIM-old", "f76d575986dc", "goal_converter/small_bdp.bin", "runs"),
    ("spcl/LogGOPSim2", "a50d64f52147", "src/schedgen/schedule.goal", "violations"),
    ("spcl/HTSIM", "d085a3277ec8", "sim/lgs/input/test4_64.bin", "violations"),
    ("spcl/HTSIM", "d085a3277ec8", "sim/lgs/input/testing_comp.bin", "violations"),
    ("spcl/HTSIM", "d085a3277ec8", "utilities/goal_converter/small_bdp_8.goal", "violations"),
    ("spcl/HTSIM", "d085a3277ec8", "utilities/goal_converter/test_border_incast_inter_l.goal", "violations"),
    ("spcl/HTSIM-old", "f76d575986dc", "goal_converter/testing_incast.goal", "violations"),
    ("yifeng-ethz/HTSIM-rnic-private", "17e719fc4273", "htsim/sim/lgs/rnic_one_send_32.goal", "runs"),
]
# A trace of Chakra is named without its rank.
CHAKRA = [
    *(("astra-sim/astra-sim", "518bd513ae11", f"examples/workload/microbenchmarks/{name}/{npus}npus_1MB/{name}", "runs")
      for name in ("all_gather", "all_reduce", "all_to_all", "reduce_scatter") for npus in (4, 8, 16)),
    ("astra-sim/astra-sim", "518bd513ae11", "examples/system/custom_collectives/custom_ring_allreduce_8npus_1MB/custom_allreduce", "runs"),
    ("astra-sim/astra-sim", "2ac213a77ed3", "examples/custom_collective/sample/allreduce_ring_8ranks", "runs"),
    ("astra-sim/astra-sim", "09691b16d42b", "examples/network_analytical/H100-HGX-Validated/workload/AllReduce_1MB", "runs"),
    ("astra-sim/astra-sim", "c94c7460309d", "examples/network_analytical/workload/AllReduce_1MB", "runs"),
    ("astra-sim/astra-sim", "f5d4ddd03d18", "runs/example/workload/resnet50_DataParallel", "refused"),
    ("astra-sim/tutorials", "ead2d5d10b36", "micro2024/astra-sim-demo/demo1/allreduce/allreduce", "runs"),
    ("astra-sim/tutorials", "ead2d5d10b36", "micro2024/astra-sim-demo/demo2/workload/MLP_ModelParallel", "runs"),
    ("astra-sim/tutorials", "ead2d5d10b36", "micro2024/astra-sim-demo/demo3/allreduce_1D/allreduce_8/allreduce", "runs"),
    ("astra-sim/tutorials", "ead2d5d10b36", "micro2024/astra-sim-demo/demo3/allreduce_1D/allreduce_128/allreduce", "runs"),
    ("astra-sim/tutorials", "ead2d5d10b36", "micro2024/astra-sim-demo/demo3/allreduce_2D/allreduce_128/allreduce", "runs"),
]

MAGIC = 4223


def read_goal_text(data):
    """Sends, receives, computations, bytes."""
    text = re.sub(r"/\*.*?\*/", "", data.decode(), flags=re.S)
    sends = re.findall(r"\bsend\s+(\d+)b", text)
    receives, computes = re.findall(r"\brecv\s+\d+b", text), re.findall(r"\bcalc\s+\d+", text)
    return int(re.search(r"num_ranks\s+(\d+)", text).group(1)), (len(sends), len(receives), len(computes), sum(map(int, sends)))


def read_goal_binary(data):
    ranks, = struct.unpack_from("<I", data, 8)
    kinds, size = {1: 0, 2: 0, 3: 0}, 0
    for rank in range(ranks):
        begin, _ = struct.unpack_from("<QQ", data, 14 + 16 * rank)
        nodes, roots = struct.unpack_from("<II", data, 8 + begin)
        for node in range(nodes):
            kind, _, length = struct.unpack_from("<BIQ", data, 8 + begin + 8 + 4 * roots + 39 * node + 4)
            kinds[kind] += 1
            size += length if kind == 1 else 0
    return ranks, (kinds[1], kinds[2], kinds[3], size)


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift, last = at + 1, shift + 7, data[at] < 128
        if last:
            return value, at


def fields(data):
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        else:
            width = 8 if key & 7 == 1 else 4
            value, at = data[at:at + width], at + width
        yield key >> 3, value


def read_trace(data):
    """Type and integers of every node."""
    at, first = 0, True
    while at < len(data):
        length, at = varint(data, at)
        message, at = data[at:at + length], at + length
        if not first:
            node = {"type": 0}
            for number, value in fields(message):
                if number == 3:
                    node["type"] = value
                if number == 10:
                    attribute = dict(fields(value))
                    whole = [v for n, v in attribute.items() if n > 1 and isinstance(v, int)]
                    node[attribute[1].decode()] = whole[0] if whole else None
            yield node
        first = False


def read_chakra(files):
    """Sends, receives, computations and bytes of all ranks, if collectives are rings and pairs of all ranks."""
    ranks = len(files)
    sends = receives = computes = size = 0
    for data in files:
        for node in read_trace(data):
            if node["type"] == 4:
                computes += 1
            elif node["type"] == 5:
                sends, size = sends + 1, size + node["comm_size"]
            elif node["type"] == 6:
                receives += 1
            elif node["type"] == 7:
                kind, length = node["comm_type"], node["comm_size"]
                part = length if kind == 2 else -(-length // ranks)
                messages = (2 if kind == 0 else 1) * (ranks - 1)
                sends, receives, size = sends + messages, receives + messages, size + messages * part
    return ranks, (sends, receives, computes, size)


def torusim(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True)


def outcome_of(program, path, ranks, expected, options):
    shape = ["-t", asking.near_square(ranks), *options]
    check = torusim(program, "check", path, *shape)
    if check.returncode == 3:
        return "refused", check.stderr.strip().split(": ", 2)[-1]
    info = json.loads(torusim(program, "info", path, *shape, "--json").stdout)
    found = tuple(info[each] for each in ("sends", "receives", "computes", "bytes"))
    if found != expected:
        return "differs", f"{found}, and by our reading {expected}"
    if check.returncode != 0:
        return "violations", check.stdout.strip().split("\n")[1].strip()
    run = torusim(program, "run", path, *shape, "--flit-bytes", "4096")
    cycles = re.search(r"^cycles +(\d+)", run.stdout, re.M)
    return ("runs" if run.returncode == 0 else f"exit {run.returncode}"), \
        f"{found[0]} messages, {found[2]} computations, {found[3]} bytes; {cycles.group(1) if cycles else '?'} cycles"


def rows(program, repositories, directory):
    for repository, commit, path, asked in GOAL:
        data = asking.git(repositories, repository, "show", f"{commit}:{path}")
        local = os.path.join(directory, os.path.basename(path))
        with open(local, "wb") as file:
            file.write(data)
        binary = data[:8] == struct.pack("<Q", MAGIC)
        try:
            ranks, expected = read_goal_binary(data) if binary else read_goal_text(data)
        except (struct.error, KeyError, AttributeError):
            ranks, expected = struct.unpack_from("<I", data, 8)[0] if binary else 2, None
        yield repository, commit, path, asked, *outcome_of(program, local, ranks, expected, ["--map", "linear"])
    for number, (repository, commit, path, asked) in enumerate(CHAKRA):
        listing = asking.git(repositories, repository, "ls-tree", "--name-only", commit, os.path.dirname(path) + "/").decode()
        found = sorted((int(m.group(1)), m.group(0)) for m in
                       re.finditer(re.escape(path) + r"\.(\d+)\.et$", listing, re.M))
        files = [asking.git(repositories, repository, "show", f"{commit}:{name}") for _, name in found]
        base = os.path.join(directory, str(number))
        os.mkdir(base)
        for rank, data in enumerate(files):
            with open(os.path.join(base, f"t.{rank}.et"), "wb") as file:
                file.write(data)
        try:
            ranks, expected = read_chakra(files)
        except (KeyError, IndexError, TypeError, UnicodeDecodeError):
            ranks, expected = len(files), None
        choice = "all-reduce=ring,all-gather=ring,reduce-scatter=ring,all-to-all=pairs"
        result = outcome_of(program, os.path.join(base, "t.et"), ranks, expected, ["--collectives", choice])
        yield repository, commit, path, asked, *result


def main():
    program, repositories = sys.argv[1:]
    wrong = 0
    print("| repository | commit | path | outcome | |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for repository, commit, path, asked, outcome, text in rows(program, repositories, directory):
            wrong += outcome != asked
            text = text.replace(directory + os.sep, "")
            mark = "" if outcome == asked else f" (not {asked})"
            print(f"| {repository} | {commit} | `{path}` | {outcome}{mark} | {text} |", flush=True)
    return 1 if wrong else 0


sys.exit(main())
