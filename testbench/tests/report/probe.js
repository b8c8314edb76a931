'use strict';
// Stands behind the scripts of a report page in page_test.sh: uses the page as a person would, measures what it draws, and
// writes what is not as it should be into the document.
{
  const findings = [];
  const want = (holds, what) => { if (!holds) findings.push(`FAILED: ${what}`); };
  const press = (element, ...names) => {
    for (const key of names) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };
  const hint = () => byId('hint').hidden ? '' : byId('hint').textContent;

  // Every label on a canvas is whole, inside it, and free of the others.
  function labelsFit(how) {
    const drawn = new Map();
    const original = CanvasRenderingContext2D.prototype.fillText, cleared = CanvasRenderingContext2D.prototype.setTransform;
    CanvasRenderingContext2D.prototype.setTransform = function (...all) {
      drawn.set(this.canvas, []);
      cleared.apply(this, all);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, room) {
      const width = this.measureText(text).width;
      const left = this.textAlign === 'center' ? x - width / 2 : this.textAlign === 'right' ? x - width : x;
      if (text !== '') drawn.get(this.canvas).push({ text, left, right: left + width, y, squeezed: room < width });
      original.call(this, text, x, y);
    };
    layOut();
    CanvasRenderingContext2D.prototype.fillText = original;
    CanvasRenderingContext2D.prototype.setTransform = cleared;
    let count = 0;
    for (const [canvas, labels] of drawn) {
      const wide = parseFloat(canvas.style.width);
      labels.forEach((a, i) => {
        ++count;
        want(!a.squeezed && a.left >= -1 && a.right <= wide + 1, `${how}: label '${a.text}' does not fit on ${canvas.id || 'its canvas'}`);
        labels.forEach((b, k) => {
          want(k <= i || Math.abs(a.y - b.y) > 7 || a.right <= b.left || b.right <= a.left, `${how}: labels '${a.text}' and '${b.text}' overlap`);
        });
      });
    }
    want(count > 10, `${how}: only ${count} labels`);
    for (const text of document.querySelectorAll('svg text')) {
      const { left, right } = text.getBoundingClientRect(), around = text.ownerSVGElement.getBoundingClientRect();
      want(left >= around.left - 1 && right <= around.right + 1, `${how}: '${text.textContent}' leaves its chart`);
    }
  }

  // Nothing is wider than the page.
  function widthFits(how, width) {
    want(document.documentElement.scrollWidth <= width, `${how}: the page is ${document.documentElement.scrollWidth} wide, not ${width}`);
  }

  // What preempts lies beside what is preempted: most of the hatched area is seen.
  function preemptedIsSeen() {
    const canvas = byId('link-chart'), context = canvas.getContext('2d');
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(shade('preempted').slice(at, at + 2), 16));
    let seen = 0, cycles = 0;
    for (let p = 0; p < pixels.length; p += 4) seen += pixels[p] === r && pixels[p + 1] === g && pixels[p + 2] === b;
    for (const { bars } of run.link_rows.slice(0, kMostRows)) {
      for (const { gaps = [] } of bars) for (let g = 0; g < gaps.length; g += 2) cycles += gaps[g + 1] - gaps[g];
    }
    const area = cycles / run.cycles * (canvas.width - 132) * (kLane - 1);
    want(cycles === 0 || seen > area / 3, `hatched: ${seen} of ${Math.round(area)} pixels are seen`);
    return cycles;
  }

  // Phases that follow each other look different to everyone. Matrices: Machado, Oliveira, Fernandes, "A Physiologically-based
  // Model for Simulation of Color Vision Deficiency", 2009, severity 1. Distances: CIE76.
  function coloursStayApart() {
    const visions = { normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
      deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
      tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039] };
    const times = (m, v) => [0, 3, 6].map((row) => m[row] * v[0] + m[row + 1] * v[1] + m[row + 2] * v[2]);
    const lab = (colour, m) => {
      const linear = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
      const xyz = times([0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505], times(m, linear).map((c) => Math.max(0, Math.min(1, c))));
      const [x, y, z] = xyz.map((c, i) => c / [0.9505, 1, 1.089][i]).map((c) => c > 0.008856 ? Math.cbrt(c) : 7.787 * c + 16 / 116);
      return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
    };
    const count = PHASE_COLOURS.length;
    for (const [name, m] of Object.entries(visions)) {
      for (let i = 0; i < count; ++i) {
        for (let k = i + 1; k < count; ++k) {
          const a = lab(phaseColor(i), m), b = lab(phaseColor(k), m), apart = Math.hypot(...a.map((c, d) => c - b[d]));
          const next = k === i + 1 || k - i === count - 1;
          want(apart >= (next ? 27 : 15), `${name}: phases ${i} and ${k} differ by ${apart.toFixed(1)}`);
        }
      }
    }
    want(phasePattern(0) !== phasePattern(count), 'the phase after the last colour has no pattern of its own');
    want(run.phases.length <= count || document.querySelector('#phase-chart rect[fill^="url"]'), 'a phase has lost its pattern');
  }

  function keysWork() {
    const lines = document.querySelectorAll('#path-list li');
    lines[0].focus();
    press(document.activeElement, 'ArrowDown', 'ArrowDown', 'ArrowUp');
    want(document.activeElement === lines[1], 'the arrows do not walk the critical path');
    press(document.activeElement, 'Enter');
    want(view.now !== null && lines[1].getAttribute('aria-selected') === 'true', 'Enter does not choose a line');
    want(byId('time-text').textContent.startsWith('cycle'), 'the network does not follow');
    const strip = document.querySelector('#path-strip canvas');
    press(strip, '0');
    want(view.now === null && view.to - view.from === run.cycles, '0 does not show all');
    press(strip, '+', '+');
    want(Math.abs((view.to - view.from) - run.cycles / 4) <= 1, `+ + shows ${view.to - view.from} cycles`);
    press(strip, '-', '-', '-');
    want(view.from === 0 && view.to === run.cycles, '- does not show more');
    strip.focus();
    press(strip, 'ArrowRight');
    want(/^cycles 0 /.test(hint()), `no hint on the first step: ${hint()}`);
    const chart = byId('link-chart');
    chart.focus();
    press(chart, 'ArrowRight');
    const first = hint();
    press(chart, 'ArrowDown');
    want(/on this channel/.test(first) && /on this channel/.test(hint()) && first !== hint(), 'the arrows do not walk the channels');
    press(chart, 'Enter');
    want(view.now !== null, 'Enter on a bar does not choose its moment');
    press(chart, '0', 'Escape');
    want(hint() === '', 'Escape leaves the hint');
    const map = byId('map');
    map.focus();
    press(map, 'ArrowRight', 'ArrowRight');
    want(hint().startsWith(`node ${run.names[run.sides.slice(1).reduce((all, side) => all * side, 1)]}\n`), `the arrows do not walk the network: ${hint()}`);
    map.blur();
    want(document.querySelectorAll('canvas[tabindex="0"]').length === 4, 'a picture cannot be reached by Tab');
  }

  // What is cut short keeps its last word, and a message its source and destination.
  function cutsInTheMiddle() {
    const context = prepare(html('canvas'), 10, 10), room = (text) => context.measureText(text).width;
    const message = 'a-long-phase-name message 46, (10,12) > (3,14)';
    want(fitting(context, room(message), message) === message, 'what fits is cut');
    want(/^a-lo.*\u2026 \(10,12\) > \(3,14\)$/.test(fitting(context, room('a-long-p (10,12) > (3,14)'), message)), 'the route is cut');
    want(/^10 in.*\u2026 0$/.test(fitting(context, room('10 inject 0'), '10 injection 0')), 'the number of a channel is cut');
    want(/^a-lo.*\u2026$/.test(fitting(context, room('a-long-'), message)), 'what is too long is not cut short');
    want(fitting(context, 3, message) === '', 'what says nothing is drawn');
  }

  const inside = window.innerWidth;
  if (window !== window.parent) {  // a narrow frame
    widthFits(`${inside} pixels`, inside);
    labelsFit(`${inside} pixels`);
    const bounds = byId('bounds');
    want(inside < 400 || bounds.scrollWidth <= bounds.clientWidth, `the bounds are ${bounds.scrollWidth} wide, not ${bounds.clientWidth}`);
    const bars = document.querySelector('#compare-bars .scroll');
    want(inside < 400 || !bars || bars.scrollWidth <= bars.clientWidth, `the comparison is ${bars?.scrollWidth} wide, not ${bars?.clientWidth}`);
    window.parent.postMessage(findings.join('\n') || `passed at ${inside} pixels`, '*');
  } else {
    const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
    want(dark === luminance(shade('paper')) < 0.1, 'the paper has the wrong colour');
    const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);
    for (const [name, least] of [['ink', 7], ['soft', 4.5], ['bad', 4.5], ['blocked', 4.5], ['now', 2]]) {
      want(contrast(shade(name), shade('paper')) >= least, `${name} has little contrast`);
    }
    labelsFit('window');
    widthFits('window', inside);
    coloursStayApart();
    cutsInTheMiddle();
    const preempted = preemptedIsSeen();
    keysWork();
    window.dispatchEvent(new Event('beforeprint'));
    labelsFit('paper');
    for (const drawing of document.querySelectorAll('canvas, svg')) {
      const right = drawing.getBoundingClientRect().right;
      want(right <= 700.5, `on paper ${drawing.id || drawing.parentElement.id} ends at ${right} of 700`);
    }
    want(luminance(shade('paper')) === 1, 'the paper is not white');
    window.dispatchEvent(new Event('afterprint'));
    want(!printing() && pageWidth() !== 700, 'the page stays on paper');
    document.body.append(html('pre', { id: 'probe' }, findings.join('\n') || `passed, dark ${dark}, preempted ${preempted > 0}`));
  }
}
