"""A counterexample as waves: the run in a VCD with all signals of the router, and a GTKWave save file."""
import re

from engines import yosys

PINS = ["in_valid", "in_head", "in_tail", "send_vc_i", "in_data", "in_credit", "in_credit_vc", "out_valid", "out_head", "out_tail",
        "out_vc", "out_data", "out_credit", "give_vc_i", "idle"]
WATCHED = ["watched_port", "watched_vc", "take", "in_front", "worm_port", "worm_vc", "gone"]


def names(vcd):
    """Name and width of each signal of the file."""
    with open(vcd) as file:
        for line in file:
            if line.startswith("$enddefinitions"):
                return
            found = re.match(r"\$var \S+ (\d+) \S+ (\S+)", line)
            if found:
                yield found.group(2), int(found.group(1))


def write_waves(witness, target, rule, text, cycle, frame):
    """Runs the netlist with the witness; the name of the save file."""
    vcd, save = witness.with_suffix(".vcd"), witness.with_suffix(".gtkw")
    yosys(f"read_rtlil {target}.il\nsim -clock clk_i -timescale 1ns -r {witness} -map {target}.map -vcd {vcd} prove_router\n",
          witness.with_suffix(".log"))
    wide = dict(names(vcd))

    def trace(name):
        return f"prove_router.{name}" + (f"[{wide[name] - 1}:0]" if wide[name] > 1 else "")

    time = 10 * frame
    lines = [f'[dumpfile] "{vcd}"', f'[savefile] "{save}"', "[timestart] 0", f"*-5.0 {time}" + " -1" * 26, "@200",
             f"-{rule} is broken in cycle {cycle} after reset", f"-{text}", "@22"]
    lines += [trace(name) for name in ["clk_i"] + PINS if name in wide]
    lines += ["@200", "-The watched source and flit", "@22"] + [trace(name) for name in WATCHED if name in wide]
    own = sorted(name for name in wide if name.startswith("i_router.i_router.") and name.count(".") == 2)
    lines += ["@200", "-The router", "@22"] + [trace(name) for name in own]
    save.write_text("\n".join(lines) + "\n")
    return save
