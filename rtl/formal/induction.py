#!/usr/bin/env python3
"""induction.py FILE.aig: one step of induction over all assertions of a design (AIGER of write_aiger -zinit), by CaDiCaL.

Registers have any values in the first of two cycles. If all assertions hold in it, do all hold in the second? With `first`
of router_props.sv nothing is asserted and there is a reset, so the base of the induction is one of these steps.
Prints `Property proved`, or how many assertions fail in the second cycle.
"""
import subprocess
import sys
import tempfile


def read(path):
    """Inputs, latches (next states), assertions, gates and the names of latches."""
    with open(path, "rb") as file:
        header = [int(word) for word in file.readline().split()[1:]]
        inputs, latches, outputs, gates = header[1:5]
        bad, constraints = (header + [0, 0])[5:7]
        if constraints:
            sys.exit("induction.py: assumptions are not supported")
        nexts = [int(file.readline().split()[0]) for _ in range(latches)]
        asserted = [int(file.readline()) for _ in range(outputs + bad)]

        def number():
            value = shift = 0
            while True:
                byte = file.read(1)[0]
                value |= (byte & 127) << shift
                if byte < 128:
                    return value
                shift += 7

        ands = []
        for n in range(gates):
            left = 2 * (inputs + latches + n + 1)
            first = left - number()
            ands.append((left, first, first - number()))
    return inputs, nexts, asserted, ands


class Unrolled:
    """Clauses of the cycles; literal 1 is true."""

    def __init__(self):
        self.variables, self.clauses = 1, [[1]]

    def new(self):
        self.variables += 1
        return self.variables

    def cycle(self, inputs, state, ands):
        """One cycle from a state; tells the literal of each of the design's."""
        of = {0: -1}
        for n in range(inputs):
            of[2 * (n + 1)] = self.new()
        for n, literal in enumerate(state):
            of[2 * (inputs + n + 1)] = literal

        def literal(x):
            return -of[x & ~1] if x & 1 else of[x & ~1]

        same = {}
        for left, a, b in ands:
            a, b = sorted((literal(a), literal(b)))
            if -1 in (a, b) or a == -b:
                of[left] = -1
            elif a == 1 or a == b:
                of[left] = b
            elif b == 1:
                of[left] = a
            else:
                if (a, b) not in same:
                    gate = same[a, b] = self.new()
                    self.clauses += [[-gate, a], [-gate, b], [gate, -a, -b]]
                of[left] = same[a, b]
        return literal


def main():
    inputs, nexts, asserted, ands = read(sys.argv[1])
    design = Unrolled()
    # The last register of write_aiger -zinit: 0 in the cycle before which registers have their values of power-up.
    state = [design.new() for _ in nexts[:-1]] + [1]
    first = design.cycle(inputs, state, ands)
    design.clauses += [[-first(bad)] for bad in asserted]
    second = design.cycle(inputs, [first(following) for following in nexts], ands)
    design.clauses.append([second(bad) for bad in asserted])
    with tempfile.NamedTemporaryFile("w", suffix=".cnf") as file:
        file.write(f"p cnf {design.variables} {len(design.clauses)}\n")
        file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in design.clauses)
        file.flush()
        try:
            said = subprocess.run(["cadical", "-q", file.name], capture_output=True, text=True).stdout
        except FileNotFoundError:
            sys.exit("induction.py: cadical not found; it is a package of that name")
    true = {int(word) for line in said.splitlines() if line.startswith("v") for word in line.split()[1:]}
    if "s UNSATISFIABLE" in said:
        print(f"Property proved: {len(asserted)} assertions")
    else:
        print(f"{sum(second(bad) in true for bad in asserted)} of {len(asserted)} assertions fail")


main()
