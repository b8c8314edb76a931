'use strict';
// Rows of bars over time.

const kMostRows = 300;
/** Pixels of rows on paper: with the heading and 40 phases in the key they fill a page. */
const kPaperRows = 760;
const kRow = 17, kLane = 13, kThinLane = 8, kAxis = 20;

function drawMoment(context, x, top, bottom) {
  context.strokeStyle = shade('now');
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, bottom);
  context.stroke();
}

/** Where the keyboard's cursor is: a double frame, seen on every colour. */
function drawCursor(context, left, top, right, bottom) {
  const wide = Math.max(right - left, 4);
  for (const [colour, line] of [['paper', 5], ['now', 2.5]]) {
    context.strokeStyle = shade(colour);
    context.lineWidth = line;
    context.strokeRect(left - 1, top - 1, wide + 2, bottom - top + 2);
  }
}

function showTimes(from, to) {
  const width = Math.min(Math.max(8, to - from), run.to - run.from);
  view.from = Math.max(run.from, Math.min(from, run.to - width));
  view.to = Math.min(run.to, view.from + width);
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
    showTimes(run.from, run.to);
  };
}

/** Bars that overlap lie on several lanes: [lane of each bar, lanes]. Bars are sorted by their begin. A bar keeps its lane while it
 *  is preempted, so what it waits for lies beside it. */
function lanesOf(bars) {
  const ends = [], lanes = [];
  for (const bar of bars) {
    let lane = ends.findIndex((end) => end <= bar.begin);
    if (lane < 0) lane = ends.push(0) - 1;
    ends[lane] = bar.end;
    lanes.push(lane);
  }
  return [lanes, Math.max(1, ends.length)];
}

/** How high the rows are, and those that are drawn: on paper what a page has room for. */
function drawnRows(rows) {
  let room = printing() ? kPaperRows : Infinity;
  for (const row of rows) {
    row.bars.sort((a, b) => a.begin - b.begin);
    [row.lanes, row.laneCount] = lanesOf(row.bars);
    row.high = Math.min(120, Math.max(kRow, (row.laneCount <= 3 ? kLane : kThinLane) * row.laneCount + 5));
  }
  return rows.filter((row) => (room -= row.high) >= 0);
}

/**
 * Rows of bars over time, out of drawnRows(). A row: {name, bars: [{begin, end, from, worm, gaps, outline}], path: [step], labels(bar), hint(bar)};
 * `from` is where the solid part of a bar begins, `gaps` are the times in which it is preempted: from, to, from, to, ..
 */
function gantt(canvas, title, rows) {
  const width = pageWidth() - (printing() ? 0 : 18), names = Math.min(128, Math.floor(width * 0.24)), plot = width - names - 4;
  const tops = [];
  let height = kAxis;
  for (const row of rows) {
    tops.push(height);
    height += row.high;
  }
  const x = (cycle) => names + (cycle - view.from) / (view.to - view.from) * plot;
  const laneOf = (r, b) => {
    const lane = (rows[r].high - 4) / rows[r].laneCount;
    return [tops[r] + 1 + rows[r].lanes[b] * lane, lane - 1];  // top and height
  };
  let row = 0, bar = -1;  // the keyboard's cursor
  const draw = () => {
    const context = prepare(canvas, width, height + 4);
    context.fillStyle = shade('soft');
    timeLabels(context, x, 8, names, width);
    context.fillStyle = shade('grid');
    for (const { cycle } of timeTicks(view.from, view.to, Math.min(10, plot / 70)).marks) context.fillRect(x(cycle), 15, 1, height);
    rows.forEach((each, r) => drawRow(context, each, r));
    context.clearRect(0, kAxis, names - 4, height);
    context.textAlign = 'right';
    rows.forEach((each, r) => {
      context.fillStyle = shade('ink');
      context.fillText(fitting(context, names - 12, each.name), names - 8, tops[r] + each.high / 2);
    });
    if (bar >= 0) {
      const [top, high] = laneOf(row, bar), at = rows[row].bars[bar];
      drawCursor(context, Math.max(names, x(at.begin)), top, Math.min(width - 3, x(at.end)), top + high);
    }
    if (view.now !== null && view.now >= view.from && view.now <= view.to) drawMoment(context, x(view.now), kAxis - 4, height);
  };
  function drawRow(context, each, r) {
    context.fillStyle = shade('grid');
    context.fillRect(names, tops[r] + each.high - 1, plot, 1);
    each.bars.forEach((at, b) => {
      if (at.end < view.from || at.begin > view.to) return;
      const phase = run.worms[at.worm].phase, [y, high] = laneOf(r, b);
      const inside = (cycle) => Math.max(names, Math.min(width - 3, x(cycle)));
      const left = inside(at.begin), right = inside(at.end), solid = inside(at.from);
      context.fillStyle = fillOf(context, 'startup', 'dots');
      if (solid > left) context.fillRect(left, y, solid - left, high);
      context.fillStyle = fillOf(context, phaseColor(phase), phasePattern(phase));
      context.fillRect(solid, y, Math.max(right - solid, 0.7), high);
      for (let g = 0; g < at.gaps.length; g += 2) {
        const from = inside(at.gaps[g]), to = inside(at.gaps[g + 1]);
        context.fillStyle = fillOf(context, 'preempted', 'diagonal');
        if (to > from) context.fillRect(from, y, Math.max(to - from, 1), high);
      }
      if (at.outline) {
        context.strokeStyle = shade('ink');
        context.lineWidth = 2;
        context.strokeRect(left + 0.5, y, Math.max(right - left - 1, 1), high);
      }
      const clear = at.gaps.length > 0 ? inside(at.gaps[0]) : right;  // up to the first hatching
      const label = high > 9 ? fittingWhole(context, clear - solid - 6, ...each.labels(at)) : '';
      if (label) {
        if (phasePattern(phase)) {
          context.fillStyle = phaseColor(phase);
          context.fillRect(solid + 1, y + 1, context.measureText(label).width + 5, high - 2);
        }
        context.fillStyle = phaseInk(phase);
        context.textAlign = 'left';
        context.fillText(label, solid + 3, y + high / 2 + 0.5);
      }
    });
    for (const { kind, begin, end } of each.path) {
      if (end <= view.from || begin >= view.to || end === begin) continue;
      const left = Math.max(names, x(begin));
      context.fillStyle = shade(isBlocked(kind) ? 'bad' : 'ink');
      context.fillRect(left, tops[r] + each.high - 4, Math.max(1.5, Math.min(x(end), width - 3) - left), isBlocked(kind) ? 4 : 2.5);
    }
  }
  redrawn.push(draw);
  timeGestures(canvas, names, () => plot);
  hints(canvas, (event) => {
    const r = tops.findIndex((top, i) => event.offsetY >= top && event.offsetY < top + rows[i].high);
    if (r < 0 || event.offsetX < names) return null;
    const cycle = view.from + (event.offsetX - names) / plot * (view.to - view.from);
    const under = rows[r].bars.findIndex((at, b) => {
      const [top, high] = laneOf(r, b);
      return cycle >= at.begin && cycle < at.end && event.offsetY >= top && event.offsetY <= top + high;
    });
    return under < 0 ? null : rows[r].hint(rows[r].bars[under], cycle);
  });

  /** The bar of a row that is nearest to the cursor's in time. */
  const nearest = (r, cycle) => {
    const away = (at) => Math.max(at.begin - cycle, cycle - at.end, 0);
    return rows[r].bars.reduce((best, at, b) => best < 0 || away(at) < away(rows[r].bars[best]) ? b : best, -1);
  };
  const middle = () => bar < 0 ? (view.from + view.to) / 2 : (rows[row].bars[bar].begin + rows[row].bars[bar].end) / 2;
  const move = (right, down) => {
    const cycle = middle();
    if (bar < 0) {
      bar = nearest(row, cycle);
    } else if (right !== 0) {
      bar = Math.max(0, Math.min(rows[row].bars.length - 1, bar + right));
    } else {
      let to = row + down;
      while (rows[to] && rows[to].bars.length === 0) to += down;
      if (!rows[to]) return;
      row = to;
      bar = nearest(row, cycle);
    }
    if (bar < 0) return;
    bringIntoView(rows[row].bars[bar].begin, rows[row].bars[bar].end);
    const box = canvas.parentElement;
    if (tops[row] < box.scrollTop + kAxis) box.scrollTop = tops[row] - kAxis;
    if (tops[row] + rows[row].high > box.scrollTop + box.clientHeight) box.scrollTop = tops[row] + rows[row].high - box.clientHeight + 4;
  };
  keys(canvas, `${title}: arrows go from bar to bar and from row to row, Enter chooses its moment, + and - look closer and further, page up and down move, 0 shows all`, {
    move,
    place() {
      if (bar < 0) return null;
      const at = rows[row].bars[bar], [top, high] = laneOf(row, bar);
      return { x: Math.max(names, x(at.begin)), y: top + high, text: rows[row].hint(at, null) };
    },
    choose() { if (bar >= 0) setMoment(rows[row].bars[bar].begin); },
    clear() { bar = -1; },
  }, timeKeys(middle));
}
