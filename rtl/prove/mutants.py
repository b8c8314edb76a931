#!/usr/bin/env python3
"""Faults in first_router: each must be refuted by a rule, in bounded runs and without lemmas.

  mutants.py [FAULT..] -- COMMAND    COMMAND is that of the target prove_my_router; without FAULT all of them.
Prints the table of rtl/test/README.md. Exit code 1 when a fault is not refuted.
"""
import pathlib
import re
import subprocess
import sys
import time

# name: (what is wrong, right, wrong)
FAULTS = {
    "stale": ("behind an empty FIFO an old head says where the worm goes", "if (count[i] != 0) remember", "remember"),
    "credit_lost": ("a credit that comes while a flit leaves is lost", "4'(tx_credit[o]) -",
                    "4'(tx_credit[o] && !send[o]) -"),
    "no_credit": ("a flit is sent without a credit", "credits[o] != 0 &&", ""),
    "early_credit": ("a credit is given when a flit comes", "rst_n && pop[i];", "rst_n && rx_valid[i];"),
    "no_owner": ("a bubble in a worm gives its output away", "else if (busy[o]) holder[o] <= holder[o];", "else busy[o] <= 1'b0;"),
    "intruder": ("a head enters an output that a worm holds", "32'(holder[o]) == i : front", "32'(holder[o]) == i || front[i][BITS+1] : front"),
    "hops": ("hops without a borrow at 256", "head[77:69] - 9'd1;", "{head[77], head[76:69] - 8'd1};"),
    "segment": ("the next segment comes a hop early", "== 9'd1)", "<= 9'd2)"),
    "payload": ("payload that begins with A5 is advanced like a head",
                "<= front[winner[o]][BITS+1] ? one_hop", "<= front[winner[o]][BITS+1] || front[winner[o]][BITS-1-:8] == 8'hA5 ? one_hop"),
    "tail": ("a tail that comes while a flit leaves is lost", "rx_tail[i], rx_data", "rx_tail[i] && !pop[i], rx_data"),
    "full": ("the last slot is not used", "if (rx_valid[i]) fifo", "if (rx_valid[i] && 32'(count[i]) < SLOTS - 1) fifo"),
    "waits": ("a head waits while another output is held", "front[i][BITS+1])) begin", "front[i][BITS+1] && busy == '0)) begin"),
}


def run(fault, command):
    text, right, wrong = FAULTS[fault]
    source = next(word for word in command if word.endswith("my_router.sv") and "torusim_" not in word)
    code = pathlib.Path(source).read_text()
    if code.count(right) != 1:
        raise SystemExit(f"{fault}: '{right}' stands {code.count(right)} times in {source}")
    out = pathlib.Path(command[command.index("--out") + 1]) / f"mutant_{fault}"
    out.mkdir(parents=True, exist_ok=True)
    mutant = out / "my_router.sv"
    mutant.write_text(code.replace(right, wrong))
    command = [str(mutant) if word == source else word for word in command]
    command[command.index("--out") + 1] = str(out)
    if "--lemmas" in command:
        at = command.index("--lemmas")
        del command[at:at + 2]
    started = time.time()
    done = subprocess.run(command + ["--bounded-only"], capture_output=True, text=True)
    found = re.findall(r"^(\w+) +REFUTED in cycle (\d+)", done.stdout, re.M)
    if done.returncode not in (0, 1):
        print(done.stdout + done.stderr)
    rules = ", ".join(f"{rule} {cycle}" for rule, cycle in sorted(found, key=lambda pair: int(pair[1])))
    print(f"| {text} | {rules or 'NOT FOUND'} | {time.time() - started:.0f} |", flush=True)
    return bool(found)


def main():
    split = sys.argv.index("--")
    faults = sys.argv[1:split] or list(FAULTS)
    return 0 if all([run(fault, sys.argv[split + 1:]) for fault in faults]) else 1


if __name__ == "__main__":
    sys.exit(main())
