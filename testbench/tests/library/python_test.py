#!/usr/bin/env python3
"""The Python package: doctests, equality with the program, errors. TORUSIM_LIBRARY and PYTHONPATH say where it is;
TORUSIM the program."""

import doctest
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import torusim

PROGRAM = os.environ["TORUSIM"]
CASES = int(os.environ.get("TORUSIM_CASES", "20"))


class Runs(unittest.TestCase):
    def test_the_program_says_the_same(self):
        choose = random.Random(7)
        for _ in range(CASES):
            algorithm, shape = choose.choice([("direct", "torus:4x4"), ("direct", "mesh:3x5"), ("t4", "torus:8x8"),
                                              ("ring-gs", "ring:9"), ("gossip-ti", "torus:4x6"), ("bucket", "torus:4x4"),
                                              ("direct", "torus:2x3x4")])
            options = {"block": choose.randrange(40), "startup": choose.randrange(30),
                       "sync": choose.choice(["none", "barrier", "priority"]), "link_delay": choose.randrange(1, 5),
                       "reserve": choose.randrange(1, 9), "lanes": 2}
            result = torusim.run(algorithm, shape, **options)
            flags = [word for name, value in options.items() for word in ("--" + name.replace("_", "-"), str(value))]
            with tempfile.TemporaryDirectory() as directory:
                kept = Path(directory) / "run"
                subprocess.run([PROGRAM, "run", algorithm, "-t", shape, *flags, "--quiet", "-o", str(kept)], check=True,
                               stdout=subprocess.DEVNULL)
                theirs = json.loads((kept / "run.json").read_text())
                lines = (kept / "transfers.csv").read_text().splitlines()
            self.assertEqual(result.cycles, theirs["cycles"], (algorithm, shape, options))
            self.assertEqual(f"{result.hash:016x}", theirs["ejection_hash"])
            self.assertEqual(result.verdict, theirs["verdict"])
            transfers = result.transfers
            self.assertEqual(len(transfers["flits"]), len(lines) - 1)
            column = lines[0].split(",").index("tail_out")
            self.assertEqual([int(line.split(",")[column]) for line in lines[1:]], list(transfers["tail_out"]))

    def test_tables(self):
        result = torusim.run("t4", "torus:8x8", block=16)
        phases = result.phases
        self.assertEqual(phases["messages"].sum(), result.messages)
        self.assertEqual(len(result.phase_names), len(phases["start"]))
        self.assertEqual(result.predicted, result.cycles)
        frame = result.to_pandas("transfers")
        self.assertEqual(frame.shape[0], result.messages)
        self.assertIn("verified", result._repr_html_())

    def test_errors(self):
        with self.assertRaisesRegex(torusim.UsageError, "did you mean .--block"):
            torusim.run("t4", "torus:8x8", blok=3)
        with self.assertRaises(torusim.InputError):
            torusim.run("t4", "torus:8x7")
        with self.assertRaisesRegex(torusim.UsageError, "no blanks"):
            torusim.run("t4", "torus:8x8", rtl="a b")
        with self.assertRaisesRegex(torusim.InputError, "schedule:3:"):
            torusim.run(schedule="tcs 1\ntopology ring 4\nnonsense\n")
        with self.assertRaises(AttributeError):
            torusim.run("direct", "ring:4").cyles

    def test_progress_and_control_c(self):
        calls = []
        torusim.run("t4", "torus:16x16", block=2000, progress=lambda *figures: calls.append(figures))
        self.assertTrue(calls)
        with self.assertRaisesRegex(ValueError, "of the caller"):
            torusim.run("t4", "torus:16x16", block=2000, progress=self._raise)
        self._interrupted(lambda: torusim.run("direct", "torus:32x32", block=1000, sync="none"))
        network = torusim.Network("torus:16x16")
        network.on_delivered(lambda event: network.send(event.destination, event.source, 9))  # for ever
        for node in range(255):
            network.send(node, node + 1, 9)
        self._interrupted(network.run)
        self.assertEqual(network.in_flight, 255)

    def _raise(self, *_):
        raise ValueError("of the caller")

    def _interrupted(self, call):
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            call()


class Networks(unittest.TestCase):
    def test_listeners(self):
        network = torusim.Network("torus:4x4", link_delay=2)
        events = []

        def answer(event):
            events.append(event)
            if event.tag < 3:
                network.send(event.destination, event.source, 5, tag=event.tag + 1)

        network.on_delivered(answer)
        network.send(0, 5, 5)
        self.assertEqual(network.run(), torusim.Advanced.IDLE)
        cycles = [event.cycle for event in events]
        self.assertEqual(cycles, [cycles[0] * (i + 1) for i in range(4)])
        self.assertEqual(len(network.deliveries()), 4)

    def test_the_senders_object_comes_back(self):
        network = torusim.Network("torus:4x4", classes=3, alpha=2, lanes=2, link_delay=7)
        self.assertEqual((network.classes, network.alpha, network.lanes, network.link_delay), (3, 2, 2, 7))
        told = []
        network.on_left(lambda event: told.append(event.user))
        network.on_delivered(lambda event: told.append(event.user))
        first = {"a": "dictionary"}
        network.send(0, 5, 3, user=first)
        network.send(1, 5, 30)
        network.run()
        self.assertIs(told[0], first)
        self.assertEqual(told, [first, first, None, None])
        self.assertEqual([event.user for event in network.deliveries()], [first, None])
        network.run()
        self.assertEqual(network._users, {})  # pylint: disable=protected-access

    def test_a_run_replayed(self):
        result = torusim.run("direct", "torus:4x4", block=3, startup=4, sync="none")
        table = result.transfers
        network = torusim.Network("torus:4x4")
        for source, destination, flits, started in zip(*(table[name].tolist() for name in
                                                         ("source", "destination", "flits", "started"))):
            network.send(source, destination, flits, earliest=started + 4)
        network.run()
        self.assertEqual(network.finish(), result.hash)

    def test_errors(self):
        with self.assertRaisesRegex(torusim.UsageError, "has no --block"):
            torusim.Network("torus:4x4", block=3)
        network = torusim.Network("torus:4x4")
        with self.assertRaisesRegex(torusim.InputError, "there is no node 16"):
            network.send(16, 0)
        with self.assertRaisesRegex(torusim.InputError, "sends to itself"):
            network.send(3, 3)
        network.set_max_waiting(1)
        network.send(1, 0, 9)
        with self.assertRaises(torusim.WouldBlock):
            network.send(1, 0)
        network.on_delivered(lambda event: 1 // 0)
        with self.assertRaises(ZeroDivisionError):
            network.run()
        self.assertEqual(network.advance(1000), torusim.Advanced.IDLE)
        self.assertEqual(network.now, 1000)

    def test_deadlock(self):
        network = torusim.Network("ring:4", lanes=1)
        for node in range(4):
            network.send(node, (node + 2) % 4, 100, route="+x2")
        self.assertEqual(network.run(), torusim.Advanced.DEADLOCK)
        self.assertRegex(network.explain_deadlock()[0], r"^message \d \(\d > \d\) .*waits for")


class Notebook(unittest.TestCase):
    def test_every_cell_runs(self):
        path = Path(__file__).parents[3] / "docs/examples/notebook/exchange.ipynb"
        names = {}
        cells = ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
        self.assertGreater(len(cells), 4)
        for cell in cells:
            exec(compile(cell, str(path), "exec"), names)  # pylint: disable=exec-used


def load_tests(_loader, tests, _ignore):
    for module in (torusim, torusim.network, torusim.result, torusim.schedule):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


if __name__ == "__main__":
    sys.exit(unittest.main())
