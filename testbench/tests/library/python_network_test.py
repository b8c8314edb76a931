#!/usr/bin/env python3
"""Networks of the Python package: listeners, levels, replayed runs, threads, errors. The variables are those of python_test.py."""

import copy
import gc
import json
import os
import pickle
import random
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import torusim

PROGRAM = os.environ["TORUSIM"]
CASES = int(os.environ.get("TORUSIM_CASES", "20"))


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

    def test_wrong_types(self):
        network = torusim.Network("torus:4x4")
        for use in (lambda: network.send(0, 1, route=b"+y1"), lambda: network.send(0.5, 1), lambda: network.send(0, 1, route="\ud800"),
                    lambda: network.advance(10.5), lambda: network.advance("10"), lambda: network.on_delivered("print"),
                    lambda: network.on_left(3), lambda: network.waiting(None)):
            with self.assertRaises((TypeError, torusim.InputError)):
                use()
        self.assertEqual(network.in_flight, 0)

    def test_use_after_the_end(self):
        network = torusim.Network("torus:4x4")
        network.send(0, 5, 100)
        network.advance(10)
        network.finish()
        for use in (lambda: network.send(0, 1), network.run, network.finish):
            with self.assertRaisesRegex(torusim.InputError, "after finish"):
                use()

    def test_close(self):
        with torusim.Network("torus:4x4") as network:
            network.send(0, 5)
            network.run()
        for use in (lambda: network.nodes, network.run, lambda: network.send(0, 1), network.deliveries):
            with self.assertRaisesRegex(torusim.InputError, "the network has been destroyed"):
                use()
        network.close()  # a second time is no mistake
        network = torusim.Network("torus:4x4")
        network.on_delivered(lambda _: network.close())
        network.send(0, 5)
        with self.assertRaisesRegex(torusim.InputError, "a listener cannot close its network"):
            network.run()
        self.assertEqual(network.run(), torusim.Advanced.IDLE)

    def test_deadlock(self):
        network = torusim.Network("ring:4", lanes=1)
        for node in range(4):
            network.send(node, (node + 2) % 4, 100, route="+x2")
        self.assertEqual(network.run(), torusim.Advanced.DEADLOCK)
        explained = network.explain_deadlock()
        self.assertRegex(explained[0], r"^message \d \(\d > \d\) .*waits for.*held by message")
        network.finish()
        self.assertEqual(network.explain_deadlock(), explained)


if __name__ == "__main__":
    unittest.main()
