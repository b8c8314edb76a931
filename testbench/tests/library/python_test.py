#!/usr/bin/env python3
"""The Python package: doctests, equality with the program, errors. TORUSIM_LIBRARY and PYTHONPATH say where it is;
TORUSIM the program."""

import copy
import csv
import doctest
import gc
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import xml.etree.ElementTree
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
            if shape == "torus:4x4":
                options |= {"fail": "random:20%", "seed": choose.randrange(1, 9), "reroute": choose.choice(["layered", "spread"])}
                if options["sync"] == "priority":
                    options["sync"] = "none"
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

    def test_sizes_and_comparisons(self):
        for collective, shape, units in (("all-reduce", "torus:4x4", {"link": "50GB/s"}), ("all-gather", "ring:6", {}),
                                         ("broadcast", "mesh:3x3", {"clock": "1GHz", "flit_bytes": 8})):
            size = "1000" if not units else "64kB"
            rows = torusim.compare(collective, shape, size=size, **units)
            with tempfile.TemporaryDirectory() as directory:
                flags = [word for name, value in units.items() for word in ("--" + name.replace("_", "-"), str(value))]
                for command in ("compare", "run"):
                    subprocess.run([PROGRAM, command, collective, "-t", shape, "--size", size, *flags, "--quiet", "-o",
                                    f"{directory}/{command}"], check=True, stdout=subprocess.DEVNULL)
                with open(f"{directory}/compare/compare.csv", encoding="utf-8") as file:
                    table = list(csv.DictReader(file))
                theirs = json.loads(Path(directory, "run/run.json").read_text())
            self.assertEqual([(row["algorithm"], str(row["cycles"] or "")) for row in rows],
                             [(row["algorithm"], row["cycles"]) for row in table])
            self.assertEqual(table[0]["topology"], shape)
            result = torusim.run(collective, shape, size=size, **units)
            self.assertEqual(result.cycles, rows[0]["cycles"])
            for name in ("time_ns", "size_bytes", "algbw_gbs", "busbw_gbs"):
                value = getattr(result, name)
                self.assertEqual(value is None, not units)
                if units:
                    self.assertAlmostEqual(value / theirs[name], 1)
        for arguments, error in ((("swing", "ring:4"), "compare swing: name a collective"), (("reduce", ""), "needs a topology")):
            with self.assertRaisesRegex(torusim.UsageError, error):
                torusim.compare(*arguments, size="1")

    def test_tables(self):
        result = torusim.run("t4", "torus:8x8", block=16)
        phases = result.phases
        self.assertEqual(phases["messages"].sum(), result.messages)
        self.assertEqual(len(result.phase_names), len(phases["start"]))
        self.assertEqual(result.predicted, result.cycles)
        frame = result.to_pandas("transfers")
        self.assertEqual(frame.shape[0], result.messages)
        self.assertIn("verified", result._repr_html_())

    def test_plots(self):
        result = torusim.run("t4", "torus:8x8", block=16, links=True)
        links = result.links
        between = [name not in ("ejection 0", "injection 0") for name in map(result.port_names.__getitem__, links["port"])]
        self.assertEqual(links["flits"][between].sum(), result.flit_hops)
        self.assertEqual(result.topology, "torus:8x8")
        self.assertEqual(result.port_names, ["+x", "-x", "+y", "-y", "ejection 0", "injection 0"])
        shapes = self._shapes(result.plot_links())
        self.assertEqual(shapes["rect"], 1 + 4 * 64)  # the ground, and the nodes of four panels
        self.assertIn("node 63, -y", result.plot_links("busy").svg)
        self.assertEqual(self._shapes(result.plot_latency())["circle"], result.messages)
        two = torusim.plot_lines({"a<b": [(1, 5), (2, 7)], "c": [(3, 4)]}, x_label="block")
        self.assertEqual((self._shapes(two)["circle"], self._shapes(two)["polyline"] > 4), (3, True))
        with tempfile.TemporaryDirectory() as directory:
            two.save(Path(directory) / "two.svg")
            self.assertEqual((Path(directory) / "two.svg").read_text(), two._repr_svg_())
        for shape in ("ring:5", "mesh:2x3", "torus:2x3x4", "complete:4"):
            self._shapes(torusim.run("direct", shape, links=True).plot_links())
        with self.assertRaisesRegex(torusim.UsageError, "links=True"):
            torusim.run("direct", "ring:4").plot_links()
        with self.assertRaisesRegex(torusim.InputError, "no column flist; there are busy, flits"):
            result.plot_links("flist")
        with self.assertRaisesRegex(ValueError, "no point"):
            torusim.plot_lines({})

    @staticmethod
    def _shapes(plot):
        """How many there are, by name; the text is well-formed XML without coordinates that are not numbers."""
        assert "nan" not in plot.svg and "inf" not in plot.svg
        names = [element.tag.rpartition("}")[2] for element in xml.etree.ElementTree.fromstring(plot.svg).iter()]
        return {name: names.count(name) for name in names}

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

    def test_results_are_values(self):
        for links in (False, True):
            result = torusim.run("direct", "torus:4x4", block=4, links=links)
            for other in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
                self.assertEqual(vars(other), vars(result))
                self.assertTrue((other.transfers["tail_out"] == result.transfers["tail_out"]).all())
        self.assertEqual(len(pickle.loads(pickle.dumps(result)).links["flits"]), 16 * 6)

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
        signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore it
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            call()


class Networks(unittest.TestCase):
    replayed = 0

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

    def test_levels(self):
        def play(level):
            network = torusim.Network("torus:8x8", link_delay=2, level=level)
            seen = []

            def answer(event):
                seen.append((event.id, event.cycle, event.source, event.destination))
                if event.tag < 3:
                    network.send(event.destination, event.source, 7, tag=event.tag + 1)

            network.on_delivered(answer)
            for node in range(64):
                network.send(node, (node * 5 + 9) % 64 if node % 16 != 15 else 0, 1 + node)
            network.run()
            return seen, network.flit_hops, network.finish()

        self.assertEqual(play("dense"), play("fast"))
        self.assertEqual(torusim.run("direct", "torus:8x8", level="dense").hash, torusim.run("direct", "torus:8x8").hash)
        with self.assertRaisesRegex(torusim.InputError, "level dense cannot simulate several ports a node"):
            torusim.Network("torus:4x4", alpha=2, level="dense")
        with self.assertRaisesRegex(torusim.InputError, "level dense cannot simulate several classes"):
            torusim.Network("torus:4x4", classes=2, level="dense")
        with self.assertRaisesRegex(torusim.InputError, "its level cannot carry packets of more than 1024 flits"):
            torusim.Network("torus:4x4", level="dense").send(0, 5, 1025)
        with self.assertRaisesRegex(torusim.InputError, "at the level fast or dense"):
            torusim.Network("torus:4x4", level="pins")

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

    def test_runs_replayed(self):
        for case in range(CASES):
            with self.subTest(case=case), tempfile.TemporaryDirectory() as directory:
                self._replay(random.Random(case), Path(directory))

    def _replay(self, choose, directory):
        """A random schedule by the program, and its messages through the door at their times."""
        shape, nodes = choose.choice([("torus:4x4", 16), ("ring:7", 7), ("torus:3x2x2", 12), ("mesh:3x3", 9)])
        pairs = [(a, b, choose.randrange(3)) for a in range(nodes) for b in range(nodes) if a != b]
        choose.shuffle(pairs)
        phases = choose.randrange(1, 4)
        text = torusim.schedule_text(shape, ([torusim.Transfer(a, b, [(a, b)], message_class=c) for a, b, c in pairs[i::phases]]
                                             for i in range(phases)), collective="complete-exchange", ports="all")
        block, startup = choose.randrange(20), choose.randrange(9)
        hardware = {"alpha": choose.randrange(1, 3), "lanes": 2, "link_delay": choose.randrange(1, 4),
                    "switching": choose.choice(["wormhole", "vct", "saf", "circuit"])}
        hardware["reserve"] = choose.randrange(1, 9) + (block if hardware["switching"] in ("vct", "saf") else 0)
        options = {"block": block, "startup": startup, "sync": choose.choice(["none", "barrier", "priority"]), **hardware}
        table = torusim.run(schedule=text, **options).transfers

        (directory / "random.tcs").write_text(text)
        flags = [word for name, value in options.items() for word in ("--" + name.replace("_", "-"), str(value))]
        subprocess.run([PROGRAM, "run", directory / "random.tcs", *flags, "--quiet", "-o", directory / "run"],
                       stdout=subprocess.DEVNULL, check=False)
        expected = json.loads((directory / "run/run.json").read_text())
        if expected["verdict"] != "verified":
            return
        network = torusim.Network(shape, classes=int(table["class"].max()) + 1, threads=choose.randrange(1, 3), **hardware)
        names = ("source", "destination", "flits", "started", "class", "injection_channel", "ejection_channel")
        for source, destination, flits, started, message_class, injection, ejection in zip(*(table[n].tolist() for n in names)):
            network.send(source, destination, flits, earliest=started + startup, message_class=message_class,
                         injection_channel=injection, ejection_channel=ejection)
        self.assertEqual(network.run(), torusim.Advanced.IDLE)
        self.assertEqual(network.flit_hops, expected["flit_hops"])
        self.assertEqual(f"{network.finish():016x}", expected["ejection_hash"])
        Networks.replayed += 1

    @classmethod
    def tearDownClass(cls):
        assert cls.replayed > CASES / 2, cls.replayed

    def test_errors(self):
        with self.assertRaisesRegex(torusim.UsageError, "has no --block"):
            torusim.Network("torus:4x4", block=3)
        network = torusim.Network("torus:4x4")
        with self.assertRaisesRegex(torusim.InputError, "there is no node 16"):
            network.send(16, 0)
        with self.assertRaisesRegex(torusim.InputError, "sends to itself"):
            network.send(3, 3)
        for far in ({"source": 2**32}, {"destination": 2**32 + 5}, {"flits": 2**64 + 3}, {"earliest": 2**64},
                    {"message_class": 2**32}, {"tag": 2**40}, {"injection_channel": 2**32}):
            with self.assertRaisesRegex(torusim.InputError, "is not a whole number of"):
                network.send(**{"source": 0, "destination": 5, **far})
        for call, value in ((network.advance, 2**64), (network.waiting, 2**32), (network.set_max_waiting, 2**64)):
            with self.assertRaisesRegex(torusim.InputError, "is not a whole number of"):
                call(value)
        with self.assertRaisesRegex(torusim.InputError, "NUL"):
            network.send(0, 1, route="+y1\0+x1")
        for shape, error in (("torus:4x4\0", torusim.InputError), ("torus:4x4 --lanes 1", torusim.UsageError)):
            with self.assertRaises(error):
                torusim.Network(shape)
        network.set_max_waiting(1)
        network.send(1, 0, 9)
        with self.assertRaises(torusim.WouldBlock):
            network.send(1, 0)
        network.on_delivered(lambda event: 1 // 0)
        with self.assertRaises(ZeroDivisionError):
            network.run()
        self.assertEqual(network.advance(1000), torusim.Advanced.IDLE)
        self.assertEqual(network.now, 1000)

    def test_callbacks(self):
        """Listeners that raise, replace themselves or call the network again, while answers go on for ever."""
        for which in ("on_left", "on_delivered"):
            network, seen = torusim.Network("torus:4x4"), []
            network.on_delivered(lambda event: network.send(event.destination, event.source, 3))

            def raises(event):
                seen.append(event.cycle)
                network.send(event.destination, event.source, 3)
                if len(seen) == 5:
                    raise ValueError("found")

            getattr(network, which)(raises)
            network.send(0, 5, 3, user="kept")
            with self.assertRaisesRegex(ValueError, "found"):
                network.run()
            self.assertEqual(network.now, seen[4] + (1 if which == "on_delivered" else 2))
            self.assertEqual(seen[-1], seen[4])  # the listener is called to the end of that cycle

            def replaces(_):
                getattr(network, which)(None)
                gc.collect()
                seen.append(network)
                network.on_delivered(None)

            getattr(network, which)(replaces)
            self.assertEqual(network.run(), torusim.Advanced.IDLE)
            self.assertIs(seen[-1], network)
            network.on_delivered(lambda _: network.advance(9))  # pylint: disable=cell-var-from-loop
            network.send(0, 5, user="kept")
            with self.assertRaisesRegex(torusim.InputError, "advance inside a listener"):
                network.run()
            self.assertEqual(network.deliveries()[0].user, "kept")
            network.on_delivered(lambda _: network.stop())  # pylint: disable=cell-var-from-loop
            network.send(0, 5)
            self.assertEqual(network.run(), torusim.Advanced.INTERRUPTED)
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "cannot be copied or pickled"):
                copied(network)

    def test_threads(self):
        def play(seed, hashes):
            network = torusim.Network("torus:4x4", link_delay=seed)
            network.on_delivered(lambda event: event.tag < 20 and network.send(event.destination, event.source, 5, tag=event.tag + 1))
            for node in range(1, 16):
                network.send(node, 0, 9)
            network.run()
            hashes[seed] = network.finish()

        def in_threads(work):
            threads = [threading.Thread(target=each) for each in work]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        alone, together = {}, {}
        for seed in range(1, 5):
            play(seed, alone)
        in_threads([lambda seed=seed: play(seed, together) for seed in range(1, 5)])
        self.assertEqual(together, alone)

        network, said = torusim.Network("torus:4x4"), []

        def intrude():
            try:
                network.send(1, 2)
            except torusim.InputError as error:
                said.append(str(error))

        network.on_delivered(lambda event: in_threads([intrude]))
        network.send(0, 1)
        network.run()
        self.assertEqual(said, ["network: send while another thread uses it; one at a time may"])

    def test_use_after_the_end(self):
        network = torusim.Network("torus:4x4")
        network.send(0, 5, 100)
        network.advance(10)
        network.finish()
        for use in (lambda: network.send(0, 1), network.run, network.finish):
            with self.assertRaisesRegex(torusim.InputError, "after finish"):
                use()

    def test_deadlock(self):
        network = torusim.Network("ring:4", lanes=1)
        for node in range(4):
            network.send(node, (node + 2) % 4, 100, route="+x2")
        self.assertEqual(network.run(), torusim.Advanced.DEADLOCK)
        explained = network.explain_deadlock()
        self.assertRegex(explained[0], r"^message \d \(\d > \d\) .*waits for.*held by message")
        network.finish()
        self.assertEqual(network.explain_deadlock(), explained)


class Notebook(unittest.TestCase):
    def test_every_cell_runs(self):
        path = Path(__file__).parents[3] / "docs/examples/notebook/exchange.ipynb"
        names = {}
        cells = ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
        self.assertGreater(len(cells), 4)
        for cell in cells:
            exec(compile(cell, str(path), "exec"), names)  # pylint: disable=exec-used


def load_tests(_loader, tests, _ignore):
    for module in (torusim, torusim.network, torusim.plot, torusim.result, torusim.schedule):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


if __name__ == "__main__":
    sys.exit(unittest.main())
