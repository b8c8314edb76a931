'use strict';
// Colours and patterns. What is a colour in style.css is called by its name there, so that it follows light, dark and
// paper; what is written on it is black or white, whichever reads better.

const shades = new Map();
/** The colour called --`name` in style.css, now; another colour as it is. */
function shade(name) {
  if (!/^[a-z]/.test(name) || name.includes('(')) return name;
  if (!shades.has(name)) {
    shades.set(name, getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim());
  }
  return shades.get(name);
}

/** Lightness of a colour that is written #rgb or #rrggbb: 0 black, 1 white. */
function luminance(colour) {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(digits.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const inkOn = (colour) => luminance(shade(colour)) > 0.19 ? '#111111' : '#ffffff';

// Kinds of steps, put together as a person asks for them. Far from the paper's colour is bad; patterns tell them apart
// without colour.
const CAUSES = [
  { name: 'startup', kinds: ['startup'], pattern: 'dots', text: 'startup time of messages' },
  { name: 'move', kinds: ['move'], pattern: null, text: 'flits move on, hop by hop' },
  { name: 'stream', kinds: ['stream'], pattern: null, text: 'flits follow, one a cycle' },
  { name: 'signals', kinds: ['signal-move'], pattern: 'rising', text: 'signals travel' },
  { name: 'ack', kinds: ['ack'], pattern: 'vertical', text: 'payload waits for the ack of its circuit' },
  { name: 'credit', kinds: ['credit'], pattern: 'vertical', text: 'own credits come back' },
  { name: 'barrier', kinds: ['barrier', 'receive', 'send', 'signal'], pattern: 'horizontal', text: 'barriers' },
  { name: 'preempted', kinds: ['preemption'], pattern: 'diagonal', text: 'preempted by a more urgent worm' },
  { name: 'blocked', kinds: ['allocation', 'queue', 'buffer', 'arbitration'], pattern: null, text: 'blocked by another worm' },
  { name: 'unknown', kinds: ['unknown'], pattern: null, text: 'not explained' },
];
const causeOf = (kind) => CAUSES.find((cause) => cause.kinds.includes(run.kinds[kind].name));
const isBlocked = (kind) => ['blocked', 'preempted'].includes(causeOf(kind).name);
const isEdge = (kind) => ['receive', 'send', 'signal', 'barrier'].includes(run.kinds[kind].name);

// Nine colours that stay apart for every kind of colour vision: phases that follow each other differ by 27 or more
// (CIE76) for everyone. Further phases repeat them with a pattern.
const PHASE_COLOURS = ['#332288', '#88ccee', '#117733', '#aa4499', '#999933', '#44aa99', '#882255', '#ddcc77', '#cc6677'];
const PHASE_PATTERNS = [null, 'vertical', 'horizontal', 'rising', 'dots'];  // dots are the startup time too
const phaseColor = (phase) => PHASE_COLOURS[phase % PHASE_COLOURS.length];
const phasePattern = (phase) => PHASE_PATTERNS[Math.floor(phase / PHASE_COLOURS.length) % PHASE_PATTERNS.length];
const phaseInk = (phase) => inkOn(phaseColor(phase));

/** The patterns as a drawing of 6 x 6 pixels. */
function drawPattern(context, pattern, ink) {
  context.strokeStyle = context.fillStyle = ink;
  context.lineWidth = 1.2;
  context.beginPath();
  if (pattern === 'dots') context.arc(3, 3, 0.9, 0, 7), context.fill();
  if (pattern === 'vertical') context.moveTo(3, 0), context.lineTo(3, 6);
  if (pattern === 'horizontal') context.moveTo(0, 3), context.lineTo(6, 3);
  for (const x of [-6, 0, 6]) {
    if (pattern === 'diagonal') context.moveTo(x, 6), context.lineTo(x + 6, 0);
    if (pattern === 'rising') context.moveTo(x, 0), context.lineTo(x + 6, 6);
  }
  context.stroke();
}
function tileOf(base, pattern) {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 6;
  const inner = tile.getContext('2d');
  inner.fillStyle = base;
  inner.fillRect(0, 0, 6, 6);
  drawPattern(inner, pattern, inkOn(base) + (PHASE_COLOURS.includes(base) ? '80' : 'c0'));
  return tile;
}
const patternFills = new Map();
/** What a canvas is filled with: a colour, or a colour with a pattern. */
function fillOf(context, color, pattern) {
  const base = shade(color);
  if (!pattern) return base;
  const key = base + pattern;
  if (!patternFills.has(key)) patternFills.set(key, context.createPattern(tileOf(base, pattern), 'repeat'));
  return patternFills.get(key);
}
/** The same for the drawing `chart`, which gets the pattern. */
function svgFill(chart, color, pattern) {
  if (!pattern) return color;
  const id = `${pattern}-${color.slice(1)}`;
  if (!chart.querySelector(`#${id}`)) {
    chart.append(svg('pattern', { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' }, svg('image', { width: 6, height: 6, href: tileOf(color, pattern).toDataURL() })));
  }
  return `url(#${id})`;
}
/** After the colours of the page have changed. */
function forgetColours() {
  shades.clear();
  patternFills.clear();
}

/** A filled rectangle in its frame. */
function fillFramed(context, color, pattern, x, y, wide, high) {
  context.fillStyle = fillOf(context, color, pattern);
  context.fillRect(x, y, wide, high);
  context.strokeStyle = shade('frame');
  context.lineWidth = 1;
  context.strokeRect(x, y, wide, high);
}

function swatch(color, pattern) {
  const canvas = html('canvas', { 'aria-hidden': 'true' });
  fillFramed(prepare(canvas, 26, 12), color, pattern, 0.5, 0.5, 25, 11);
  return canvas;
}
const keyEntry = (picture, text) => html('span', {}, picture, html('span', { class: 'text' }, text));
