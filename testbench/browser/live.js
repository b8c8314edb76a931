// Plays a run flit by flit, from its waves. The runs of the buttons are those of the pictures in docs/concepts.md.
"use strict";
const element = (id) => document.getElementById(id);
const svg = element("network"), slider = element("cycle"), said = element("said");
const COLOURS = ["#00798c", "#d1495b", "#edae49", "#66508f", "#3b7d4f", "#8d6a9f", "#c06014", "#4a6fa5"];
const GAP = 120, NODE = 17, FLIT = 11, WIRES = 18;
const worker = new Worker("worker.js");
let shown = null, timer = 0, heard = [];

/// What the waves say: `channels` maps a channel such as "0_1 xp" to its flits, [cycle, worm, virtual channel, mark].
function channelsOf(text) {
  const names = new Map(), scope = [], now = new Map(), channels = new Map();
  let cycle = 0;
  const sample = () => {
    for (const [name, value] of now) {
      if (!name.endsWith(" valid") || value !== "1") continue;
      const channel = name.slice(2, -6), of = (what) => now.get(`r_${channel} ${what}`) || "0";
      const mark = of("head") === "1" ? "H" : of("tail") === "1" ? "T" : "";
      channels.get(channel).push([cycle, parseInt(of("worm"), 2), parseInt(of("vc"), 2), mark]);
    }
  };
  for (const line of text.split("\n")) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "$scope") scope.push(words[2]);
    else if (words[0] === "$upscope") scope.pop();
    else if (words[0] === "$var") {
      names.set(words[3], [...scope.slice(1), words[4]].join(" "));
      if (words[4] === "valid") channels.set(scope.slice(1).join(" ").slice(2), []);
    }
    else if (line[0] === "#") for (const next = Number(line.slice(1)); cycle < next; ++cycle) sample();
    else if (words.length === 2 && names.has(words[1])) now.set(names.get(words[1]), words[0].slice(1));
    else if (words.length === 1 && names.has(line.slice(1))) now.set(names.get(line.slice(1)), line[0]);
  }
  sample();
  return { channels, cycles: cycle };
}

/// A flit is where it was last seen: on the channel in that cycle, afterwards in the buffer at its end.
function journeys({ channels }) {
  const flits = new Map();
  for (const [channel, seen] of channels) {
    const count = new Map();
    for (const [cycle, worm, vc, mark] of seen) {
      const number = count.get(worm) || 0, key = `${worm} ${number}`;
      count.set(worm, number + 1);
      if (!flits.has(key)) flits.set(key, { worm, mark, stops: [] });
      flits.get(key).stops.push({ cycle, channel, vc });
    }
  }
  for (const flit of flits.values()) flit.stops.sort((a, b) => a.cycle - b.cycle);
  return [...flits.values()];
}

/// Where nodes are: rings on a circle, arrays on a line, two dimensions as rows and columns.
function layout(topology) {
  const sides = topology.match(/\d+/g).map(Number), round = topology.startsWith("ring");
  if (sides.length > 2 || sides.reduce((a, b) => a * b) > 64) throw new Error("Only networks of one or two dimensions and at most 64 nodes have a picture.");
  const radius = (sides[0] * GAP) / (2 * Math.PI) + 10;
  const place = (at) => {
    if (!round) return { x: GAP * (at.length > 1 ? at[1] : at[0]), y: at.length > 1 ? GAP * at[0] : 0 };
    const angle = (2 * Math.PI * at[0]) / sides[0] - Math.PI / 2;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  };
  return { sides, round, place };
}

/// Where a channel is: `wires` towards the next router, `buffer` at its end. Each is a line on the right-hand side of its way. They
/// are one line but at the wrap of a torus, which leaves on one side of the picture and comes back on the other.
function lineOf(channel, { sides, round, place }) {
  const [name, port] = channel.split(" "), at = name.split("_").map(Number), from = place(at);
  const line = (from, to, begin, end) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y), u = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const point = (t) => ({ x: from.x + u.x * t - u.y * 6, y: from.y + u.y * t + u.x * 6 });
    return { from: point(begin), to: point(length - end), length: length - begin - end, u };
  };
  if (!/^[xy][pm]$/.test(port)) {
    const size = Math.hypot(from.x, from.y), out = round ? { x: from.x / size, y: from.y / size } : { x: sides.length > 1 ? -0.7 : 0, y: sides.length > 1 ? 0.7 : 1 };
    const away = { x: from.x + out.x * 80, y: from.y + out.y * 80 };
    const only = port.startsWith("ej") ? line(from, away, NODE, 0) : line(away, from, 0, NODE);
    return { wires: only, buffer: only, ejects: port.startsWith("ej") };
  }
  const dimension = port[0] === "x" ? 0 : 1, step = port[1] === "p" ? 1 : -1;
  const moved = (node, by) => node.map((c, d) => (d === dimension ? c + by : c));
  const next = moved(at, step), end = next.map((c, d) => (c + sides[d]) % sides[d]);
  const wires = line(from, place(next), NODE, NODE);
  return { wires, buffer: round || next[dimension] === end[dimension] ? wires : line(place(moved(end, -step)), place(end), NODE, NODE) };
}

function draw(tag, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  svg.append(made);
}

function show(cycle) {
  const { plan, flits, lines, nodes } = shown, queues = new Map();
  slider.value = cycle;
  svg.replaceChildren();
  for (const { wires, buffer, ejects } of lines.values()) {
    if (ejects !== undefined) continue;
    for (const { from, to } of new Set([wires, buffer])) draw("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, stroke: "#bbb" });
    draw("circle", { cx: wires.from.x + wires.u.x * WIRES, cy: wires.from.y + wires.u.y * WIRES, r: 2, fill: "#888" });
  }
  for (const node of nodes) {
    const { x, y } = plan.place(node.split("_").map(Number));
    draw("circle", { cx: x, cy: y, r: NODE, fill: "#eee", stroke: "#666" });
    draw("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 11, fill: "#222" }, node.replaceAll("_", ","));
  }
  const counted = { wires: 0, buffers: 0, arrived: 0 };
  for (const { flit, stop } of flits.map((flit) => ({ flit, stop: flit.stops.findLast((each) => each.cycle <= cycle) }))
         .filter(({ stop }) => stop).sort((a, b) => a.stop.cycle - b.stop.cycle)) {
    const channel = lines.get(stop.channel), moves = stop.cycle === cycle;
    if (!moves && channel.ejects) {
      ++counted.arrived;
      continue;
    }
    ++counted[moves ? "wires" : "buffers"];
    const queue = `${stop.channel} ${stop.vc}`, place = moves ? 0 : (queues.get(queue) || 0) + 1;
    if (!moves) queues.set(queue, place);
    const { from, u, length } = moves ? channel.wires : channel.buffer;
    const t = moves ? WIRES : length - (place - 0.5) * (FLIT + 1), away = moves ? 0 : stop.vc * (FLIT + 1);
    const x = from.x + u.x * t - u.y * away - FLIT / 2, y = from.y + u.y * t + u.x * away - FLIT / 2;
    draw("rect", { x, y, width: FLIT, height: FLIT, rx: 2, fill: COLOURS[flit.worm % COLOURS.length] });
    if (flit.mark) draw("text", { x: x + FLIT / 2, y: y + FLIT - 2.5, "text-anchor": "middle", "font-size": 8, fill: "#fff", "font-weight": "bold" }, flit.mark);
  }
  said.textContent = `Cycle ${cycle} of ${shown.cycles}: ${counted.wires} flits on channels, ${counted.buffers} in buffers, ${counted.arrived} arrived. ${shown.verdict}`;
}

function pause() {
  clearInterval(timer);
  timer = 0;
  element("play").textContent = "Play";
}

function move(by) {
  const next = Number(slider.value) + by;
  if (next < 0 || next > shown.cycles) return pause();
  show(next);
}

function ended(files) {
  const text = (path) => new TextDecoder().decode(files.get(path));
  if (!files.has("out/waves.vcd")) throw new Error(heard.filter(([, error]) => error).map(([line]) => line).join(" ") || "This command has no waves: use run.");
  const waves = channelsOf(text("out/waves.vcd")), topology = JSON.parse(text("out/run.json")).schedule.topology;
  const plan = layout(topology), lines = new Map([...waves.channels.keys()].map((channel) => [channel, lineOf(channel, plan)]));
  const { sides } = plan, nodes = [];
  for (let x = 0; x < sides[0]; ++x) {
    if (sides.length === 1) nodes.push(`${x}`);
    else for (let y = 0; y < sides[1]; ++y) nodes.push(`${x}_${y}`);
  }
  const verdict = heard.map(([line]) => line.match(/^verdict +(.*)/)).find(Boolean);
  shown = { plan, lines, nodes, flits: journeys(waves), cycles: waves.cycles, verdict: verdict ? `The run: ${verdict[1]}.` : "" };
  const points = nodes.map((node) => plan.place(node.split("_").map(Number))), edge = 100;
  const [left, top] = [Math.min(...points.map(({ x }) => x)) - edge, Math.min(...points.map(({ y }) => y)) - edge];
  svg.setAttribute("viewBox", `${left} ${top} ${Math.max(...points.map(({ x }) => x)) + edge - left} ${Math.max(...points.map(({ y }) => y)) + edge - top}`);
  slider.max = waves.cycles;
  for (const id of ["back", "play", "step", "cycle"]) element(id).disabled = false;
  show(0);
}

worker.onmessage = ({ data }) => {
  if (data.line !== undefined) heard.push([data.line, data.error]);
  if (data.code === undefined) return;
  element("run").disabled = false;
  try {
    ended(data.files);
  } catch (error) {
    said.textContent = error.message;
  }
};
worker.onerror = (event) => (said.textContent = `the program does not start: ${event.message || "torusim.js is missing"}`);

element("form").onsubmit = (event) => {
  event.preventDefault();
  pause();
  heard = [];
  said.textContent = "The model runs.";
  element("run").disabled = true;
  worker.postMessage({ file: "s.tcs", content: new TextEncoder().encode(element("schedule").value) });
  worker.postMessage({ words: [...element("command").value.trim().split(/\s+/), "--quiet", "--trace", "vcd", "-o", "out", "--force"] });
};
element("back").onclick = () => { pause(); move(-1); };
element("step").onclick = () => { pause(); move(1); };
element("play").onclick = () => {
  if (timer) return pause();
  if (Number(slider.value) === shown.cycles) show(0);
  timer = setInterval(() => move(1), 350);
  element("play").textContent = "Pause";
};
slider.oninput = () => { pause(); show(Number(slider.value)); };

fetch("pictures.json").then((answer) => answer.json()).then((pictures) => {
  const stories = pictures.map(({ title, options, schedule }) => [title, `run s.tcs ${options}`, schedule]);
  stories.push(["The way out: a second lane behind the dateline", "run s.tcs --lanes 2", pictures.at(-1).schedule]);
  stories.push(["A complete exchange on a torus", "run t4 -t torus:4x4 --block 4", []]);
  for (const [title, command, schedule] of stories) {
    const button = document.createElement("button");
    button.textContent = title;
    button.onclick = () => {
      element("command").value = command.trim();
      element("schedule").value = [...schedule, ""].join("\n");
      element("form").requestSubmit();
    };
    element("stories").append(button);
  }
});
