#!/usr/bin/env python3
"""The player of testbench/browser/live.js, in Chromium with the files of native runs: live_test.py SOURCES PROGRAM

Every flit that the waves show takes the channels of its worm one after another. It ends at a node where the run is verified, and in a buffer where it is a deadlock.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

PROBE = """
const findings = [], want = (holds, what) => { if (!holds) findings.push(`FAILED: ${what}`); };
const wait = (holds) => new Promise((done) => { const look = () => (holds() ? done() : setTimeout(look, 5)); look(); });
(async () => {
  await wait(() => element("stories").children.length === Object.keys(RUNS).length);
  for (const button of element("stories").children) {
    shown = null;
    button.click();
    await wait(() => shown);
    const { told } = RUNS[`${element("command").value}|${element("schedule").value}`], ended = told.verdict === "verified";
    let hops = 0;
    for (const { worm, stops } of shown.flits) {
      stops.forEach(({ cycle }, n) => want(n === 0 || cycle > stops[n - 1].cycle, `worm ${worm} is at two places`));
      hops += stops.filter(({ channel }) => !/ (inj|ej)/.test(channel)).length;
      want(stops.at(-1).channel.includes(" ej") === ended, `${button.textContent}: where worm ${worm} ends`);
    }
    want(!ended || hops === told.flit_hops, `${button.textContent}: ${hops} flit hops, not ${told.flit_hops}`);
    want(said.textContent.startsWith("Cycle 0 of"), said.textContent);
    for (let at = 0; at < shown.cycles; ++at) element("step").click();
    const [, wires, buffers, arrived] = said.textContent.match(/: (\\d+) flits on channels, (\\d+) in buffers, (\\d+) arrived/).map(Number);
    want(wires + buffers + arrived === shown.flits.length, `${button.textContent}: a flit is lost: ${said.textContent}`);
    want((buffers === 0) === ended, `${button.textContent}: ${said.textContent}`);
    want(document.querySelectorAll("#network rect").length === wires + buffers, `${button.textContent}: a flit is not drawn`);
  }
  document.body.insertAdjacentHTML("beforeend", `<pre id="probe">${findings.slice(0, 9).join("\\n") || "passed"}</pre>`);
})();
"""
FAKE = """
class Worker {
  postMessage({ content, words }) {
    if (content) return (this.schedule = new TextDecoder().decode(content));
    const { lines, waves, told } = RUNS[`${words.slice(0, words.indexOf("--quiet")).join(" ")}|${this.schedule}`];
    const bytes = (text) => new TextEncoder().encode(text), files = new Map([["out/waves.vcd", bytes(waves)], ["out/run.json", bytes(JSON.stringify(told))]]);
    setTimeout(() => { for (const line of lines) this.onmessage({ data: { line } }); this.onmessage({ data: { code: 0, files } }); });
  }
}
const fetch = async () => ({ json: () => PICTURES });
"""


def main(sources, program):
    page = (sources / "testbench/browser/live.html").read_text()
    player = (sources / "testbench/browser/live.js").read_text()
    pictures = json.loads((sources / "docs/examples/wormhole/pictures.json").read_text())
    runs = {}
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        stories = [(f"run s.tcs {told['options']}".strip(), told["schedule"]) for told in pictures]
        stories += [("run s.tcs --lanes 2", pictures[-1]["schedule"]), ("run t4 -t torus:4x4 --block 4", [])]
        for command, schedule in stories:
            text = "\n".join([*schedule, ""])
            (directory / "s.tcs").write_text(text)
            done = subprocess.run([program, *command.split(), "--quiet", "--trace", "vcd", "-o", "out", "--force"], cwd=directory, text=True,
                                  capture_output=True, check=False)
            if done.returncode not in (0, 4):
                sys.exit(f"{command}: exit code {done.returncode}\n{done.stderr}")
            runs[f"{command}|{text}"] = {"lines": done.stdout.split("\n"), "waves": (directory / "out/waves.vcd").read_text(),
                                         "told": json.loads((directory / "out/run.json").read_text())}
        (directory / "page.css").write_text((sources / "testbench/browser/page.css").read_text())
        script = f"const RUNS = {json.dumps(runs)}, PICTURES = {json.dumps(pictures)};{FAKE}{player}{PROBE}".replace("</", "<\\/")
        (directory / "page.html").write_text(page.replace('<script src="live.js"></script>', f"<script>{script}</script>"))
        subprocess.run([sources / "testbench/tests/report/browser.py"], cwd=directory, text=True, check=True, stdout=subprocess.DEVNULL,
                       input=f"light #probe {directory}/page.html\n")
        said, document = (directory / "log.txt").read_text(), (directory / "dom.html").read_text()
    if ">passed</pre>" not in document:
        sys.exit(said + document[document.rfind("<pre"):])


main(pathlib.Path(sys.argv[1]).resolve(), str(pathlib.Path(sys.argv[2]).resolve()))
