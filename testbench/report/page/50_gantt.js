'use strict';
// Nodes and channels over time.

const kMostRows = 300;
const kRow = 17, kAxis = 20, kNames = 128;

function drawMoment(context, x, top, bottom) {
  context.strokeStyle = '#e08a00';
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, bottom);
  context.stroke();
}

function showTimes(from, to) {
  const width = Math.max(8, to - from);
  view.from = Math.max(0, Math.min(from, run.cycles - width));
  view.to = Math.min(Math.max(run.cycles, 1), view.from + width);
  redraw();
}

/** Drag: look at these cycles; double click: at all; click: at this moment. */
function timeGestures(canvas, left, width) {
  const cycleAt = (x) => view.from + Math.max(0, Math.min(1, (x - left) / width())) * (view.to - view.from);
  let down = null;
  canvas.onmousedown = (event) => { down = event.offsetX; };
  canvas.onmouseup = (event) => {
    if (down === null) return;
    const [a, b] = [cycleAt(Math.min(down, event.offsetX)), cycleAt(Math.max(down, event.offsetX))];
    const dragged = Math.abs(event.offsetX - down) > 5;
    down = null;
    if (dragged) showTimes(a, b);
    else setMoment(Math.floor(a));
  };
  canvas.ondblclick = () => {
    setMoment(null);
    showTimes(0, run.cycles);
  };
}

/** The times of a bar without its gaps, in which another worm may lie. */
function solidParts(bar) {
  const parts = [];
  let begin = bar.begin;
  for (let g = 0; g < bar.gaps.length; g += 2) {
    parts.push([begin, bar.gaps[g]]);
    begin = bar.gaps[g + 1];
  }
  parts.push([begin, bar.end]);
  return parts;
}
const overlap = (a, b) => solidParts(a).some(([from, to]) => solidParts(b).some(([begin, end]) => from < end && begin < to));

/** Bars that overlap lie on several lanes: [lane of each bar, lanes]. Bars are sorted by their begin. */
function lanesOf(bars) {
  const open = [], lanes = [];  // bars of each lane that may still be in the way
  for (const bar of bars) {
    for (const lane of open) lane.splice(0, lane.length, ...lane.filter((other) => other.end > bar.begin));
    let lane = open.findIndex((others) => !others.some((other) => overlap(bar, other)));
    if (lane < 0) lane = open.push([]) - 1;
    open[lane].push(bar);
    lanes.push(lane);
  }
  return [lanes, Math.max(1, open.length)];
}

/**
 * Rows of bars over time. A row: {name, bars: [{begin, end, from, worm, gaps, outline}], path: [step]}; `from` is where the
 * solid part of a bar begins.
 */
function gantt(canvas, rows) {
  const width = pageWidth() - 18, plot = width - kNames - 4;
  const tops = [];
  let height = kAxis;
  for (const row of rows) {
    row.bars.sort((a, b) => a.begin - b.begin);
    [row.lanes, row.laneCount] = lanesOf(row.bars);
    tops.push(height);
    row.high = Math.min(60, Math.max(kRow, 7 * row.laneCount + 3));
    height += row.high;
  }
  const x = (cycle) => kNames + (cycle - view.from) / (view.to - view.from) * plot;
  const draw = () => {
    const context = prepare(canvas, width, height + 4);
    axis(context);
    rows.forEach((row, i) => drawRow(context, row, tops[i]));
    context.clearRect(0, kAxis, kNames - 4, height);
    context.textAlign = 'right';
    rows.forEach((row, i) => {
      context.fillStyle = '#14171a';
      context.fillText(row.name, kNames - 8, tops[i] + row.high / 2, kNames - 12);
    });
    if (view.now !== null) drawMoment(context, x(view.now), kAxis - 4, height);
  };
  function axis(context) {
    context.fillStyle = '#5b636b';
    context.textAlign = 'center';
    for (const cycle of ticks(view.from, view.to, 10)) {
      context.fillText(number(cycle), Math.min(x(cycle), width - 18), 8);
      context.fillRect(x(cycle), 15, 1, height);
    }
    context.fillStyle = '#ffffffd8';
    context.fillRect(kNames, kAxis, plot, height);
  }
  function drawRow(context, row, top) {
    const high = row.high;
    context.fillStyle = '#e4e8eb';
    context.fillRect(kNames, top + high - 1, plot, 1);
    const lane = (high - 3) / row.laneCount;
    row.bars.forEach((bar, i) => {
      if (bar.end < view.from || bar.begin > view.to) return;
      const worm = run.worms[bar.worm], y = top + 1 + row.lanes[i] * lane;
      const left = Math.max(kNames, x(bar.begin)), right = Math.min(x(bar.end), width - 3);
      const solid = Math.max(kNames, x(bar.from));
      if (solid > left) {
        context.fillStyle = fillOf(context, '#efe7cf', 'dots');
        context.fillRect(left, y, Math.min(solid, right) - left, lane - 1);
      }
      context.fillStyle = phaseColor(worm[WORM.phase]);
      context.fillRect(Math.min(solid, right), y, Math.max(right - solid, 0.7), lane - 1);
      for (let g = 0; g < bar.gaps.length; g += 2) {
        const from = Math.max(kNames, x(bar.gaps[g])), to = Math.min(width - 3, x(bar.gaps[g + 1]));
        context.fillStyle = fillOf(context, '#ffffff', 'diagonal');
        if (to > from) context.fillRect(from, y, Math.max(to - from, 1), lane - 1);
      }
      if (bar.outline) {
        context.strokeStyle = '#000';
        context.lineWidth = 2;
        context.strokeRect(left + 0.5, y, Math.max(right - left - 1, 1), lane - 1);
      }
      const label = row.label(bar);
      if (right - solid > 22 && lane > 11 && context.measureText(label).width < right - solid - 6) {
        context.fillStyle = phaseInk(worm[WORM.phase]);
        context.textAlign = 'left';
        context.fillText(label, Math.max(solid, left) + 3, y + lane / 2);
      }
    });
    for (const [kind, begin, end] of row.path) {
      if (end <= view.from || begin >= view.to || end === begin) continue;
      const left = Math.max(kNames, x(begin));
      context.fillStyle = isBlocked(kind) ? '#7d0f1f' : '#000';
      context.fillRect(left, top + high - 4, Math.max(1.5, Math.min(x(end), width - 3) - left), isBlocked(kind) ? 4 : 2.5);
    }
  }
  redrawn.push(draw);
  draw();
  timeGestures(canvas, kNames, () => plot);
  hints(canvas, (event) => {
    const r = tops.findIndex((top, i) => event.offsetY >= top && event.offsetY < top + rows[i].high);
    if (r < 0 || event.offsetX < kNames) return null;
    const cycle = view.from + (event.offsetX - kNames) / plot * (view.to - view.from);
    const row = rows[r], lane = Math.floor((event.offsetY - tops[r] - 1) / ((row.high - 3) / row.laneCount));
    const under = row.bars.map((bar, b) => b).filter((b) => cycle >= row.bars[b].begin && cycle < row.bars[b].end && row.lanes[b] === lane);
    const i = under.length > 0 ? under[under.length - 1] : -1;
    return i < 0 ? null : row.hint(row.bars[i], cycle);
  });
}

function wormHint(index) {
  const worm = run.worms[index];
  return `${wormText(index)}\nclass ${worm[WORM.class]}, ${plural(worm[WORM.flits], 'flit')}; started ${worm[WORM.started]}, ` +
    `injected ${worm[WORM.injected]}, sent ${worm[WORM.sent]}, delivered ${worm[WORM.tailOut]}`;
}

function showNodes() {
  byId('nodes').hidden = !run.node_rows;
  if (!run.node_rows) return;
  const critical = new Set((run.path || []).map((step) => step[3]));
  const rows = run.node_rows.slice(0, kMostRows).map(([node, worms]) => ({
    name: `node ${run.names[node]}`,
    bars: worms.map((index) => {
      const worm = run.worms[index];
      const sent = worm[WORM.sent] >= 0 ? worm[WORM.sent] : run.cycles;
      return { begin: worm[WORM.started], from: worm[WORM.injected] >= 0 ? worm[WORM.injected] : run.cycles, end: sent, worm: index,
        gaps: [], outline: critical.has(index) };
    }),
    path: [],
    label: (bar) => `> ${run.names[run.worms[bar.worm][WORM.destination]]}`,
    hint: (bar) => wormHint(bar.worm),
  }));
  byId('nodes-how').textContent = 'Each bar is a message that the node sends, coloured by phase; dotted: its startup time. Bold outline: ' +
    'on the critical path, whose nodes come first. Drag to look closer, double click to see all, click to choose a moment.' +
    (run.node_rows.length > rows.length ? ` ${rows.length} of ${run.node_rows.length} rows are shown.` : '');
  gantt(byId('node-chart'), rows);
}

function showLinks() {
  byId('links').hidden = !run.link_rows;
  if (!run.link_rows) return;
  const chosen = run.link_rows.slice(0, kMostRows);
  const steps = new Map(chosen.map(([channel]) => [channel, []]));
  for (const step of run.path || []) if (steps.has(step[4])) steps.get(step[4]).push(step);
  const rows = chosen.map(([channel, , , bars]) => ({
    name: `${run.names[run.channels[channel][0]]} ${run.channels[channel][3]}`,
    bars: bars.map(([worm, begin, end, ...gaps]) => ({ worm, begin, from: begin, end, gaps, outline: false })),
    path: steps.get(channel),
    label: (bar) => {
      const worm = run.worms[bar.worm];
      return `${run.phases[worm[WORM.phase]][0]} ${run.names[worm[WORM.source]]}>${run.names[worm[WORM.destination]]}`;
    },
    hint: (bar, cycle) => {
      const gap = bar.gaps.findIndex((begin, i) => i % 2 === 0 && cycle >= begin && cycle < bar.gaps[i + 1]);
      return wormHint(bar.worm) + `\non this channel ${bar.begin} .. ${bar.end - 1}` +
        (gap >= 0 ? `\npreempted ${bar.gaps[gap]} .. ${bar.gaps[gap + 1] - 1}` : '');
    },
  }));
  byId('links-how').textContent = 'Each bar is a worm from its head to its tail, coloured by phase; hatched: preempted by a more urgent one. ' +
    'Black line: the critical path passes here; red line: it is blocked here. The rows of the critical path come first, then those that worms waited for longest.' +
    (run.link_rows.length > rows.length ? ` ${rows.length} of ${run.link_rows.length} rows are shown.` : '');
  gantt(byId('link-chart'), rows);
}

function phaseKeys() {
  const shown = run.phases.slice(0, 40);
  for (const key of document.querySelectorAll('.phase-key')) {
    key.replaceChildren(...shown.map((phase, i) => keyEntry(swatch(phaseColor(i), null), phase[0])),
      ...(run.phases.length > 40 ? [`and ${run.phases.length - 40} more`] : []));
  }
}
