#!/usr/bin/env python3
"""Does a router keep the contract (docs/router.md)? Asks Yosys and ABC, rule by rule; docs/your-own-router.md.

torusim_prove_router() in CMake writes the command line. Exit code: 0 no rule is broken and every situation is reached,
1 otherwise, 3 when Yosys does not take the router.
"""
import argparse
import pathlib
import re
import sys
import time

from engines import Cones, Unreadable, abc, induction, outputs, witness, yosys
from lemmas import Lemmas
from waves import write_waves

# Rules that are asked for each bit of a flit: their outputs of prove_router.sv.
BITS = {"payload_kept": "payload_o", "route_advanced": "route_o"}
HERE = pathlib.Path(__file__).resolve().parent


def read_table(name):
    """The lines `name | text` of a file beside this one."""
    lines = [line for line in (HERE / name).read_text().splitlines() if line and not line.startswith("#")]
    return [tuple(part.strip() for part in line.split("|")) for line in lines]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", required=True)
    parser.add_argument("--shim", required=True, help="module torusim_shim_NAME: the router with the contract's pins")
    parser.add_argument("--sources", nargs="+", required=True)
    parser.add_argument("--include", nargs="*", default=[])
    parser.add_argument("--define", nargs="*", default=[])
    parser.add_argument("--parameters", nargs="+", required=True, help="of module prove_router")
    parser.add_argument("--lemmas", help="a module of them: lemmas.py")
    parser.add_argument("--reset-cycles", type=int, default=4)
    parser.add_argument("--depth", type=int, default=12, help="cycles behind reset and the quiet cycles")
    parser.add_argument("--seconds", type=int, default=60, help="for a rule, each way")
    parser.add_argument("--bounded-only", action="store_true")
    parser.add_argument("--rules", nargs="*", default=[], help="only these")
    parser.add_argument("--without", nargs="*", default=[], help="not these")
    parser.add_argument("--out", required=True)
    return parser.parse_args()


class Proof:
    def __init__(self, args):
        self.args = args
        self.out = pathlib.Path(args.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.rules = read_table("rules.txt")
        self.situations = read_table("situations.txt")
        self.failed = False
        self.step = None  # what kept() said; there is nothing to be said without lemmas, or with one that is wrong
        asked = dict(p.split("=") for p in args.parameters)
        self.data = int(asked["DATA"])
        self.frames = args.reset_cycles + int(asked.get("QUIET_CYCLES", 0)) + args.depth
        # What the pins of this router cannot show.
        self.not_asked = set(args.without)
        if asked["HAS_IDLE"] == "0":
            self.not_asked.add("idle_is_empty")
        if asked["HAS_ACKS"] == "0":
            self.not_asked |= {"ack_on_path", "ack"}
        if asked["VCS"] != "1":
            self.not_asked.add("nobody_starves")
        if asked["LANES"] == "1":
            self.not_asked.add("new_lane")
        self.lemmas = Lemmas(args.lemmas, asked, self.out) if args.lemmas else None

    def place(self, rule):
        """Where in the AIGER file the outputs of a rule begin, and how many they are: a bit of a flit each, or one."""
        if rule in BITS:
            return self.begin[BITS[rule]], self.data - (64 if rule == "route_advanced" else 0)
        single = [name for name, _ in self.rules if name not in BITS]
        return self.begin["broken_o"] + single.index(rule), 1

    def flat(self):
        """Reads the router, puts it between its neighbours, and writes pins.aig."""
        args = self.args
        quote = " ".join
        target = self.out / "pins"
        include = quote(f"-I{d}" for d in args.include)
        libraries = [f"-libdir {d}" for d in args.include]  # a module that is not named is looked for there, as Verilator does
        define = quote(f"-D{d}" for d in args.define)
        kit = quote(str(HERE / f) for f in ("prove_router.sv", "prove_rules.sv", "neighbour.sv", "watched_flit.sv"))
        if self.lemmas:
            kit = f"-DTORUSIM_LEMMAS={self.lemmas.width} {kit} {self.lemmas.path} {self.lemmas.write_instance()}"
        script = [
            f"read_verilog -defer -sv -noassert {include} {define} {quote(args.sources)} {args.shim}",
            f"hierarchy -top torusim_shim_{args.name} {quote(libraries)}; setattr -unset init w:*; setattr -mod -unset top torusim_shim_{args.name}",  # after a reset, whatever the registers held
            f"read_verilog -formal -sv -DTORUSIM_ROUTER=torusim_shim_{args.name} {kit}",
            "chparam " + quote(f"-set {p.replace('=', ' ')}" for p in args.parameters) + " prove_router",
            f"hierarchy -check -top prove_router {quote(libraries)}; rename -top prove_router; proc; flatten; memory_collect; memory_map",
            f"write_rtlil {target}.il",
        ]
        yosys("\n".join(script) + "\n", self.out / "yosys.log")
        script = [
            f"read_rtlil {target}.il",
            *(self.lemmas.connections(target.with_suffix(".il").read_text()) if self.lemmas else []),
            "async2sync; setundef -undriven -anyseq; setattr -unset keep; opt -full",
            f"write_rtlil {target}.il",
            "formalff -clk2ff; techmap; dffunmap; abc -g AND -fast; opt_clean",
            f"write_aiger -zinit -map {target}.map {target}.aig",
        ]
        yosys("\n".join(script) + "\n", self.out / "aiger.log")
        # What is the same in all reachable states is merged: by induction, from a reset on.
        reduced = self.out / f"{target.name}_reduced.aig"
        abc([f"read_aiger {target}.aig", "strash", "dc2", "scorr -C 100000", "dc2", "dc2", f"write_aiger {reduced}"])
        if not reduced.exists():
            raise Unreadable(f"yosys-abc: no result from {target}.aig")
        # Outputs that are constant have no line of their own: the others say where the first bit is.
        where = re.findall(r"^output (\d+) (\d+) (\w+)", target.with_suffix(".map").read_text(), re.M)
        self.begin = {name: int(index) - int(bit) for index, bit, name in where}
        return target, reduced

    def paths(self):
        """Rule 9: without its registers, no output of the router has an input in its cone."""
        args = self.args
        listed = self.out / "paths.txt"
        top = f"torusim_shim_{args.name}"
        yosys(f"read_verilog -defer -sv -noassert {' '.join('-I' + d for d in args.include)} "
              f"{' '.join('-D' + d for d in args.define)} {' '.join(args.sources)} {args.shim}\n"
              f"hierarchy -top {top} {' '.join('-libdir ' + d for d in args.include)}; prep -flatten -top {top}; memory_map; opt -full; delete t:*dff* t:*dlatch*; select -set cone o:* %ci*\n"
              f"tee -q -o {listed} select -list @cone i:* %i\n", self.out / "paths.log")
        return [line.split("/", 1)[1] for line in listed.read_text().split()]

    def say(self, rule, verdict, seconds, text):
        print(f"{rule:<18} {verdict:<20} {seconds:6.1f} s  {text}", flush=True)

    def refuted(self, rule, output, frame, seconds, text):
        self.failed = True
        cycle = frame - self.args.reset_cycles
        self.say(rule, f"REFUTED in cycle {cycle}", seconds, text)
        inputs = self.out / f"{rule}.aiw"
        witness(f"{self.target}.aig", output, frame, inputs)
        print(f"{'':18} gtkwave {write_waves(inputs, self.target, rule, text, cycle, frame)}", flush=True)

    def reach(self):
        """A proof about neighbours that cannot do this says nothing."""
        first = self.begin["reached_o"]
        found, _, seconds = self.cones.bounded(first, len(self.situations), self.frames, self.args.seconds)
        print(f"Situations that must be possible ({seconds:.1f} s):")
        for i, (name, text) in enumerate(self.situations):
            if name in self.not_asked:
                continue
            if first + i in found:
                print(f"  cycle {found[first + i] - self.args.reset_cycles:>2}  {text}")
            else:
                print(f"  NOT REACHED within {self.args.depth} cycles: {text}")
                self.failed = True

    def ask(self, rule, text, first, count):
        """Whether one of some outputs is ever 1: bounded, then for runs of any length."""
        started = time.time()
        if all(literal == 0 for literal in self.constant[first:first + count]):
            return self.say(rule, "proved", 0, text)  # by induction, when the netlist was reduced
        found, looked, _ = self.cones.bounded(first, count, self.frames, self.args.seconds)
        if found:
            output = min(found, key=found.get)
            if text == "lemma":
                self.step = False
            return self.refuted(rule, output, found[output], time.time() - started, text)
        verdict = f"bounded to {looked - self.args.reset_cycles}"
        if not self.args.bounded_only:
            if (self.lemmas and self.kept()) or self.cones.unbounded(first, count, self.args.seconds):
                verdict = "proved"
        self.say(rule, verdict, time.time() - started, text)

    def asked(self, rule):
        return rule not in self.not_asked and (not self.args.rules or rule in self.args.rules)

    def signals(self):
        """Of prove_router.sv: all lemmas, and the rules that are asked."""
        single = [name for name, _ in self.rules if name not in BITS]
        return (["lemma_o"] + [output for rule, output in BITS.items() if self.asked(rule)] +
                [f"broken_o[{i}]" for i, rule in enumerate(single) if self.asked(rule)])

    def kept(self):
        """Whether the other engine proves all lemmas and rules together; asked once, when something is left. If not, there
        may be a step that breaks one of them."""
        if self.step is None:
            waves = self.out / "induction"
            self.step = induction(f"{self.target}.il", self.signals(), self.args.seconds, waves)
            if not self.step and waves.with_suffix(".vcd").exists():
                print(f"{'':18} not kept from one cycle to the next, lemmas and rules together: gtkwave {waves}.vcd", flush=True)
        return self.step

    def ask_lemmas(self):
        """Lemmas are rules of the user: none is assumed that is not proved, all are proved with the rules."""
        print(f"Lemmas of {self.lemmas.path}:", flush=True)
        for name, begin, width in self.lemmas.places():
            self.ask(name, "lemma", self.begin.get("lemma_o", 0) + begin, width)

    def run(self):
        args = self.args
        started = time.time()
        self.target, self.reduced = self.flat()
        self.cones, self.constant = Cones(self.reduced), outputs(self.reduced)
        print(f"{args.name}: {' '.join(args.parameters)}: read in {time.time() - started:.1f} s", flush=True)
        self.reach()
        started = time.time()
        paths = self.paths()
        self.failed = self.failed or bool(paths)
        self.say("no_path", "REFUTED" if paths else "proved", time.time() - started,
                 "9 no combinational path from input to output" + (f": from {' '.join(paths)}" if paths else ""))
        if self.lemmas:
            self.ask_lemmas()
        for rule, text in self.rules:
            if self.asked(rule):
                self.ask(rule, text, *self.place(rule))
            else:
                self.say(rule, "not asked", 0, text)
        return 1 if self.failed else 0


def main():
    args = arguments()
    try:
        return Proof(args).run()
    except Unreadable as why:
        print(f"torusim_prove_router({args.name}): {why}", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
