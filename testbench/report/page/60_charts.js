'use strict';
// Phases, flits in flight, latency, stalls.

const kPaperPhases = 44;  // rows of a page of paper
/** On paper each page has its own chart, with its own axis. */
function showPhases() {
  byId('phases').hidden = Boolean(run.before || run.traffic);
  const shown = run.phases.slice(0, 200), charts = [], rows = printing() ? kPaperPhases : Math.max(shown.length, 1);
  for (let from = 0; from < Math.max(shown.length, 1); from += rows) charts.push(phaseChart(shown, from, shown.slice(from, from + rows)));
  byId('phase-chart').replaceChildren(...charts);
}

/** The chart of the phases `here`, which are numbered from `first`, with the axis of all. */
function phaseChart(all, first, here) {
  const width = pageWidth() - (printing() ? 0 : 18), row = 20;
  const left = Math.min(120, Math.floor(width * 0.24)), right = width > 560 ? 190 : 96, plot = width - left - right;
  const measure = html('canvas').getContext('2d');
  measure.font = '12px system-ui, sans-serif';
  const last = Math.max(run.cycles, ...all.map((p) => Math.max(p.start, 0) + Math.max(p.predicted, 0)), 1);
  const x = (cycle) => left + cycle / last * plot;
  const chart = svg('svg', { width, height: here.length * row + 26 });
  const { unit, marks } = timeTicks(0, last, Math.min(8, plot / 70));
  for (const { cycle, text } of marks) {
    chart.append(svg('line', { x1: x(cycle), x2: x(cycle), y1: 18, y2: here.length * row + 22, stroke: 'var(--grid)' }),
      svg('text', { x: x(cycle), y: 12, 'text-anchor': 'middle', class: 'soft' }, unit ? `${text} ${unit}` : text));
  }
  here.forEach(({ name, start, end, predicted, messages }, i) => {
    const y = 22 + i * row;
    chart.append(svg('text', { x: left - 8, y: y + 13, 'text-anchor': 'end' }, fitting(measure, left - 10, name), svg('title', {}, `${name}: ${plural(messages, 'message')}${end < 0 ? '' : `, ${cyclesText(end - start)}`}`)));
    if (start < 0) return;
    const stop = end < 0 ? run.cycles : end;
    chart.append(svg('rect', { x: x(start), y: y + 2, width: Math.max(1, x(stop) - x(start)), height: 14,
      fill: svgFill(chart, phaseColor(first + i), phasePattern(first + i)), stroke: 'var(--frame)' }));
    if (predicted >= 0) {
      for (const [stroke, thick] of [['var(--paper)', 3.4], ['var(--ink)', 1.4]]) {  // seen on every colour
        chart.append(svg('rect', { x: x(start), y: y + 4.5, width: Math.max(1, x(start + predicted) - x(start)), height: 9, fill: 'none',
          stroke, 'stroke-width': thick }));
      }
    }
    const took = end < 0 ? 'not finished' : `${number(end - start)} / ${number(predicted)}`;
    const long = end < 0 ? '' : timeText(end - start);
    const more = end >= 0 && predicted > 0 && end - start !== predicted ? `  ${end - start > predicted ? '+' : ''}${((end - start) / predicted * 100 - 100).toFixed(0)} %` : '';
    chart.append(svg('text', { x: width - right + 10, y: y + 13 }, fittingWhole(measure, right - 12, `${took}${more}${long && `, ${long}`}`, took + more, took)));
  });
  return chart;
}

const kChart = { height: 190, left: 64, bottom: 34, top: 12 };
/**
 * The axes of a section's chart, x of cycles from `low` to `end` and y from 0 to `most`: the chart and the places of values.
 * `xText(unit)` is written below; the unit of a time is '' without --clock. `axis` are the marks of x, and marks of y are `least` apart.
 */
function plot(section, low, end, most, xText, yText, { axis = timeTicks, least = 1 } = {}) {
  const { height, left, bottom, top } = kChart, width = Math.max(220, byId(section).clientWidth - 4);
  const x = (value) => left + (value - low) / Math.max(end - low, 1) * (width - left - 8), y = (value) => height - bottom - value / most * (height - bottom - top);
  const chart = svg('svg', { width, height });
  for (const value of ticks(0, most, 4, least)) {
    chart.append(svg('line', { x1: left, x2: width, y1: y(value), y2: y(value), stroke: 'var(--grid)' }),
      svg('text', { x: left - 6, y: y(value) + 4, 'text-anchor': 'end', class: 'soft' }, number(value)));
  }
  const { unit, marks } = axis(low, end, width / 90);
  for (const { cycle, text } of marks) {
    chart.append(svg('text', { x: Math.min(x(cycle), width - 3.5 * text.length), y: height - bottom + 15, 'text-anchor': 'middle', class: 'soft' }, text));
  }
  chart.append(svg('text', { x: (width + left) / 2, y: height - 3, 'text-anchor': 'middle', class: 'soft' }, xText(unit)),
    svg('text', { x: 11, y: height / 2, 'text-anchor': 'middle', class: 'soft', transform: `rotate(-90 11 ${height / 2})` }, yText));
  byId(`${section}-chart`).replaceChildren(chart);
  return { chart, x, y };
}

/** The outline of an area of steps of one width. */
function stepPath(values, begin, width, end, x, y) {
  let path = `M${x(begin)} ${y(0)}`;
  values.forEach((value, i) => {
    const from = begin + i * width;
    path += ` L${x(from).toFixed(1)} ${y(value).toFixed(1)} L${x(Math.min(end, from + width)).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  return `${path} L${x(end)} ${y(0)} Z`;
}

function showFlight() {
  byId('flight').hidden = !run.flight;
  if (!run.flight) return;
  const { chart, x, y } = plot('flight', run.from, run.to, Math.max(1, ...run.flight), (unit) => unit ? `time [${unit}]` : 'cycle', 'flits');
  chart.append(svg('path', { d: stepPath(run.flight, run.from, run.flight_bin, run.to, x, y), fill: 'var(--stream)', stroke: 'var(--frame)' }));
  const line = svg('line', { y1: kChart.top, y2: y(0), stroke: 'var(--now)', 'stroke-width': 2, visibility: 'hidden' });
  chart.append(line);
  redrawn.push(() => {
    line.setAttribute('visibility', view.now === null ? 'hidden' : 'visible');
    if (view.now !== null) line.setAttribute('x1', x(view.now)), line.setAttribute('x2', x(view.now));
  });
}

function showLatency() {
  byId('latency').hidden = !run.latency;
  if (run.latency) latencyChart('latency', run.latency, 'messages');
}

/** A histogram of latencies in the section, and its percentiles in the section's key. */
function latencyChart(section, data, what) {
  const end = data.low + data.width * Math.max(data.counts.length, 12);
  const { chart, x, y } = plot(section, data.low, end, Math.max(...data.counts), (unit) => `${unit || 'cycles'} from ${run.traffic ? 'creation' : 'send'} to delivery`, what);
  data.counts.forEach((count, i) => {
    const from = x(data.low + i * data.width);
    chart.append(svg('rect', { x: from + 0.5, y: y(count), width: Math.max(1, x(data.low + (i + 1) * data.width) - from - 1), height: y(0) - y(count), fill: 'var(--quiet)',
      stroke: 'var(--frame)' }, svg('title', {}, `${data.low + i * data.width} .. ${data.low + (i + 1) * data.width - 1}: ${plural(count, 'message')}`)));
  });
  [[data.p50, '4 3'], [data.p99, '1 3']].forEach(([value, dashes]) => {
    const at = x(value + 0.5);
    chart.append(svg('line', { x1: at, x2: at, y1: kChart.top, y2: y(0), stroke: 'var(--ink)', 'stroke-width': 1.6, 'stroke-dasharray': dashes }));
  });
  const known = (cycles) => timeText(cycles) ? `${number(cycles)} = ${timeText(cycles)}` : number(cycles);
  byId(`${section}-key`).textContent = `median (dashed) ${known(data.p50)}, 99 % (dotted) ${known(data.p99)}, largest ${known(data.max)}`;
}

const STALLS = [['channel held by another worm', 'blocked', null, 'allocation'], ['no credit', 'credit', 'vertical', 'credit'],
  ['preempted', 'preempted', 'diagonal', 'preemption'], ['an equal\u2019s turn', 'turn', 'dots', 'arbitration']];
function showStalls() {
  byId('stalls').hidden = !run.channels || Boolean(run.before);
  if (byId('stalls').hidden) return;
  byId('stalls-time').textContent = run.traffic ? 'in the window because of other worms' : 'over the whole run';
  const all = run.channels.map((channel, index) => ({ index, parts: STALLS.map(([, , , cause]) => channel[cause]) }))
    .map((row) => ({ ...row, sum: row.parts.reduce((sum, part) => sum + part, 0) })).filter((row) => row.sum > 0).sort((a, b) => b.sum - a.sum);
  const total = all.reduce((sum, row) => sum + row.sum, 0);
  const rows = all.slice(0, 14);
  const target = byId('stall-chart');
  byId('stall-key').replaceChildren();
  if (rows.length === 0) {
    target.replaceChildren('No flit ever waited.');
    return;
  }
  const width = pageWidth() - 4, left = Math.min(190, Math.floor(width * 0.34)), plot = width - left - 70;
  const canvas = html('canvas', { role: 'img', 'aria-label': rows.map((row) => `${channelText(row.index)}: ${number(row.sum)}`).join('; ') });
  const context = prepare(canvas, width, rows.length * 20 + 4);
  rows.forEach((row, r) => {
    context.fillStyle = shade('ink');
    context.textAlign = 'right';
    context.fillText(fitting(context, left - 10, channelText(row.index)), left - 8, r * 20 + 11);
    let x = left;
    row.parts.forEach((part, i) => {
      const wide = part / rows[0].sum * plot;
      if (part > 0) fillFramed(context, STALLS[i][1], STALLS[i][2], x, r * 20 + 3, wide, 15);
      x += wide;
    });
    context.fillStyle = shade('ink');
    context.textAlign = 'left';
    context.fillText(number(row.sum), x + 6, r * 20 + 11);
  });
  target.replaceChildren(canvas);
  const sums = STALLS.map((_, i) => all.reduce((sum, row) => sum + row.parts[i], 0));
  byId('stall-key').replaceChildren(...STALLS.map(([name, color, pattern], i) => keyEntry(swatch(color, pattern), `${name}: ${number(sums[i])}`)),
    html('span', {}, `all ${plural(all.length, 'channel')} with stalls: ${number(total)} worm cycles`));
}
