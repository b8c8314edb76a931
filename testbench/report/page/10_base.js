'use strict';
// State of the page, and what all its parts build with.

/** Records come as {columns, rows}, so that each name is written once; here they are objects. */
const records = ({ columns, rows }) => rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
function readRun(data) {
  for (const [key, value] of Object.entries(data)) if (value && value.rows) data[key] = records(value);
  for (const row of data.link_rows || []) row.bars = records({ columns: data.bar, rows: row.bars });
  for (const [key, value] of Object.entries(data.traffic || {})) if (value.rows) data.traffic[key] = records(value);
  data.from ??= 0;
  data.to ??= Math.max(data.cycles, 1);
  return data;
}
const runs = JSON.parse(document.getElementById('data').textContent).map(readRun);
let run = runs[0];  // the one that is shown in detail

const byId = (id) => document.getElementById(id);
const whole = new Intl.NumberFormat('en');
const number = (value) => whole.format(value);
const percent = (part, all) => all > 0 ? (100 * part / all).toFixed(part / all < 0.1 ? 1 : 0) + ' %' : '';
const plural = (count, word) => `${number(count)} ${word}${count === 1 ? '' : 's'}`;

/** The largest of [[name, worth], ..] in which a value is at least 1. */
const unitOf = (value, units) => units.find(([, worth], i) => value >= worth || i === units.length - 1);
function inUnits(value, units) {
  const [name, worth] = unitOf(value, units);
  return `${Number((value / worth).toPrecision(4))} ${name}`;
}
const rateText = (bytesPerSecond) => inUnits(bytesPerSecond, [['TB/s', 1e12], ['GB/s', 1e9], ['MB/s', 1e6], ['kB/s', 1e3], ['B/s', 1]]);
/** Cycles as time, by --clock; '' without --clock. */
const timeText = (cycles) => run.cycle_seconds ? inUnits(cycles * run.cycle_seconds, kTimes) : '';
const kTimes = [['s', 1], ['ms', 1e-3], ['us', 1e-6], ['ns', 1e-9], ['ps', 1e-12]];
/** `4,800 cycles`, with a clock `4,800 cycles (4.8 us)`. */
const cyclesText = (cycles) => plural(cycles, 'cycle') + (timeText(cycles) && ` (${timeText(cycles)})`);

/**
 * The time of the pictures: a run's cycles `from` .. `to`, on the map in bins of `bin` cycles. `view` is the part of them that is shown,
 * and the moment `now` (null: all of them).
 */
const view = { from: 0, to: 1, now: null };
const shownTime = () => run.traffic ? 'window' : 'run';
const allTimes = () => ({ from: run.from, to: run.to });
const binOf = (cycle) => Math.max(0, Math.min(run.bins - 1, Math.floor((cycle - run.from) / run.bin)));
const cycleOf = (bin) => run.from + bin * run.bin;
const redrawn = [];  // functions that draw something that depends on `view`
function redraw() { for (const draw of redrawn) draw(); }
function setMoment(cycle) {
  view.now = cycle === null ? null : Math.max(run.from, Math.min(run.to, cycle));
  redraw();
}

function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** Round values from `low` to `high`, about `count` of them, at least `least` apart. */
function ticks(low, high, count, least = 1) {
  const rough = Math.max(high - low, 1e-9) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough));
  const result = [];
  for (let i = Math.ceil(low / step); i * step <= high; ++i) result.push(i * step);
  return result;
}
/** Marks of an axis of cycles from `low` to `high`: [{cycle, text}] and their unit, by --clock a time, else ''. */
function timeTicks(low, high, count) {
  if (!run.cycle_seconds) return { unit: '', marks: ticks(low, high, count).map((cycle) => ({ cycle, text: number(cycle) })) };
  const [unit, worth] = unitOf(high * run.cycle_seconds, kTimes), cycles = worth / run.cycle_seconds;
  return { unit, marks: ticks(low / cycles, high / cycles, count, 0).map((time) => ({ cycle: time * cycles, text: String(Number(time.toPrecision(9))) })) };
}

/** The page is laid out for paper: A4 upright less its margins. style.css has the same width. */
const kPaper = 700;
const printing = () => document.documentElement.classList.contains('print');
const pageWidth = () => printing() ? kPaper : Math.max(240, byId('where').clientWidth);

/** A canvas of this size in CSS pixels, sharp on any screen and on paper. */
function prepare(canvas, width, height) {
  const scale = Math.max(window.devicePixelRatio || 1, printing() ? 2 : 1);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = width + 'px';
  canvas.style.height = height + 'px';
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  return context;
}

const widths = new Map();  // of texts, in the font of all canvases
function widthOf(context, text) {
  if (!widths.has(text)) widths.set(text, context.measureText(text).width);
  return widths.get(text);
}

/**
 * The first of `texts` that fits into `room` pixels; else the last one without its middle, of which the last word stays, and
 * `source > destination` at its end; where that is too long it is cut short, and nothing is left where that says nothing.
 */
function fitting(context, room, ...texts) {
  const fits = (text) => widthOf(context, text) <= room;
  const found = texts.find(fits);
  if (found) return found;
  const last = texts[texts.length - 1];
  for (const tail of [/( [^ ]+ > [^ ]+| [^ ]+)?$/.exec(last)[0], '']) {
    for (let length = last.length - tail.length - 1; length >= (tail ? 2 : 4); --length) {
      const cut = last.slice(0, length) + '\u2026' + tail;
      if (fits(cut)) return cut;
    }
  }
  return '';
}
/** The first of `texts` that fits whole; else nothing. */
const fittingWhole = (context, room, ...texts) => texts.find((text) => widthOf(context, text) <= room) || '';

/** Labels of an axis of time along the top of a canvas, as many as there is room for, each within `left` .. `right`. */
function timeLabels(context, x, y, left, right) {
  context.textAlign = 'center';
  let free = left;
  const { unit, marks } = timeTicks(view.from, view.to, Math.min(10, (right - left) / 70));
  for (const { cycle, text } of marks) {
    const label = unit ? `${text} ${unit}` : text, half = context.measureText(label).width / 2;
    const at = Math.max(left + half, Math.min(x(cycle), right - half));
    if (at - half < free || Math.abs(at - x(cycle)) > half) continue;
    context.fillText(label, at, y);
    free = at + half + 8;
  }
}

function wormText(index) {
  const worm = run.worms[index];
  const phase = run.phases[worm.phase].name;
  const signal = String(worm.number).startsWith('s');
  const what = signal ? `signal ${worm.number.slice(1)} for ${phase}` : `${phase} message ${worm.number}`;
  return `${what}, ${run.names[worm.source]} > ${run.names[worm.destination]}`;
}
function channelText(index) {
  const channel = run.channels[index];
  return `${channel.name} of node ${run.names[channel.node]}`;
}
