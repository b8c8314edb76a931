"""Lemmas of the user: a module in SystemVerilog, each output of which is to be 1 (all its bits) in every cycle.

Its inputs are wires of the flat netlist: `(* router = "PATH" *)` one of the router, without that one of the kit.
"""
import difflib
import json
import pathlib
import re

from engines import Unreadable, yosys

# Where a wire of the kit is looked for.
KIT = ["", "i_rules.", "i_watched.", "gen_port[*].i_neighbour."]
ROUTER = "i_router.i_router."


def _pattern(path):
    """`[*]` stands for every index."""
    return re.compile(re.escape(path).replace(r"\[\*\]", r"\[(\d+)\]") + "$")


class Lemmas:
    def __init__(self, path, parameters, out):
        """`parameters`: those of prove_router, of which the module gets the ones that it declares."""
        self.path, self.module, self.out = path, pathlib.Path(path).stem, out
        read = self._read("")
        known = {name: value for name, value in parameters.items() if name in read.get("parameter_default_values", {})}
        self.given = ", ".join(f".{name}({value})" for name, value in known.items())
        if known:
            read = self._read(f"chparam {' '.join(f'-set {name} {value}' for name, value in known.items())} {self.module}")
        ports = {name: (port["direction"], len(port["bits"])) for name, port in read["ports"].items()}
        self.outputs = [(name, width) for name, (direction, width) in ports.items() if direction == "output"]
        self.inputs = [(name, width, read["netnames"][name]["attributes"].get("router"))
                       for name, (direction, width) in ports.items() if direction == "input"]
        if not self.outputs:
            raise Unreadable(f"{path}: module {self.module} has no outputs, each of which would be a lemma")
        said = {cell["type"].lstrip("$") for cell in read["cells"].values()} & {"assert", "assume", "cover", "live", "fair"}
        if said:
            raise Unreadable(f"{path}: module {self.module} has {', '.join(sorted(said))}: a lemma is an output, and nothing is assumed")
        self.width = sum(width for _, width in self.outputs)

    def _read(self, chparam):
        listed = self.out / "lemmas.json"
        yosys(f"read_verilog -formal -sv {self.path}\n{chparam}\nproc\nwrite_json {listed}\n", self.out / "lemmas.log")
        modules = json.loads(listed.read_text())["modules"]
        if self.module not in modules:
            raise Unreadable(f"{self.path}: there is no module {self.module}, called like the file; there is {', '.join(modules)}")
        return modules[self.module]

    def write_instance(self):
        """module torusim_lemmas, which prove_router.sv has in it: its inputs are connected when all is flat."""
        wires = "".join(f"  logic [{width - 1}:0] {name};\n" for name, width, _ in self.inputs)
        pins = ", ".join([f".{name}({name})" for name, _, _ in self.inputs] + [f".{name}(holds_o[{begin}+:{width}])" for name, begin, width in self.places()])
        path = self.out / "torusim_lemmas.sv"
        path.write_text(f"module torusim_lemmas (output logic [{self.width - 1}:0] holds_o);\n{wires}"
                        f"  {self.module} #({self.given}) i_user ({pins});\nendmodule\n")
        return path

    def places(self):
        """Name, first bit of holds_o and width of each lemma."""
        begin = 0
        for name, width in self.outputs:
            yield name, begin, width
            begin += width

    def connections(self, netlist):
        """Yosys commands that connect the inputs, in the flat netlist (RTLIL) that they belong to."""
        wires = {}
        for width, name in re.findall(r"^  wire (?:width (\d+) )?[^\\$\n]*\\(\S+)$", netlist, re.M):
            wires[name] = int(width or 1)
        return [self._connection(wires, *wanted) for wanted in self.inputs]

    def _connection(self, wires, name, width, path):
        paths = [ROUTER + path] if path else [begin + name + end for begin in KIT for end in ("", "[*]")]
        for wanted in paths:
            found = [(tuple(int(i) for i in hit.groups()), wire) for wire in wires if (hit := _pattern(wanted).match(wire))]
            if not found:
                continue
            found = [wire for _, wire in sorted(found, reverse=True)]
            has = sum(wires[wire] for wire in found)
            if has != width:
                raise Unreadable(f"{self.path}: input {name} of {self.module} has {width} bits, but {path or wanted} has {has}"
                                 + (f" ({len(found)} wires)" if len(found) > 1 else ""))
            return f"connect -nounset -set \\i_lemmas.{name} " + ",".join("\\" + wire for wire in found)
        begin = ROUTER if path else ""
        there = {re.sub(r"\[\d+\]", "[*]", wire[len(begin):]) for wire in wires if wire.startswith(begin) and wire.startswith("i_router.") == bool(path)}
        near = difflib.get_close_matches(path or name, sorted(there), 1)
        raise Unreadable(f"{self.path}: input {name} of {self.module}: {'the router' if path else 'the kit'} has no wire '{path or name}'"
                         + (f"; did you mean '{near[0]}'?" if near else ""))
