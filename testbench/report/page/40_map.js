'use strict';
// The network: every link by how busy it was, and where worms waited.

const kLevels = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const levelOf = (text, bin) => bin < text.length ? kLevels.indexOf(text[bin]) / (kLevels.length - 1) : 0;
function meanLevel(text) {
  let sum = 0;
  for (let bin = 0; bin < text.length; ++bin) sum += levelOf(text, bin);
  return sum / run.bins;
}
/** From nearly the paper's colour to its opposite, by way of blue: its lightness alone says how much. */
function heatColor(share) {
  const s = Math.max(0, Math.min(1, share));
  const lightness = luminance(shade('paper')) > 0.5 ? 94 - 78 * s : 22 + 70 * s;
  return `hsl(${212 + 14 * s} ${40 + 25 * s}% ${lightness}%)`;
}

const nameOf = (dimension) => ['x', 'y', 'z'][dimension] || `d${dimension}`;

/** Coordinates of a node, and its place: the first two dimensions are a grid, the others are slices of it. */
function layout() {
  const sides = run.sides, k = sides.length;
  const columns = sides[0], rows = k > 1 ? sides[1] : 1;
  const slices = sides.slice(2).reduce((product, side) => product * side, 1);
  const room = pageWidth() - 8;
  const wanted = Math.sqrt(slices * rows / columns * 2.2);
  let across = Math.max(1, Math.min(slices, Math.round(wanted)));
  while (slices % across !== 0 && across < 2 * wanted) ++across;
  const cell = Math.max(11, Math.min(64, Math.floor(room / (across * (columns + 1) + 1)), k > 1 ? Math.floor((printing() ? 560 : 640) / (rows + 1)) : 64));
  const wide = (columns + 1) * cell, high = (k > 1 ? rows + 1 : 1.3) * cell + (slices > 1 ? 16 : 0);
  const coordinates = (node) => {
    const result = new Array(k);
    for (let d = k - 1; d >= 0; --d) {
      result[d] = node % sides[d];
      node = Math.floor(node / sides[d]);
    }
    return result;
  };
  const place = (node) => {
    const c = coordinates(node);
    let slice = 0;
    for (let d = 2; d < k; ++d) slice = slice * sides[d] + c[d];
    return { x: (slice % across) * wide + (c[0] + 1) * cell, y: Math.floor(slice / across) * high + (k > 1 ? c[1] + 1 : 0.5) * cell + (slices > 1 ? 6 : 0),
      slice, c };
  };
  return { k, cell, slices, across, wide, high, place, width: Math.min(slices, across) * wide + cell,
    height: Math.ceil(slices / across) * high + cell / 2 };
}

function showMap() {
  byId('network').hidden = !run.heat;
  if (!run.heat) return;
  byId('whole').closest('.controls').hidden = Boolean(run.before);
  byId('whole-text').textContent = `whole ${shownTime()}`;
  const at = layout();
  const nodes = run.names.map((_, node) => at.place(node));
  const means = run.heat.map(meanLevel), waits = run.waiting.map(meanLevel);
  const critical = new Set((run.path || []).filter((step) => step.channel >= 0 && step.end > step.begin).map((step) => step.channel));
  const inside = run.ports.map((line, port) => port).filter((port) => run.ports[port].dimension >= 2);  // ports that leave the slice
  const links = [];
  run.channels.forEach((channel, index) => {
    if (channel.port < run.ports.length) links.push(link(channel, index));
  });

  const failed = (run.failed || []).map((channel) => link(channel, -1));

  // The shades of the mean reach to a round share, and a path that goes nearly everywhere is marked where it is blocked.
  const busiest = Math.max(0, ...links.map((l) => means[l.index]));
  const scale = [0.1, 0.25, 0.5, 1].find((share) => share >= busiest);
  const stuck = new Set((run.path || []).filter((step) => step.channel >= 0 && isBlocked(step.kind)).map((step) => step.channel));
  const everywhere = critical.size > links.length / 4 && links.length > 64;
  const marked = everywhere ? stuck : critical;
  const cycle = new Set((run.deadlock || []).map(({ node, port }) => `${node} ${port}`));  // of a deadlock
  const inCycle = (l) => cycle.has(`${run.channels[l.index].node} ${run.channels[l.index].port}`);

  /** Where a link is drawn: a stroke to its neighbour, or a stub that points to where it leads. */
  function link(channel, index) {
    const { node, port, far } = channel, a = nodes[node], b = nodes[far];
    const { dimension: d, step } = run.ports[port], cell = at.cell;
    const complete = !run.ports.some((other) => other.dimension === d && other.step === -1);  // no port leads back
    const sign = step < 0 || (complete && b.c[d] < a.c[d]) ? -1 : 1;
    const box = Math.max(2.5, cell * 0.16), thick = Math.max(1.6, cell * (run.ports.length > 2 * at.k ? 0.07 : 0.13));
    if (d >= 2) {  // inside the node's square: a stripe for each direction
      const stripes = inside.length, size = cell * 0.46;
      const i = inside.indexOf(port);
      return { index, x1: a.x - size / 2 + (i + 0.5) * size / stripes, y1: a.y - size / 2, x2: a.x - size / 2 + (i + 0.5) * size / stripes,
        y2: a.y + size / 2, thick: size / stripes, inside: true };
    }
    const away = Math.abs(b.c[d] - a.c[d]);
    const shifted = b.c.map((c, e) => e === d || c === a.c[e] ? '' : `${nameOf(e)}${c}`).filter(Boolean).join(' ');  // over a seam
    const neighbour = away === 1 && Math.sign(b.c[d] - a.c[d]) === sign;
    const reach = neighbour ? cell - box - 1 : cell * 0.55;
    const off = thick * 0.62 + (complete ? (away - 1) * thick * 1.1 : 0);  // longer ones further out
    const start = (at.k > 2 ? cell * 0.24 : box) + 0.5, end = at.k > 2 && neighbour ? cell * 0.76 : reach;
    return d === 0
      ? { index, x1: a.x + sign * start, y1: a.y - sign * off, x2: a.x + sign * end, y2: a.y - sign * off, thick, stub: !neighbour, shifted }
      : { index, x1: a.x + sign * off, y1: a.y + sign * start, x2: a.x + sign * off, y2: a.y + sign * end, thick, stub: !neighbour, shifted };
  }

  const slider = byId('time'), wholeBox = byId('whole'), text = byId('time-text');
  slider.max = run.bins - 1;
  const canvas = byId('map');
  const draw = () => {
    const all = view.now === null;
    const bin = all ? 0 : binOf(view.now), begin = cycleOf(bin);
    wholeBox.checked = all;
    slider.value = bin;
    const time = timeText(begin);
    text.textContent = all ? `mean of ${cyclesText(run.to - run.from)}` : (run.bin === 1 ? `cycle ${number(begin)}`
      : `cycles ${number(begin)} .. ${number(begin + run.bin - 1)}`) + (time && ` (from ${time})`);
    const context = prepare(canvas, at.width, at.height);
    const share = (i) => all ? means[i] : levelOf(run.heat[i], bin);
    const waiting = (i) => all ? waits[i] : levelOf(run.waiting[i], bin);
    const most = all ? scale : 1;
    byId('map-most').textContent = `0 to ${100 * most} % of the cycles with a flit`;
    const steps = all ? [] : (run.path || []).filter((s) => s.end > begin && s.begin < begin + run.bin && s.end > s.begin);
    const active = new Set(steps.map((s) => s.channel));
    const emphasis = (i) => all ? marked.has(i) : active.has(i);
    context.lineCap = 'butt';
    for (const l of links) {
      if (!emphasis(l.index)) continue;
      stroke(context, l, l.thick + Math.max(3, at.cell * 0.09), shade('now'), at.cell * 0.03);
    }
    for (const l of links) {
      if (inCycle(l)) stroke(context, l, l.thick + Math.max(4, at.cell * 0.12), shade('wait'), at.cell * 0.03);
    }
    for (const l of links) {
      stroke(context, l, l.thick, shade(l.inside ? 'paper' : 'edge'), 0.6);
      stroke(context, l, l.thick - (l.inside ? 2 : 0.8), heatColor(share(l.index) / most));
    }
    for (const l of links) {
      if (l.shifted) seam(context, l);
    }
    for (const l of failed) gap(context, l);
    for (const n of nodes) {  // a box; of more than two dimensions a frame around its stripes
      const box = at.k > 2 ? at.cell * 0.23 : Math.max(2.5, at.cell * 0.16);
      context.fillStyle = shade('paper');
      context.strokeStyle = shade(at.k > 2 ? 'ink' : 'soft');
      context.lineWidth = 1;
      if (at.k <= 2) context.fillRect(n.x - box, n.y - box, 2 * box, 2 * box);
      context.strokeRect(n.x - box, n.y - box, 2 * box, 2 * box);
    }
    for (const l of links) {
      const wait = waiting(l.index);
      if (inCycle(l)) arrow(context, l, Math.max(3.5, at.cell * 0.13));
      else if (wait > 0) stop(context, l, Math.max(2.2, at.cell * 0.1 * (0.6 + Math.sqrt(Math.min(1, wait)))));
    }
    for (const step of steps) {
      const channel = step.channel >= 0 ? run.channels[step.channel] : null;
      const node = channel ? channel.node : step.worm >= 0 ? run.worms[step.worm].source : -1;
      if (node < 0 || (channel && channel.port < run.ports.length)) continue;
      context.strokeStyle = shade('now');
      context.lineWidth = 2.5;
      context.beginPath();
      context.arc(nodes[node].x, nodes[node].y, at.cell * 0.3, 0, 7);
      context.stroke();
    }
    labels(context);
    if (chosen >= 0) drawCursor(context, nodes[chosen].x - at.cell * 0.3, nodes[chosen].y - at.cell * 0.3, nodes[chosen].x + at.cell * 0.3, nodes[chosen].y + at.cell * 0.3);
  };
  let chosen = -1;  // the node that the keyboard's cursor is on
  function stroke(context, l, thick, color, longer = 0) {
    const dx = Math.sign(l.x2 - l.x1) * longer, dy = Math.sign(l.y2 - l.y1) * longer;
    context.strokeStyle = color;
    context.lineWidth = thick;
    context.beginPath();
    context.moveTo(l.x1 - dx, l.y1 - dy);
    context.lineTo(l.x2 + dx, l.y2 + dy);
    context.stroke();
  }
  /** A channel that has failed: dots, and a cross on them. */
  function gap(context, l) {
    const x = (l.x1 + l.x2) / 2, y = (l.y1 + l.y2) / 2, size = Math.max(2.5, at.cell * 0.08);
    context.setLineDash([2, 3]);
    stroke(context, l, Math.max(1, l.thick * 0.5), shade('soft'));
    context.setLineDash([]);
    for (const slope of [1, -1]) {
      stroke(context, { x1: x - size, y1: y - slope * size, x2: x + size, y2: y + slope * size }, Math.max(1.2, l.thick * 0.4), shade('wait'));
    }
  }
  /** A wrap that leads to other coordinates: a bar across its end and, where there is room, those coordinates. */
  function seam(context, l) {
    const dx = Math.sign(l.x2 - l.x1), dy = Math.sign(l.y2 - l.y1), size = Math.max(2.5, at.cell * 0.09);
    context.strokeStyle = context.fillStyle = shade('now');
    context.lineWidth = Math.max(1.5, at.cell * 0.04);
    context.beginPath();
    context.moveTo(l.x2 - dy * size, l.y2 - dx * size);
    context.lineTo(l.x2 + dy * size, l.y2 + dx * size);
    context.stroke();
    const width = context.measureText(l.shifted).width;
    if (width > at.cell * 0.9 || at.cell < 36) return;
    context.textAlign = 'center';
    context.fillText(l.shifted, l.x2 + dx * (3 + width / 2), l.y2 + (dy === 0 ? 4 : dy > 0 ? 12 : -4));
  }
  /** A sign on the link: here somebody waits. It stands near the beginning, where the worm stands. */
  function stop(context, l, size) {
    const x = l.x1 + (l.x2 - l.x1) * 0.3, y = l.y1 + (l.y2 - l.y1) * 0.3;
    context.fillStyle = shade('wait');
    context.strokeStyle = shade('paper');
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, y - size), context.lineTo(x + size, y), context.lineTo(x, y + size), context.lineTo(x - size, y);
    context.closePath();
    context.fill();
    context.stroke();
  }
  /** The way that a channel of the deadlock leads, at its end. */
  function arrow(context, l, size) {
    const dx = Math.sign(l.x2 - l.x1), dy = Math.sign(l.y2 - l.y1);
    context.fillStyle = shade('wait');
    context.strokeStyle = shade('paper');
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(l.x2 + dx * 2, l.y2 + dy * 2);
    context.lineTo(l.x2 - dx * size * 1.4 - dy * size, l.y2 - dy * size * 1.4 - dx * size);
    context.lineTo(l.x2 - dx * size * 1.4 + dy * size, l.y2 - dy * size * 1.4 + dx * size);
    context.closePath();
    context.fill();
    context.stroke();
  }
  function labels(context) {
    context.fillStyle = shade('soft');
    context.textAlign = 'center';
    const widest = context.measureText(String(Math.max(...run.sides))).width + 6;
    const every = [1, 2, 5, 10, 20, 50, 100].find((step) => step * at.cell >= widest) || 200;
    if (at.k === 1) {
      nodes.forEach((n, i) => { if (i % every === 0) context.fillText(run.names[i], n.x, n.y + at.cell * 0.42); });
    } else if (at.slices === 1) {
      for (let x = 0; x < run.sides[0]; x += every) context.fillText(x, (x + 1) * at.cell, at.cell * 0.28);
      for (let y = 0; y < run.sides[1]; y += every) context.fillText(y, Math.max(widest / 2 - 3, at.cell * 0.26), (y + 1) * at.cell);
    } else {
      for (let s = 0; s < at.slices; ++s) {
        const where = [];
        for (let d = at.k - 1, rest = s; d >= 2; --d) where.unshift(`${nameOf(d)}=${rest % run.sides[d]}`), rest = Math.floor(rest / run.sides[d]);
        context.textAlign = 'left';
        context.fillText(fitting(context, at.wide - at.cell * 0.6, where.join(' ')), (s % at.across) * at.wide + at.cell * 0.6, Math.floor(s / at.across) * at.high + 8);
      }
    }
  }
  mapKey(at, everywhere ? 'the critical path is blocked here' : 'on the critical path');
  redrawn.push(draw);

  hints(canvas, (event) => {
    let best = null, distance = at.cell * 0.3;
    for (const l of links) {
      const length = Math.hypot(l.x2 - l.x1, l.y2 - l.y1) || 1;
      const t = Math.max(0, Math.min(1, ((event.offsetX - l.x1) * (l.x2 - l.x1) + (event.offsetY - l.y1) * (l.y2 - l.y1)) / length ** 2));
      const d = Math.hypot(event.offsetX - l.x1 - t * (l.x2 - l.x1), event.offsetY - l.y1 - t * (l.y2 - l.y1));
      if (d < distance) [best, distance] = [l, d];
    }
    if (!best) return null;
    const channel = run.channels[best.index];
    if (run.before) return `${channelText(best.index)}, to node ${run.names[channel.far]}`;
    return `${channelText(best.index)}, to node ${run.names[channel.far]}\nbusy ${busy(best.index)} of the ${shownTime()}, ${plural(channel.flits, 'flit')}` +
      (waits[best.index] > 0 ? `\nworms waited for it because of others` : '') + (critical.has(best.index) ? '\non the critical path' : '');
  });
  const busy = (index) => percent(means[index], 1) || '0 %';
  const nodeText = (node) => [`node ${run.names[node]}`, ...links.filter((l) => run.channels[l.index].node === node).map((l) => {
    const channel = run.channels[l.index];
    if (run.before) return `${channel.name} to ${run.names[channel.far]}`;
    return `${channel.name} to ${run.names[channel.far]}: busy ${busy(l.index)}, ${plural(channel.flits, 'flit')}` +
      (waits[l.index] > 0 ? ', waited for' : '') + (critical.has(l.index) ? ', critical' : '');
  })].join('\n');
  /** The node `by` further in a dimension, around the ends. */
  const step = (d, by) => {
    if (chosen < 0) return void (chosen = 0);
    if (d >= at.k) return;
    const stride = run.sides.slice(d + 1).reduce((product, side) => product * side, 1), c = nodes[chosen].c[d];
    chosen += ((c + by + run.sides[d]) % run.sides[d] - c) * stride;
  };
  const bin = () => view.now === null ? -1 : binOf(view.now);
  const moment = (to) => setMoment(to < 0 ? null : cycleOf(Math.min(to, run.bins - 1)));
  keys(canvas, 'The network: arrows go from node to node, page up and down in the third dimension, + and - to the next and the previous moment, 0 shows the whole run', {
    move(right, down) { step(...(right !== 0 ? [0, right] : [1, down])); },
    place: () => chosen < 0 ? null : { x: nodes[chosen].x, y: nodes[chosen].y, text: nodeText(chosen) },
    choose() {},
    clear() { chosen = -1; },
  }, { PageUp: () => step(2, -1), PageDown: () => step(2, 1), '+': () => moment(bin() + 1), '=': () => moment(bin() + 1),
    '-': () => moment(bin() - 1), 0: () => setMoment(null) });
  slider.oninput = () => setMoment(cycleOf(Number(slider.value)));
  wholeBox.onchange = () => setMoment(wholeBox.checked ? null : cycleOf(Number(slider.value)));
}

function mapKey(at, mark) {
  const ramp = html('canvas');
  const context = prepare(ramp, 90, 12);
  for (let i = 0; i < 90; ++i) context.fillStyle = heatColor(i / 89), context.fillRect(i, 0, 1, 12);
  context.strokeStyle = shade('frame');
  context.strokeRect(0.5, 0.5, 89, 11);
  const sign = svg('svg', { width: 12, height: 12 }, svg('path', { d: 'M6 0 L12 6 L6 12 L0 6 Z', fill: 'var(--wait)' }));
  const sample = svg('svg', { width: 26, height: 12 }, svg('rect', { x: 0, y: 2, width: 26, height: 8, fill: 'var(--now)' }),
    svg('rect', { x: 0, y: 4, width: 26, height: 4, fill: 'var(--linkmark)' }));
  byId('map-key').style.maxWidth = `min(100%, ${Math.max(at.width, 480)}px)`;
  const deadlocked = svg('svg', { width: 26, height: 12 }, svg('rect', { x: 0, y: 2, width: 22, height: 8, fill: 'var(--wait)' }),
    svg('rect', { x: 0, y: 4, width: 18, height: 4, fill: 'var(--linkmark)' }), svg('path', { d: 'M16 0 L26 6 L16 12 Z', fill: 'var(--wait)' }));
  const most = keyEntry(ramp, html('span', { id: 'map-most' })), waits = keyEntry(sign, 'a worm waits for this link because of another');
  most.hidden = waits.hidden = Boolean(run.before);
  const marks = run.deadlock && run.deadlock.length > 0 ? [keyEntry(deadlocked, `in the cycle of ${run.before ? 'channels' : 'the deadlock'}`)] : run.path && run.path.length > 0 ? [keyEntry(sample, mark)] : [];
  const bar = svg('svg', { width: 22, height: 12 }, svg('rect', { x: 0, y: 4, width: 18, height: 4, fill: 'var(--linkmark)' }),
    svg('rect', { x: 18, y: 0, width: 3, height: 12, fill: 'var(--now)' }));
  if (run.twisted) marks.push(keyEntry(bar, `seam: this wrap leads to other coordinates${at.cell < 36 ? '' : ', those beside it'}`));
  const cross = svg('svg', { width: 22, height: 12 }, svg('path', { d: 'M0 6 H22', stroke: 'var(--soft)', 'stroke-dasharray': '2 3' }),
    svg('path', { d: 'M7 2 L15 10 M15 2 L7 10', stroke: 'var(--wait)', 'stroke-width': 1.6 }));
  if (run.failed) marks.push(keyEntry(cross, 'this channel has failed'));
  byId('map-key').replaceChildren(most, waits, ...marks,
    html('span', {}, 'two strokes a link, one each way; stubs lead around or past the next node' +
      (at.k > 2 ? `; stripes inside a node: ${at.k === 3 && run.ports.length === 6 ? '+z, -z' : 'the links of the further dimensions'}` : '')));
}

let player = null;
function setUpPlayer() {
  byId('play').onclick = () => {
    if (player) {
      clearInterval(player);
      player = null;
    } else {
      let bin = view.now === null ? 0 : binOf(view.now);
      player = setInterval(() => {
        if (bin >= run.bins) byId('play').click();
        else setMoment(cycleOf(bin++));
      }, Math.max(40, 8000 / run.bins));
    }
    byId('play').innerHTML = player ? '&#10074;&#10074;' : '&#9654;';
  };
}
