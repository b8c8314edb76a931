'use strict';
// A measurement of traffic: the parts of the latency, latencies by kind, class and length, flits by time and by node.

const LATENCY_PARTS = {
  source_queue: { text: 'waits for an injection channel', colour: 'turn' }, startup: { text: 'startup time', colour: 'startup' },
  hops: { text: 'its route without contention', colour: 'stream' }, blocked: { text: 'blocked by other packets', colour: 'blocked' },
  service: { text: 'service of the request', colour: 'credit' } };
const kMostGroups = 12;  // with a histogram
const groupName = ({ kind, class: of, flits }) => `${kind}, class ${of}, ${plural(flits, 'flit')}`;

/** The groups as a table with bars of their parts, in place of the critical path. */
function showLatencyParts() {
  const { groups, parts } = run.traffic, wide = Math.max(120, Math.min(420, pageWidth() - 420));
  const scale = wide / Math.max(1, ...groups.map((group) => group.mean));
  const bar = (group) => {
    let x = 0.5;
    return svg('svg', { width: wide + 2, height: 16, role: 'img' }, ...group.parts.map((cycles, i) => {
      const rect = svg('rect', { x, y: 1.5, width: Math.max(0, cycles * scale), height: 13, stroke: 'var(--frame)',
        fill: `var(--${LATENCY_PARTS[parts[i]].colour})` }, svg('title', {}, `${LATENCY_PARTS[parts[i]].text}: ${cycles.toFixed(2)}`));
      x += Math.max(0, cycles * scale);
      return rect;
    }));
  };
  const cell = (text) => html('td', { class: 'number' }, text);
  const rows = groups.map((group) => html('tr', {}, html('td', {}, groupName(group)), cell(number(group.packets)), cell(group.mean.toFixed(2)), html('td', {}, bar(group))));
  const used = parts.map((_, i) => groups.some((group) => group.parts[i] !== 0));
  byId('where').querySelector('h2').textContent = 'Where the latency goes';
  byId('blames').parentElement.hidden = byId('bounds').parentElement.hidden = true;
  const heads = ['', 'packets', 'mean cycles', ''].map((text, i) => html('th', i === 0 ? {} : { class: 'number' }, text));
  byId('where-bar').replaceChildren(rows.length === 0 ? html('p', {}, 'No packet of the window has arrived.')
    : html('div', { class: 'scroll' }, html('table', {}, html('tr', {}, ...heads), ...rows)),
    ...(run.deadlock.length > 0 ? [...deadlockTable(), html('ul', {}, ...otherFindings().map((finding) => html('li', {}, finding)))]
      : run.findings.map((finding) => html('p', {}, finding))));
  byId('where-key').replaceChildren(...parts.filter((_, i) => used[i]).map((part) => keyEntry(swatch(LATENCY_PARTS[part].colour, null), LATENCY_PARTS[part].text)));
}

function showTraffic() {
  byId('traffic').hidden = !run.traffic || run.traffic.groups.length === 0;
  if (byId('traffic').hidden) return;
  showGroups();
  showRates();
}

/** A histogram for each kind, class and length; of a single one the network has it. */
function showGroups() {
  const groups = run.traffic.groups.length < 2 ? [] : [...run.traffic.groups].sort((a, b) => b.packets - a.packets);
  const shown = groups.slice(0, kMostGroups);
  byId('groups').parentElement.hidden = shown.length === 0;
  byId('groups').replaceChildren(...shown.map((group, i) => html('div', { id: `group-${i}` }, html('h3', {}, groupName(group)),
    html('p', { class: 'how', id: `group-${i}-key` }), html('div', { id: `group-${i}-chart` }))));
  shown.forEach((group, i) => latencyChart(`group-${i}`, group.latency, 'packets'));
  byId('groups-more').textContent = groups.length > shown.length ? `${groups.length - shown.length} more kinds with fewer packets are in latency.csv.` : '';
}

/** `area` as an area, in a colour, under `line`; a value is a step of `width`, from `begin` on. */
function drawSteps(section, colour, area, line, begin, width, yText, options) {
  const end = begin + width * area.length, name = (unit) => options.axis ? 'node' : unit ? `time [${unit}]` : 'cycle';
  const { chart, x, y } = plot(section, begin, end, Math.max(1e-3, ...area, ...line) * 1.05, name, yText, options);
  const path = (values) => stepPath(values, begin, width, end, x, y);
  chart.append(svg('path', { d: path(area), fill: `var(--${colour})` }));
  if (line.length > 0) chart.append(svg('path', { d: path(line), fill: 'none', stroke: 'var(--bad)', 'stroke-width': 1.5 }));
}

function showRates() {
  const { series, series_bin: bin, series_begin: begin, window: cycles, by_node: nodes } = run.traffic;
  const byTime = (key) => series.map((row, i) => row[key] / Math.min(bin, cycles - i * bin) / nodes.length);
  const byNode = (key) => nodes.map((row) => row[key] / cycles);
  const axis = (low, high, count) => ({ unit: '', marks: ticks(low, high, count).filter((node) => node < nodes.length).map((node) => ({ cycle: node, text: run.names[node] })) });
  drawSteps('rates', 'stream', byTime('accepted'), byTime('offered'), begin, bin, 'flits a cycle', { least: 0 });
  drawSteps('trend', 'quiet', series.map((row) => row.latency), [], begin, bin, 'cycles', {});
  drawSteps('sent', 'stream', byNode('accepted'), byNode('offered'), 0, 1, 'flits a cycle', { axis, least: 0 });
  drawSteps('received', 'quiet', byNode('received'), [], 0, 1, 'flits a cycle', { axis, least: 0 });
}
