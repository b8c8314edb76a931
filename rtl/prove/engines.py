"""What prove_router.py asks of Yosys and of its ABC (`yosys-abc`)."""
import re
import subprocess
import time


class Unreadable(Exception):
    """A tool does not take what it was given; says why."""


def yosys(script, log):
    """Runs a script; its first error, if there is one, becomes the message."""
    path = log.with_suffix(".ys")
    path.write_text(script)
    done = subprocess.run(["yosys", "-q", "-s", str(path)], capture_output=True, text=True)
    log.write_text(done.stdout + done.stderr)
    if done.returncode != 0:
        said = re.findall(r"^.*(?:ERROR|error): ?.*$", done.stdout + done.stderr, re.M) or ["failed"]
        raise Unreadable(f"Yosys: {said[0]} (all of it: {log})")


def abc(commands):
    """What ABC prints; its prompt's colours are taken out. It may fail: then a result is missing in what it prints."""
    done = subprocess.run(["yosys-abc", "-q", "; ".join(commands)], capture_output=True, text=True)
    return re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)


def induction(netlist, signals, seconds, path):
    """One step of induction by the SAT solver of Yosys: whether signals of a netlist (RTLIL) are all 0 in every cycle. If
    some cycle in which they are can be followed by one in which one is not, both are in path.vcd."""
    proofs = " ".join(f"-prove {signal} 0" for signal in signals)
    said, waves = path.with_suffix(".txt"), path.with_suffix(".vcd")
    waves.unlink(missing_ok=True)
    yosys(f"read_rtlil {netlist}\ntee -q -o {said} sat -tempinduct {proofs} -maxsteps 1 -timeout {seconds} -dump_vcd {waves}\n",
          path.with_suffix(".log"))
    return "Induction step proven: SUCCESS" in said.read_text()


def outputs(aiger):
    """The literal of each output of a binary AIGER file: 0 is one that is never 1."""
    with open(aiger, "rb") as file:
        _, _, inputs, latches, count, _ = (int(n) if n.isdigit() else n for n in file.readline().split()[:6])
        for _ in range(latches):
            file.readline()
        return [int(file.readline()) for _ in range(count)]


class Cones:
    """Outputs of one AIGER file, asked one after the other or a range at once."""

    def __init__(self, aiger):
        self.aiger = aiger

    def _of(self, first, count):
        cone = f"cone -s -O {first}" + (f" -R {count}" if count > 1 else "")
        return [f"read_aiger {self.aiger}", "strash", cone, "scleanup"]

    def bounded(self, first, count, frames, seconds):
        """Frames in which each of the outputs first is 1 (by index), and how many frames were looked at."""
        started = time.time()
        said = abc(self._of(first, count) + [f"bmc3 {'-a -x' if count > 1 else ''} -F {frames} -T {seconds}"])
        # -x: ABC keeps no inputs of what it finds, where some versions fail.
        found = {first + int(o): int(f) for o, f in re.findall(r"Output +(\d+) .*?asserted in frame +(\d+)", said)}
        after = re.search(r"(?:in|after) +(\d+) frames", said)
        looked = int(after.group(1)) if after else 0
        return found, looked, time.time() - started

    def unbounded(self, first, count, seconds):
        """Whether none of the outputs is 1 in a run of any length."""
        said = abc(self._of(first, count) + [f"pdr {'-a' if count > 1 else ''} -T {seconds}"])
        return "Property proved" in said or f"Proved = {count}." in said


def witness(aiger, output, frames, path):
    """Writes the inputs that make an output of the file 1 as early as possible."""
    abc([f"read_aiger {aiger}", "strash", f"cone -s -O {output}", f"bmc3 -F {frames + 1}", f"write_cex -a {path}"])
