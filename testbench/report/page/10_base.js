'use strict';
// State of the page, and what all its parts draw with.

const runs = JSON.parse(document.getElementById('data').textContent);
let run = runs[0];  // the one that is shown in detail

const byId = (id) => document.getElementById(id);
const whole = new Intl.NumberFormat('en');
const number = (value) => whole.format(value);
const percent = (part, all) => all > 0 ? (100 * part / all).toFixed(part / all < 0.1 ? 1 : 0) + ' %' : '';
const plural = (count, word) => `${number(count)} ${word}${count === 1 ? '' : 's'}`;

/** Time that is shown: the cycles from `from` to `to`, and the moment `now` (null: the whole run). */
const view = { from: 0, to: 1, now: null };
const redrawn = [];  // functions that draw something that depends on `view`
function redraw() { for (const draw of redrawn) draw(); }
function setMoment(cycle) {
  view.now = cycle === null ? null : Math.max(0, Math.min(run.cycles, cycle));
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

/** Round values from `low` to `high`, about `count` of them. */
function ticks(low, high, count) {
  const rough = Math.max(high - low, 1e-9) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough));
  const result = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) result.push(at);
  return result;
}

// Kinds of steps, put together as a person asks for them. Dark is bad; patterns tell them apart without colour.
const CAUSES = [
  { name: 'startup', kinds: ['startup'], fill: '#efe7cf', pattern: 'dots', text: 'startup time of messages' },
  { name: 'move', kinds: ['move'], fill: '#d5e6f5', pattern: null, text: 'flits move on, hop by hop' },
  { name: 'stream', kinds: ['stream'], fill: '#79acd9', pattern: null, text: 'flits follow, one a cycle' },
  { name: 'signals', kinds: ['signal-move'], fill: '#e3c7e8', pattern: 'diagonal', text: 'signals travel' },
  { name: 'ack', kinds: ['ack'], fill: '#f2f2c4', pattern: 'vertical', text: 'payload waits for the ack of its circuit' },
  { name: 'credit', kinds: ['credit'], fill: '#bcd9a8', pattern: 'vertical', text: 'own credits come back' },
  { name: 'barrier', kinds: ['barrier', 'receive', 'send', 'signal'], fill: '#ffffff', pattern: 'horizontal',
    text: 'barriers' },
  { name: 'preempted', kinds: ['preemption'], fill: '#c2573f', pattern: 'diagonal', text: 'a more urgent worm goes first' },
  { name: 'blocked', kinds: ['allocation', 'queue', 'buffer', 'arbitration'], fill: '#7d0f1f', pattern: null,
    text: 'blocked by another worm' },
  { name: 'unknown', kinds: ['unknown'], fill: '#000000', pattern: null, text: 'not explained' },
];
const causeOf = (kind) => CAUSES.find((cause) => cause.kinds.includes(run.kinds[kind][0]));
const isBlocked = (kind) => ['blocked', 'preempted'].includes(causeOf(kind).name);
const isEdge = (kind) => ['receive', 'send', 'signal', 'barrier'].includes(run.kinds[kind][0]);

/** Colours of phases: neighbours differ in lightness too. */
function phaseColor(phase) {
  const light = [40, 64, 78][phase % 3];
  return `hsl(${(phase * 137.5 + 205) % 360} 48% ${light}%)`;
}
const phaseInk = (phase) => phase % 3 === 0 ? '#fff' : '#111';

/** The patterns as a drawing of 6 x 6 pixels. */
function drawPattern(context, pattern, ink) {
  context.strokeStyle = context.fillStyle = ink;
  context.lineWidth = 1.2;
  context.beginPath();
  if (pattern === 'dots') context.arc(3, 3, 0.9, 0, 7), context.fill();
  if (pattern === 'vertical') context.moveTo(3, 0), context.lineTo(3, 6);
  if (pattern === 'horizontal') context.moveTo(0, 3), context.lineTo(6, 3);
  if (pattern === 'diagonal') {
    for (const x of [-6, 0, 6]) context.moveTo(x, 6), context.lineTo(x + 6, 0);
  }
  context.stroke();
}
const patternFills = new Map();
/** What a canvas is filled with: a colour, or a colour with a pattern. */
function fillOf(context, color, pattern) {
  if (!pattern) return color;
  const key = color + pattern;
  if (!patternFills.has(key)) {
    const tile = document.createElement('canvas');
    tile.width = tile.height = 6;
    const inner = tile.getContext('2d');
    inner.fillStyle = color;
    inner.fillRect(0, 0, 6, 6);
    drawPattern(inner, pattern, '#333');
    patternFills.set(key, context.createPattern(tile, 'repeat'));
  }
  return patternFills.get(key);
}

/** A canvas of this size in CSS pixels, sharp on any screen. */
function prepare(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
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

function swatch(color, pattern, outline = '#555') {
  const canvas = html('canvas');
  const context = prepare(canvas, 26, 12);
  context.fillStyle = fillOf(context, color, pattern);
  context.fillRect(0.5, 0.5, 25, 11);
  context.strokeStyle = outline;
  context.strokeRect(0.5, 0.5, 25, 11);
  return canvas;
}
const keyEntry = (picture, text) => html('span', {}, picture, text);

/** A box beside the pointer; `textAt(event)` is null where there is nothing to say. */
function hints(element, textAt) {
  const box = byId('hint');
  element.addEventListener('mousemove', (event) => {
    const text = textAt(event);
    box.hidden = !text;
    if (!text) return;
    box.textContent = text;
    const left = Math.min(event.clientX + 14, window.innerWidth - box.offsetWidth - 8);
    const below = event.clientY + 16 + box.offsetHeight < window.innerHeight;
    box.style.left = left + 'px';
    box.style.top = (below ? event.clientY + 16 : event.clientY - box.offsetHeight - 10) + 'px';
  });
  element.addEventListener('mouseleave', () => { box.hidden = true; });
}

// A worm's record in the data, by the order of its fields.
const WORM = { number: 0, phase: 1, class: 2, source: 3, destination: 4, started: 5, injected: 6, sent: 7, headOut: 8,
  tailOut: 9, flits: 10 };
function wormText(index) {
  const worm = run.worms[index];
  const phase = run.phases[worm[WORM.phase]][0];
  const signal = String(worm[WORM.number]).startsWith('s');
  const what = signal ? `signal ${worm[WORM.number].slice(1)} for ${phase}` : `${phase} message ${worm[WORM.number]}`;
  return `${what}, ${run.names[worm[WORM.source]]} > ${run.names[worm[WORM.destination]]}`;
}
function channelText(index) {
  const channel = run.channels[index];
  return `${channel[3]} of node ${run.names[channel[0]]}`;
}
const pageWidth = () => Math.max(640, byId('where').clientWidth);
