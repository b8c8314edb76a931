#!/usr/bin/env python3
"""Runs by the Python package: doctests, equality with the program, errors. TORUSIM_LIBRARY and PYTHONPATH say where it is;
TORUSIM the program."""

import copy
import csv
import doctest
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
import warnings
import xml.etree.ElementTree
from pathlib import Path

import torusim

PROGRAM = os.environ["TORUSIM"]
ROOT = Path(__file__).parents[3]
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

    def test_summaries_of_programs_and_jobs(self):
        """The summary is the program's, and so is every number of run.json, for schedules, programs, jobs and parts."""
        choose = random.Random(5)
        examples = ROOT / "schedules/examples"
        works = [("direct", "torus:4x4"), ("all-to-allv", "path:4"), ("planned", "torus:3x3"), (f"{examples}/ring4-all-reduce.goal", "ring:4"),
                 (f"{examples}/ring4-step.0.et", "ring:4"), (f"{examples}/ring4-all-gather.json", "ring:4"),
                 (f"{examples}/ring4-all-reduce.xml", "ring:4"), (f"{examples}/ring4-direct.tcs", ""),
                 (f"{ROOT}/docs/examples/jobs/neighbours.toml", "torus:8x8")]
        for case in range(CASES):
            work, shape = works[case % len(works)]
            options = {"startup": choose.randrange(40), "link_delay": choose.randrange(1, 4), "level": "fast"}
            options |= choose.choice([{}, {"link": "50GB/s"}, {"clock": "312.5MHz"}, {"clock": "1.7GHz", "flit_bytes": 8}])
            if work == "direct" and choose.randrange(2):
                options["on"] = choose.choice(["(*,1)", "(0..1,*)"])
            flags = [word for name, value in options.items() for word in ("--" + name.replace("_", "-"), str(value))]
            flags += ["-t", shape] if shape else []
            with tempfile.TemporaryDirectory() as kept, self.subTest(work=work, options=options):
                said = subprocess.run([PROGRAM, "run", work, *flags, "--quiet", "-o", f"{kept}/run"], capture_output=True, text=True,
                                      check=False)
                theirs = json.loads(Path(kept, "run/run.json").read_text())
                ours = torusim.run(work, shape, **options)
                self.assertEqual([line for line in said.stdout.splitlines() if not line.startswith("results ")], ours.summary.splitlines())
                for name in ("cycles", "messages", "time_ns", "size_bytes", "algbw_gbs", "busbw_gbs"):
                    self.assertEqual(theirs.get(name), getattr(ours, name), name)

    def test_wrong_values_are_one_error(self):
        """Every option with values of wrong types: an error that names the option, and never a value left out."""
        wrong = [False, True, {}, [], "", "a b", "a\nb", "\ud800", "\0", b"1", object(), len, 1j, {"a": {}}, ["x", None], -1, 2**70, 1e99, "--block"]
        numbers = ("block", "startup", "lanes", "reserve", "link_delay", "router_delay", "seed", "threads", "flit_bytes", "alpha")
        words = ("level", "switching", "routing", "lane_choice", "arbitration", "reroute", "clock", "link", "rtl", "rtl_models", "fail")
        calls = {"run": lambda **options: torusim.run("direct", "ring:4", **options),
                 "traffic": lambda **options: torusim.traffic("uniform", "ring:4", window=30, **options),
                 "Network": lambda **options: torusim.Network("ring:4", **options)}
        choose = random.Random(13)
        for _ in range(20 * CASES):
            call, option, value = choose.choice(list(calls)), choose.choice(numbers + words), choose.choice(wrong)
            if call != "run" and option == "block" or call == "Network" and option == "startup":
                continue
            with self.subTest(call=call, option=option, value=value):
                with self.assertRaises((torusim.UsageError, torusim.InputError, TypeError)) as caught:
                    calls[call](**{option: value})
                self.assertRegex(str(caught.exception), f"{option.replace('_', '[-_]')}|NUL")
        for call in (torusim.run, torusim.info, torusim.traffic, torusim.curve, torusim.explain):
            for value in (1, b"direct", len, ["a", 1.5], "a b"):
                with self.assertRaises((torusim.UsageError, torusim.InputError, TypeError)):
                    call(value, "ring:4")
                with self.assertRaisesRegex((torusim.UsageError, TypeError), "topology"):
                    call("direct", value)
        result = torusim.run("direct", "ring:4")
        for value in (1, None, "nope", []):
            for read in (result.to_pandas, lambda table: result.column(table, "x"), lambda name: result.column("phases", name)):
                with self.assertRaisesRegex(torusim.InputError, "a result has no"):
                    read(value)

    def test_an_option_is_given_once(self):
        command = torusim._library.Pause(lambda _: 0)
        for words, name in (("direct -t ring:4 -t ring:5", "--topology"), ("direct --block 4 -t ring:4 --block 4", "--block"),
                            ("direct direct -t ring:4", "algorithm"), ("direct -t ring:4 --set a=1 --set a=2", "'a' occurs")):
            for call in (lambda text: torusim._library.call("run", text, None, torusim._library.Progress(0), None),
                         lambda text: torusim._library.call("command", b"info " + text, command, None)):
                with self.assertRaisesRegex(torusim.UsageError, name):
                    call(words.encode())
        slow = torusim.run("direct", "ring:5", slow_node={"0": 5, "1": 7})
        self.assertEqual(slow.hash, torusim.run("direct", "ring:5", slow_node="0=5;1=7").hash)

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

    def test_commands_answer_as_the_program(self):
        """Every command with --json, with random options: the same answer as a dict."""
        choose = random.Random(11)
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        torusim_run = [PROGRAM, "run", "direct", "-t", "torus:4x4", "--sync", "none", "--quiet", "-o", f"{kept.name}/run"]
        subprocess.run(torusim_run, check=True, stdout=subprocess.DEVNULL)
        packets = {"window": 300, "warmup": 50}
        for _ in range(CASES):
            command, arguments, options = choose.choice([
                (torusim.info, ("t4", "torus:8x8"), {"block": choose.randrange(40)}),
                (torusim.info, (f"{ROOT}/schedules/examples/ring4-all-reduce.goal", "ring:4"), {}),
                (torusim.compare, ("all-gather", "ring:6"), {"size": "64kB", "link": "50GB/s"}),
                (torusim.traffic, ("uniform", "torus:4x4"), {"load": 0.05 * choose.randrange(1, 12), "seed": choose.randrange(9), **packets}),
                (torusim.traffic, ("uniform", "torus:4x4"), {"reply": 4, "classes": choose.randrange(1, 3), **packets}),
                (torusim.curve, ("tornado", "ring:8"), {"lanes": choose.randrange(1, 3), "points": 2, "clock": "1GHz", **packets}),
                (torusim.curve, (["uniform", "tornado"], "torus:4x4"), {"fail": ["none", "random:2"], "points": 2, **packets}),
                (torusim.curve, ("neighbour", "ring:5"), {"points": 3, "window": 30, "warmup": 0}),  # loads without packets
                (torusim.explain, (f"{kept.name}/run",), {})])
            flags = [word for name, value in options.items()
                     for word in ("--" + name, ";".join(value) if isinstance(value, list) else str(value))]
            first = arguments[0] if isinstance(arguments[0], str) else ",".join(arguments[0])
            line = [PROGRAM, command.__name__, first, *(["-t", arguments[1]] if len(arguments) > 1 else []), *flags, "--json"]
            said = subprocess.run(line, capture_output=True, text=True, check=False, cwd=ROOT)
            theirs = json.loads(said.stdout) if said.stdout else said.stderr
            with self.subTest(line), warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    ours = command(*arguments, **options)
                except torusim.Error as error:
                    self.assertIn(str(error), theirs)
                    continue
                if isinstance(theirs, dict):
                    theirs.get("versions", {}).pop("systemc", None)  # the library has none
                told = theirs.pop("warnings", []) if isinstance(theirs, dict) else []
                self.assertEqual([str(warning.message) for warning in caught], told)
                self.assertEqual(ours, theirs)
                self.assertEqual(type(ours), type(pickle.loads(pickle.dumps(ours))))
                self.assertIn("</", ours._repr_html_())
        run = torusim.explain("direct", "torus:4x4", sync="none")
        self.assertEqual(run, torusim.explain(f"{kept.name}/run"))
        self.assertEqual(sum(step["cycles"] for step in run["steps"]), run["cycles"])
        with self.assertRaisesRegex(torusim.UsageError, "has no --jobs"):
            torusim.curve("uniform", "torus:4x4", jobs=2)

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
        for wrong in (lambda: torusim.run("t4", "torus:8x8", rtl="a b"), lambda: torusim.traffic("my flows.csv", "torus:4x4"),
                      lambda: torusim.info("direct", "torus:4x4", fail="", block=3)):
            with self.assertRaisesRegex(torusim.UsageError, "no blanks"):
                wrong()
        with self.assertRaisesRegex(torusim.UsageError, "reserve = 1: must be 2 to"):
            torusim.Network("torus:4x4", switching="bubble", reserve=1)
        for option in ({"level": "dense"}, {"monitor": True}):
            with self.assertRaisesRegex(torusim.UsageError, "explain has no --"):
                torusim.explain("direct", "torus:4x4", **option)
        with tempfile.TemporaryDirectory() as kept:
            subprocess.run([PROGRAM, "run", "direct", "-t", "torus:4x4", "--sync", "none", "-o", f"{kept}/run"], stdout=subprocess.DEVNULL, check=True)
            self.assertEqual(torusim.explain(f"{kept}/run"), torusim.explain("direct", "torus:4x4", sync="none"))
            for option in ({"block": 1}, {"sync": "barrier"}, {"topology": "torus:4x4"}):
                with self.assertRaisesRegex(torusim.UsageError, f"--{[*option][0]}: the run of .* is repeated as it was"):
                    torusim.explain(f"{kept}/run", **option)
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
        self._interrupted(lambda: torusim.traffic("uniform", "torus:32x32", window=10**9))
        self._interrupted(lambda: torusim.curve("uniform", "torus:32x32", window=10**8))
        self._interrupted(lambda: torusim.explain("direct", "torus:32x32", block=1000, sync="none"))
        planning = {"fail": "(3,4)+x", "size": "1MB", "flit_bytes": 16}  # both take a minute
        self._interrupted(lambda: torusim.run("planned", "torus:24x24", **planning))
        self._interrupted(lambda: torusim.compare("all-to-all", "torus:24x24", **planning))
        self.assertEqual(network.in_flight, 255)

    def _raise(self, *_):
        raise ValueError("of the caller")

    def _interrupted(self, call):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore it
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            call()


class Notebook(unittest.TestCase):
    def test_every_cell_runs(self):
        path = ROOT / "docs/examples/notebook/exchange.ipynb"
        names = {}
        cells = ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
        self.assertGreater(len(cells), 4)
        for cell in cells:
            exec(compile(cell, str(path), "exec"), names)  # pylint: disable=exec-used


def load_tests(_loader, tests, _ignore):
    for module in (torusim, torusim.answers, torusim.network, torusim.plot, torusim.result, torusim.schedule):
        tests.addTests(doctest.DocTestSuite(module))
    return tests


if __name__ == "__main__":
    sys.exit(unittest.main())
