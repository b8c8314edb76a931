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
  byId('where-bar').replaceChildren(html('div', { class: 'scroll' }, html('table', {}, html('tr', {}, ...heads), ...rows)),
    ...(run.deadlock.length > 0 ? [...deadlockTable(), html('ul', {}, ...otherFindings().map((finding) => html('li', {}, finding)))]
      : run.findings.map((finding) => html('p', {}, finding))));
  byId('where-key').replaceChildren(...parts.filter((_, i) => used[i]).map((part) => keyEntry(swatch(LATENCY_PARTS[part].colour, null), LATENCY_PARTS[part].text)));
}

function showTraffic() {
  byId('traffic').hidden = !run.traffic;
  if (!run.traffic) return;
  showGroups();
  showSeries();
  showByNode();
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

/** Offered as a line over accepted as an area; the values are flits of all nodes and cycles of a step. */
function offeredAndAccepted({ chart, x, y }, offered, accepted, begin, width, end) {
  chart.append(svg('path', { d: stepPath(accepted, begin, width, end, x, y), fill: 'var(--stream)', stroke: 'none' }),
    svg('path', { d: stepPath(offered, begin, width, end, x, y), fill: 'none', stroke: 'var(--bad)', 'stroke-width': 1.5 }));
}

function showSeries() {
  const { series, series_bin: bin, series_begin: begin } = run.traffic, nodes = run.names.length, end = begin + bin * series.length;
  const rate = (flits) => flits / bin / nodes, axis = (unit) => unit ? `time [${unit}]` : 'cycle';
  const offered = series.map((row) => rate(row.offered)), accepted = series.map((row) => rate(row.accepted)), latency = series.map((row) => row.latency);
  offeredAndAccepted(plot('rates', begin, end, Math.max(1e-3, ...offered, ...accepted) * 1.05, axis, 'flits a cycle', { least: 0 }), offered, accepted, begin, bin, end);
  const drawn = plot('trend', begin, end, Math.max(1, ...latency), axis, 'cycles');
  drawn.chart.append(svg('path', { d: stepPath(latency, begin, bin, end, drawn.x, drawn.y), fill: 'var(--quiet)', stroke: 'var(--frame)' }));
}

function showByNode() {
  const rows = run.traffic.by_node, cycles = Math.max(1, run.to - run.from);
  const of = (key) => rows.map((row) => row[key] / cycles);
  const offered = of('offered'), accepted = of('accepted'), received = of('received');
  const whole = (low, high, count) => ({ unit: '', marks: ticks(low, high, count).filter((node) => node < rows.length).map((node) => ({ cycle: node, text: run.names[node] })) });
  const axes = (section, most) => plot(section, 0, rows.length, Math.max(1e-3, most) * 1.05, () => 'node', 'flits a cycle', { axis: whole, least: 0 });
  offeredAndAccepted(axes('sent', Math.max(...offered, ...accepted)), offered, accepted, 0, 1, rows.length);
  const drawn = axes('received', Math.max(...received));
  drawn.chart.append(svg('path', { d: stepPath(received, 0, 1, rows.length, drawn.x, drawn.y), fill: 'var(--quiet)', stroke: 'none' }));
}
