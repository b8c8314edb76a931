#!/usr/bin/env python3
"""Runs programs in torusim and in LogGOPSim, and compares the times.

    loggopsim.py TORUSIM LOGGOPSIM TXT2BIN [SEED]

LOGGOPSIM and TXT2BIN are the programs that the Makefile in src/LogGOPSim of LogGOPSim builds. All messages of a program go equally
far in the torus, and no channel of the network is wanted by two messages at a time, so LogGOPSim's L, g and G can describe it.
Prints the tables of docs/lab/loggopsim.md. The exit code is 1 if a program differs without a tie, `streams` apart.
"""
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile

MARK = 100_000  # ns of computation before the send that marks the end of a rank; more than any gap


class Rank:
    """The operations of a rank. Each waits for a list of earlier ones; what it returns is such a list."""

    def __init__(self, number, sizes, times):
        self.number, self.sizes, self.times = number, sizes, times
        self.lines, self.labels = [], []

    def add(self, text, after):
        label = f"l{len(self.labels)}"
        self.labels.append(label)
        self.lines.append(f"{label}: {text}")
        self.lines += [f"{label} requires {each}" for each in sorted(set(after))]
        return [label]

    def send(self, to, tag, after):
        return self.add(f"send {self.sizes(self.number, to, tag)}b to {to} tag {tag}", after)

    def receive(self, source, tag, after=()):
        return self.add(f"recv {self.sizes(source, self.number, tag)}b from {source} tag {tag}", after)

    def compute(self, after):
        time = self.times()
        return after if time is None else self.add(f"calc {time}", after)

    def text(self, marked):
        """With a mark the rank sends a message to itself, MARK + o after its last operation has ended."""
        lines = list(self.lines)
        if marked:
            lines += ["wait: calc " + str(MARK), "mark: send 1b to {0} tag 999999", "end: recv 1b from {0} tag 999999"]
            lines += [f"wait requires {label}" for label in self.labels] + ["mark requires wait"]
        return "\n".join(["rank {0} {{", *lines, "}}", ""]).format(self.number)


# Patterns: each writes the operations of a rank of `ranks`.

def binomial_broadcast(rank, ranks):
    me, k = rank.number, rank.number.bit_length()
    ready = rank.compute(rank.receive(me & ~(1 << (k - 1)), 0) if me else [])
    for bit in range(k, (ranks - 1).bit_length()):
        ready = rank.send(me | 1 << bit, 0, ready)


def binomial_reduction(rank, ranks):
    me, k = rank.number, rank.number.bit_length()
    ready = rank.compute([])
    for bit in reversed(range(k, (ranks - 1).bit_length())):
        ready = rank.compute(ready + rank.receive(me | 1 << bit, 0))
    if me:
        rank.send(me & ~(1 << (k - 1)), 0, ready)


def chain(rank, ranks):
    ready = rank.compute(rank.receive(rank.number - 1, 0) if rank.number else [])
    if rank.number + 1 < ranks:
        rank.send(rank.number + 1, 0, ready)


def pipelined_chain(rank, ranks):
    for piece in range(8):
        ready = rank.compute(rank.receive(rank.number - 1, piece) if rank.number else [])
        if rank.number + 1 < ranks:
            rank.send(rank.number + 1, piece, ready)


def ring(rank, ranks):
    ready = []
    for step in range(min(ranks - 1, 32)):
        rank.send((rank.number + 1) % ranks, step, ready)
        ready = rank.compute(rank.receive((rank.number - 1) % ranks, step, ready))


def exchanges(rank, rounds):
    ready = []
    for tag, (to, source) in enumerate(rounds):
        rank.send(to, tag, ready)
        ready = rank.compute(rank.receive(source, tag, ready))


def doubling(rank, ranks):
    exchanges(rank, [(rank.number ^ 1 << bit,) * 2 for bit in range((ranks - 1).bit_length())])


def sides_of(ranks):
    """Sides of the complete graphs of a dissemination: a router has at most 32 ports, one of them for its node."""
    return {256: [16, 16], 512: [8, 8, 8], 1024: [8, 8, 4, 4]}.get(ranks, [ranks])


def dissemination(rank, ranks):
    """In one complete graph, or dimension by dimension."""
    rounds, stride = [], ranks
    for side in sides_of(ranks):
        stride //= side
        digit = rank.number // stride % side
        at = lambda other: rank.number + (other % side - digit) * stride
        rounds += [(at(digit + (1 << bit)), at(digit - (1 << bit))) for bit in range((side - 1).bit_length())]
    exchanges(rank, rounds)


def square(ranks):
    rows = 1 << (ranks.bit_length() - 1) // 2
    return rows, ranks // rows


def sweep(rank, ranks):
    """Four wavefronts one behind the other, from the first row and column to the last."""
    rows, columns = square(ranks)
    row, column = divmod(rank.number, columns)
    ready = []
    for front in range(4):
        ready = rank.compute(ready + (rank.receive(rank.number - columns, front) if row else []) +
                             (rank.receive(rank.number - 1, front) if column else []))
        if row + 1 < rows:
            ready = rank.send(rank.number + columns, front, ready)
        if column + 1 < columns:
            ready = rank.send(rank.number + 1, front, ready)


def cube(ranks):
    """A hypercube, or complete graphs of four, where ranks that differ in a bit are neighbours too."""
    dimensions = (ranks - 1).bit_length()
    return f"hypercube:{dimensions}" if dimensions <= 8 else "complete:" + "x".join(["4"] * (dimensions // 2))


def small_torus(ranks):
    return "torus:" + "x".join(["2"] * (ranks - 1).bit_length())


def line(ranks):
    return f"ring:{ranks}"


def graph(ranks):
    return "complete:" + "x".join(map(str, sides_of(ranks)))


def grid(ranks):
    return "torus:{}x{}".format(*square(ranks))


POWERS = [2, 4, 16, 64, 256, 1024]
# Name, operations, shape, ranks, hops of a message: ranks are so far apart on a ring.
PATTERNS = [
    ("binomial broadcast", binomial_broadcast, cube, POWERS, 1),
    ("binomial broadcast", binomial_broadcast, small_torus, POWERS[1:-1], 1),
    ("binomial reduction", binomial_reduction, cube, POWERS, 1),
    ("chain", chain, line, [2, 3, 10, 100, 1024], 1),
    ("chain", chain, line, [2, 10, 100, 341], 3),
    ("pipelined chain", pipelined_chain, line, [2, 3, 10, 100, 1024], 1),
    ("ring exchange", ring, line, [2, 3, 10, 100, 1024], 1),
    ("ring exchange", ring, line, [3, 10, 100, 512], 2),
    ("recursive doubling", doubling, cube, POWERS, 1),
    ("dissemination", dissemination, graph, [2, 3, 7, 13, 31, 256, 512, 1024], 1),
    ("sweep", sweep, grid, [4, 8, 32, 64, 256, 1024], 1),
]
COSTS = ["a flit", "equal sizes", "cpu time per byte", "streams"]
TIMES = ["none", "equal", "random"]


class Setting:
    """Sizes, network and host of a program, and LogGOPSim's parameters for them."""

    def __init__(self, costs, times, hops, dice):
        self.startup, self.delay = dice.choice([0, 5, 20]), dice.choice([1, 1, 3])
        self.flit_bytes, self.per_byte, self.latency_bytes = 16, 0, 1
        path = self.startup + 4 + hops * (1 + self.delay)  # of the head flit
        if costs == "streams":  # L and G are those of the first and every further byte, a flit each
            self.flit_bytes, self.network_byte = 1, 1
            self.overhead, self.gap, self.latency = dice.randint(0, (2 + self.startup) // 2), 2 + self.startup, path + 1
            self.sizes = lambda source, to, tag: random.Random(f"{source} {to} {tag}").randint(1, 200)
        else:
            longest = {"a flit": 16, "equal sizes": dice.randint(17, 2000), "cpu time per byte": dice.randint(2, 100)}[costs]
            flits = -(-longest // 16)
            self.per_byte = self.network_byte = dice.randint(1, 4) if costs == "cpu time per byte" else 0
            self.gap = self.startup + 1 + flits + dice.randint(0, 40)
            self.overhead = dice.randint(0, 60)
            if self.per_byte:
                self.overhead += self.gap  # LogGOPSim spaces receives by g + (s - 1) G; so the cpu, not the nic, decides
            self.latency_bytes = longest
            self.latency = path + flits + (longest - 1) * self.per_byte
            self.sizes = lambda source, to, tag: longest
            if costs == "a flit":
                self.sizes = lambda source, to, tag: random.Random(f"{source} {to} {tag}").randint(1, 16)
        equal = dice.randint(1, 2000)
        self.times = {"none": lambda: None, "equal": lambda: equal, "random": lambda: dice.randint(1, 2000)}[times]

    def torusim(self):
        host = f"o={self.overhead},O={self.per_byte},g={self.gap},G={self.network_byte}"
        return ["--host", host, "--startup", str(self.startup), "--link-delay", str(self.delay), "--flit-bytes", str(self.flit_bytes)]

    def loggopsim(self):
        return ["-L", str(self.latency), "-o", str(self.overhead), "-g", str(self.gap), "-G", str(self.network_byte),
                "-O", str(self.per_byte)]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}{done.stdout}")
    return done.stdout


class Comparison:
    def __init__(self, torusim, loggopsim, txt2bin, directory):
        self.torusim, self.loggopsim, self.txt2bin, self.directory = torusim, loggopsim, txt2bin, directory

    def path(self, name):
        return os.path.join(self.directory, name)

    def write(self, text):
        with open(self.path("p.goal"), "w", encoding="utf-8") as file:
            file.write(text)
        run(self.txt2bin, "-i", self.path("p.goal"), "-o", self.path("p.bin"))

    def ours(self, shape, ranks, hops, setting):
        """The end, and (source, destination, cycle) of each message as its rank hands it to the network."""
        with open(self.path("map"), "w", encoding="utf-8") as file:
            file.write("".join(f"{rank * hops}\n" for rank in range(ranks)))
        run(self.torusim, "run", self.path("p.goal"), "-t", shape(ranks * hops), "--map", self.path("map"), "--quiet",
            "-o", self.path("results"), "--force", "--tables", "full",
            "--alpha", "1" if ranks == 2 else "2", *setting.torusim())
        with open(self.path("results/run.json"), encoding="utf-8") as file:
            end = json.load(file)["cycles"]
        with open(self.path("results/transfers.csv"), encoding="utf-8") as file:
            return end, [(int(row["source"]) // hops, int(row["destination"]) // hops, int(row["started"])) for row in csv.DictReader(file)]

    def theirs(self, setting):
        """The end, and (kind, rank, start, end) of each work of a cpu."""
        text = run(self.loggopsim, "-b", "-f", self.path("p.bin"), "-V", self.path("p.viz"), *setting.loggopsim())
        end = re.search(r"Maximum finishing time at host \d+: (\d+)", text)
        if end is None:
            sys.exit(f"LogGOPSim:\n{text}")
        with open(self.path("p.viz"), encoding="utf-8") as file:
            found = re.findall(r"^(osend|orecv|loclop) (\d+) \d+ (\d+) (\d+) ", file.read(), re.M)
        return int(end[1]), [(kind, int(rank), int(start), int(stop)) for kind, rank, start, stop in found]

    def compare(self, pattern, shape, ranks, hops, setting):
        parts = [Rank(number, setting.sizes, setting.times) for number in range(ranks)]
        for part in parts:
            pattern(part, ranks)
        results = []
        for marked in (False, True):
            self.write(f"num_ranks {ranks}\n" + "".join(part.text(marked) for part in parts))
            results.append(Result(ranks, *self.ours(shape, ranks, hops, setting), *self.theirs(setting)))
        plain, marked = results
        ends = [(mine[-1], other[-1]) for mine, other in zip(marked.ours, marked.theirs, strict=True)]
        latest = max(mine for mine, _ in ends) - MARK - setting.overhead
        if latest != plain.our_end:
            sys.exit(f"the last rank ends at {latest}, the program at {plain.our_end}")
        plain.ranks_differ = sum(a != b for a, b in ends)
        return plain


class Result:
    def __init__(self, ranks, our_end, messages, their_end, works):
        self.ranks, self.our_end, self.their_end, self.messages, self.works = ranks, our_end, their_end, messages, works
        self.ours, self.theirs = [[] for _ in range(ranks)], [[] for _ in range(ranks)]
        for source, _, started in messages:
            self.ours[source].append(started)
        for kind, rank, _, stop in works:
            if kind == "osend":
                self.theirs[rank].append(stop)
        for times in (*self.ours, *self.theirs):
            times.sort()
        pairs = [(min(a, b), rank, a != b) for rank in range(ranks) for a, b in zip(self.ours[rank], self.theirs[rank], strict=True)]
        differing = sorted(pair for pair in pairs if pair[2])
        self.sends, self.sends_differ, self.first = len(pairs), len(differing), differing[0] if differing else None
        self.ranks_differ = 0

    def equal(self):
        return self.our_end == self.their_end and not self.sends_differ and not self.ranks_differ

    def tie(self, handing):
        """Did a message to the rank that differs first come into being in the same ns as another, or as work of that rank? It is
        handed over `handing` ns later."""
        if self.first is None:
            return False
        until, rank, _ = self.first
        came = [started - handing for _, to, started in self.messages if to == rank and started <= until]
        begun = {start for _, each, start, _ in self.works if each == rank}
        return len(set(came)) < len(came) or any(time in begun for time in came)


def main():
    torusim, loggopsim, txt2bin = sys.argv[1:4]
    seed = sys.argv[4] if len(sys.argv) > 4 else "1"
    unexplained, cells, largest, notes = 0, {}, {}, []
    with tempfile.TemporaryDirectory() as directory:
        comparison = Comparison(torusim, loggopsim, txt2bin, directory)
        for costs in COSTS:
            total, most = [0] * 6, 0
            for row, (name, pattern, shape, counts, hops) in enumerate(PATTERNS):
                programs = equal = 0
                for times in TIMES:
                    for ranks in counts:
                        dice = random.Random(f"{seed} {costs} {name} {shape.__name__} {hops} {times} {ranks}")
                        setting = Setting(costs, times, hops, dice)
                        found = comparison.compare(pattern, shape, ranks, hops, setting)
                        programs, equal = programs + 1, equal + found.equal()
                        total = [a + b for a, b in zip(total, (1, found.our_end == found.their_end, ranks, ranks - found.ranks_differ,
                                                               found.sends, found.sends - found.sends_differ))]
                        most = max(most, abs(found.our_end / found.their_end - 1))
                        if costs == "equal sizes" and times == "random":
                            largest[row] = (f"| {name} | {shape(ranks * hops)} | {ranks} | {found.sends} | {found.our_end} | "
                                            f"{found.their_end} | {'yes' if found.equal() else 'no'} |")
                        if costs != "streams" and not found.equal():
                            tie = found.tie(setting.overhead + (setting.latency_bytes - 1) * setting.per_byte)
                            unexplained += not tie
                            notes.append(f"| {costs} | {name} | {shape(ranks * hops)} | {times} | {found.our_end} | {found.their_end} | "
                                         f"{found.ranks_differ} | {found.sends_differ} of {found.sends} | {'yes' if tie else 'no'} |")
                cells[row, costs] = f"{equal} of {programs}"
                print(f"{costs}: {name} {shape(counts[-1] * hops)}: {cells[row, costs]}", file=sys.stderr, flush=True)
            print("{}: {} programs, {} end together; {} ranks, {} end together; {} sends, {} at the same time; ends differ by up to {:.1%}"
                  .format(costs, *total, most))
    print("\n| pattern | network | ranks | hops | " + " | ".join(COSTS) + " |\n" + "|---" * (4 + len(COSTS)) + "|")
    for row, (name, _, shape, counts, hops) in enumerate(PATTERNS):
        print(f"| {name} | `{shape(counts[0] * hops)}` to `{shape(counts[-1] * hops)}` | {counts[0]} to {counts[-1]} | {hops} | "
              + " | ".join(cells[row, costs] for costs in COSTS) + " |")
    print("\n| pattern | network | ranks | messages | torusim | LogGOPSim | equal |\n" + "|---" * 7 + "|\n" + "\n".join(largest.values()))
    print("\n| costs | pattern | network | computations | torusim | LogGOPSim | ranks | sends | tie |\n" + "|---" * 9 + "|")
    print("\n".join(notes))
    return 1 if unexplained else 0


sys.exit(main())
