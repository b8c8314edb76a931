#!/usr/bin/env python3
"""Runs MSCCL algorithms of public repositories, and compares counts, bytes, data and races with a reading of its own.

    msccl_programs.py TORUSIM REPOSITORIES

REPOSITORIES/OWNER/NAME is a git directory or work tree of each repository below; none is fetched, and no file is kept.
Scripts of msccl-tools are run in a temporary directory, with stand-ins for the packages that they import and do not need.
Prints a table; the exit code is 1 if an outcome is not the one that stands here.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import asking

SCHEDULER = ("Azure/msccl-scheduler", "a0bfca1")
RCCL = ("ROCm/rccl", "0cbce2a7")
TREES = ("dailiuyao/msccl_tools_lyd", "07a83fdbcdf2")
NS3 = ("rouge3877/ns3-msccl-data", "76fd624")
TECCL = ("spriestgcl/teccl-msccl", "763dd9077f85")
TOOLS = ("microsoft/msccl-tools", "030a750")

# Whole directories; outcomes that are not `runs` stand below.
DIRECTORIES = [(*SCHEDULER, "tools/msccl-algorithms"), (*RCCL, "tools/msccl-algorithms"),
               (*RCCL, "tools/msccl-unit-test-algorithms"), (*TREES, "examples"), (*NS3, "Validation/SingleCollective/Input"), (*TECCL, "")]
REFUSED = {"all2all.xml", "all2one.xml", "peer2peer.xml", "allreduce_binary_tree_p_Simple_gpu64_ins1.xml", "64MB_msccl_annotated.xml", "64MB_msccl_strict.xml", "amd_32.xml"}

# Scripts of msccl-tools below examples/mscclang, their arguments, and the outcome.
SCRIPTS = [
    ("allgather_a100_pcie.py", "4 1", "runs"), ("allgather_allpairs.py", "8 2", "runs"),
    ("allgather_recursive_doubling.py", "8 1", "runs"), ("allgather_ring.py", "8 2 2", "runs"),
    ("allreduce_1step.py", "4 2", "runs"), ("allreduce_a100_allpairs.py", "8 2", "runs"),
    ("allreduce_a100_allpairs_v2.py", "8 1", "runs"), ("allreduce_a100_multinode_allpairs.py", "8 1", "runs"),
    ("allreduce_a100_ncv4.py", "8 1", "refused"), ("allreduce_a100_pcie_hierarchical.py", "4 1", "refused"),
    ("allreduce_a100_ring.py", "8 2 2", "runs"), ("allreduce_recursive_doubling_halving.py", "8 1", "runs"),
    ("alltoall_a100_three_step.py", "2 4 1", "runs"), ("alltoall_a100_two_step.py", "2 4", "runs"),
    ("alltoall_allpairs.py", "8 2", "runs"), ("alltonext_backward.py", "3 2", "refused"),
    ("alltonext_forward.py", "3 2", "refused"), ("hierarchical_allreduce.py", "4 2 1", "runs"),
    ("pipeline_a100_allpairs.py", "8 1", "violations"), ("pipeline_a100_ring.py", "8 2 1", "violations"),
    ("simple/allgather_ring.py", "", "runs"), ("simple/allreduce_ring.py", "4 1", "runs"),
    ("simple/custom_collective.py", "", "refused"),
]


class Reading:
    """An algorithm as its steps say: counts, the order that they have, and what their buffers hold at the end."""
    READS, WRITES = ("s", "cpy", "re", "rrc", "rrs", "rrcs"), ("r", "rcs", "rrc", "rrcs", "cpy", "re")
    SENDS, RECEIVES = ("s", "rcs", "rrs", "rrcs"), ("r", "rcs", "rrc", "rrs", "rrcs")

    def __init__(self, root):
        self.ranks = int(root.get("ngpus"))
        self.collective = root.get("coll").replace("_", "")
        self.chunks = int(root.get("nchunksperloop"))
        self.in_place = root.get("inplace") == "1" and root.get("outofplace") != "1"
        self.steps, self.after = [], []
        number, channels = {}, collections.defaultdict(lambda: ([], []))
        for gpu in root.iter("gpu"):
            for block in gpu.iter("tb"):
                for step in block.iter("step"):
                    key = int(gpu.get("id")), int(block.get("id")), int(step.get("s"))
                    number[key] = len(self.steps)
                    self.steps.append((key, step.attrib))
                    ends = int(block.get("send")), int(block.get("recv")), block.get("chan")
                    if step.get("type") in self.SENDS:
                        channels[key[0], ends[0], ends[2]][0].append(number[key])
                    if step.get("type") in self.RECEIVES:
                        channels[ends[1], key[0], ends[2]][1].append(number[key])
        self.before = [set() for _ in self.steps]
        for at, ((gpu, block, s), step) in enumerate(self.steps):
            if s > 0:
                self.before[at].add(number[gpu, block, s - 1])
            if int(step.get("depid", -1)) >= 0:
                self.before[at].add(number[gpu, int(step["depid"]), int(step["deps"])])
        self.sender = {}
        for sends, receives in channels.values():
            for send, receive in zip(sends, receives, strict=True):
                self.sender[receive] = send
                self.before[receive].add(send)
        self.sends = len(self.sender)
        self.moved = sum(int(self.steps[send][1]["cnt"]) for send in self.sender.values())
        self.order = self.sorted_steps()

    def sorted_steps(self):
        later, waits = [[] for _ in self.steps], [len(each) for each in self.before]
        for at, earlier in enumerate(self.before):
            for each in earlier:
                later[each].append(at)
        ready, order = [at for at, count in enumerate(waits) if count == 0], []
        while ready:
            order.append(ready.pop())
            for each in later[order[-1]]:
                waits[each] -= 1
                if waits[each] == 0:
                    ready.append(each)
        return order

    def place(self, gpu, buffer, offset):
        if self.in_place and buffer in "io":
            part = self.chunks // self.ranks * gpu
            if (self.collective, buffer) in (("allgather", "i"), ("reducescatter", "o")):
                offset += part
            buffer = "i"
        return gpu, buffer, offset

    def accesses(self, at):
        (gpu, _, _), step = self.steps[at]
        count = int(step.get("cnt", 1))
        reads = [self.place(gpu, step["srcbuf"], int(step["srcoff"]) + k) for k in range(count)] \
            if step["type"] in self.READS else []
        writes = [self.place(gpu, step["dstbuf"], int(step["dstoff"]) + k) for k in range(count)] \
            if step["type"] in self.WRITES else []
        return reads, writes

    def races(self):
        """Whether two steps access a place, one of them to write, that nothing orders: by all steps before each."""
        before, readers, writers = [0] * len(self.steps), collections.defaultdict(list), collections.defaultdict(list)
        for at in self.order:
            for each in self.before[at]:
                before[at] |= before[each] | 1 << each
            reads, writes = self.accesses(at)
            for place in reads:
                if any(not before[at] >> other & 1 for other in writers[place]):
                    return True
                readers[place].append(at)
            for place in writes:
                if any(other != at and not before[at] >> other & 1 for other in writers[place] + readers[place]):
                    return True
                writers[place].append(at)
        return False

    def wrong(self):
        """Output chunks that do not hold what the collective asks for."""
        share, memory, messages = self.chunks // self.ranks, {}, {}
        for gpu in range(self.ranks):
            for k in range(share if self.collective == "allgather" else self.chunks):
                memory[self.place(gpu, "i", k)] = ((gpu, k),)
        for at in self.order:
            (gpu, _, _), step = self.steps[at]
            reads, writes = self.accesses(at)
            moved = [()] * int(step.get("cnt", 1))
            sources = [[memory.get(place, ()) for place in reads]] if reads else []
            if step["type"] == "re":
                sources.append([memory.get(place, ()) for place in writes])
            if at in self.sender:
                sources.append(messages[self.sender[at]])
            for source in sources:
                moved = [tuple(sorted(a + b)) for a, b in zip(moved, source, strict=True)]
            for place, value in zip(writes, moved):
                memory[place] = value
            messages[at] = moved
        count = 0
        for gpu in range(self.ranks):
            for k in range(share if self.collective == "reducescatter" else self.chunks):
                if self.collective == "allgather":
                    asked = ((k // share, k % share),)
                elif self.collective == "alltoall":
                    asked = ((k // share, gpu * share + k % share),)
                else:
                    asked = tuple((rank, k + (gpu * share if self.collective == "reducescatter" else 0))
                                  for rank in range(self.ranks))
                count += memory.get(self.place(gpu, "o", k), ()) != asked
        return count


def outcome_of(program, path):
    """Outcome, and a sentence about it."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = re.search(r'ngpus="(\d+)"', text)
    shape = ["-t", asking.near_square(int(found.group(1)) if found else 8)]
    check = subprocess.run([program, "check", path, *shape, "--json"], capture_output=True, text=True)
    if check.returncode == 3:
        return "refused", check.stderr.strip().split(": ", 1)[-1].replace(path, os.path.basename(path))
    report, reading = json.loads(check.stdout), Reading(ElementTree.fromstring(text))
    ours = (reading.sends, reading.sends, 16 * reading.moved, reading.races(), reading.wrong())
    theirs = (report["sends"], report["receives"], report["bytes"], report["races"] > 0, report["wrong_chunks"])
    if ours != theirs:
        return "differs", f"sends, receives, bytes, races, wrong chunks: {theirs}, and by our reading {ours}"
    if check.returncode != 0:
        return "violations", report["violations"][0]
    run = subprocess.run([program, "run", path, *shape], capture_output=True, text=True)
    cycles = re.search(r"^cycles +(\d+)", run.stdout, re.M)
    return ("runs" if run.returncode == 0 else f"exit {run.returncode}"), \
        f"{report['collective']}: {ours[0]} messages, {ours[2]} bytes; {cycles.group(1) if cycles else '?'} cycles"


def rows(program, repositories, directory):
    local = os.path.join(directory, "algorithm.xml")
    for repository, commit, under in DIRECTORIES:
        names = asking.git(repositories, repository, "ls-tree", "-r", "--name-only", commit, *([under + "/"] if under else [])).decode()
        for name in sorted(name for name in names.split("\n") if name.endswith(".xml")):
            try:
                data = asking.git(repositories, repository, "show", f"{commit}:{name}")
            except subprocess.CalledProcessError:
                print(f"{repository}: this copy does not have {name}", file=sys.stderr)
                continue
            with open(local, "wb") as file:
                file.write(data)
            base = os.path.basename(name)
            asked = "refused" if base in REFUSED else "runs"
            yield repository, commit, name, asked, *outcome_of(program, local)
    tools = os.path.join(directory, "tools")
    os.makedirs(os.path.join(tools, "lxml"))
    tar = subprocess.Popen(["tar", "x", "-C", tools], stdin=subprocess.PIPE)
    tar.communicate(asking.git(repositories, TOOLS[0], "archive", TOOLS[1]))
    for name, text in (("lxml/etree.py", "from xml.etree.ElementTree import *\n"), ("lxml/__init__.py", ""),
                       ("msccl/__init__.py", "")):
        with open(os.path.join(tools, name), "w", encoding="utf-8") as file:
            file.write(text)
    for script, arguments, asked in SCRIPTS:
        made = subprocess.run([sys.executable, os.path.join(tools, "examples/mscclang", script), *arguments.split()],
                              env={**os.environ, "PYTHONPATH": tools}, capture_output=True, check=True).stdout
        with open(local, "wb") as file:
            file.write(made)
        yield *TOOLS, f"{script} {arguments}".strip(), asked, *outcome_of(program, local)


def main():
    program, repositories = sys.argv[1:]
    wrong, count = 0, collections.Counter()
    print("| repository | commit | path | outcome | |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for repository, commit, path, asked, outcome, text in rows(program, repositories, directory):
            wrong += outcome != asked
            count[repository, outcome] += 1
            mark = "" if outcome == asked else f" (should be: {asked})"
            print(f"| {repository} | {commit} | {path} | {outcome}{mark} | {text} |", flush=True)
    for (repository, outcome), number in sorted(count.items()):
        print(f"{repository}: {number} {outcome}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
