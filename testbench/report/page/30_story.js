'use strict';
// The critical path as a strip and as a list that reads like a story.

const kShortList = 24;  // lines that are shown before anyone asks for more
let storyLines = [];
let wholeStory = null;  // the run of which all lines are shown

const lineText = (line) => line.kind === 'blocked' ? `BLOCKED: ${line.text}` : line.text;

function showStory() {
  byId('story').hidden = !run.path || run.path.length === 0;
  if (byId('story').hidden) return;
  storyLines = run.story;
  listStory(storyLines.length <= kShortList + 6 || wholeStory === run ? storyLines.length : kShortList);
  byId('path-strip').replaceChildren(pathStrip());
}

function listStory(count) {
  const items = storyLines.slice(0, count).map((line, i) => {
    const style = line.kind === 'free' ? '' : line.kind;
    const when = line.begin === line.end ? number(line.begin) : `${number(line.begin)} .. ${number(line.end)}`;
    const item = html('li', { class: style, role: 'option', tabindex: i === 0 ? 0 : -1, 'aria-selected': 'false' },
      html('span', { class: 'when' }, when),
      html('span', { class: 'long' }, line.end > line.begin ? timeText(line.end - line.begin) || number(line.end - line.begin) : ''),
      html('span', { class: 'what' }, lineText(line)));
    item.onclick = () => chooseLine(line);
    line.item = item;
    return item;
  });
  const list = byId('path-list'), more = byId('path-more');
  list.replaceChildren(...items);
  list.onkeydown = (event) => walkStory(event, items);
  more.hidden = count >= storyLines.length;
  more.textContent = `all ${number(storyLines.length)} lines`;
  more.onclick = () => {
    wholeStory = run;
    listStory(storyLines.length);
    items[count - 1].focus();
  };
}

/** The moment of a line in all pictures, with some time before and after it. */
function chooseLine(line) {
  const wide = Math.max(line.end - line.begin, run.cycles / 40);
  const middle = (line.begin + line.end) / 2;
  showTimes(middle - 2 * wide, middle + 2 * wide);
  setMoment(Math.floor(line.kind === 'blocked' ? line.begin : middle));
}

/** Arrows, Home and End go from line to line, Enter chooses one. One line at a time is in the order of Tab. */
function walkStory(event, items) {
  const at = items.indexOf(document.activeElement);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === 'Enter' || event.key === ' ') {
    items[at].click();
  } else if (to == null) {
    return;
  } else if (items[to]) {
    items[at].tabIndex = -1;
    items[to].tabIndex = 0;
    items[to].focus();
  }
  event.preventDefault();
}

/** Every step in its place in time, with the messages below. */
function pathStrip() {
  const canvas = html('canvas');
  const width = pageWidth(), height = 58;
  let chosen = -1;  // the step that the keyboard's cursor is on
  const x = (cycle) => (cycle - view.from) / (view.to - view.from) * (width - 2) + 1;
  const draw = () => {
    const context = prepare(canvas, width, height);
    let named = null, from = 0;
    const name = (to) => {
      if (named === null) return;
      const worm = run.worms[named], phase = run.phases[worm.phase].name;
      const left = Math.max(0, x(from)), right = Math.min(width, x(to));
      context.fillStyle = shade('ink');
      context.textAlign = 'center';
      const route = `${run.names[worm.source]} > ${run.names[worm.destination]}`;
      context.fillText(fittingWhole(context, right - left - 6, `${phase}  ${route}`, route, phase), (left + right) / 2, 42);
    };
    for (const { kind, begin, end, worm } of run.path) {
      if (worm >= 0 && worm !== named) {
        name(begin);
        [named, from] = [worm, begin];
        if (end > begin || isEdge(kind)) {
          context.fillStyle = shade('ink');
          context.fillRect(x(isEdge(kind) ? end : begin) - 0.5, 4, 1.2, 46);
        }
      }
      if (end === begin) continue;
      const cause = causeOf(kind);
      context.fillStyle = fillOf(context, cause.name, cause.pattern);
      context.fillRect(x(begin), 8, Math.max(x(end) - x(begin), cause.name === 'blocked' ? 1 : 0.2), 22);
    }
    name(run.cycles);
    context.strokeStyle = shade('frame');
    context.strokeRect(0.5, 7.5, width - 1, 23);
    if (view.now !== null) drawMoment(context, x(view.now), 2, 52);
    if (chosen >= 0) drawCursor(context, x(run.path[chosen].begin), 8, x(run.path[chosen].end), 30);
    for (const line of storyLines) {
      const now = view.now !== null && view.now >= line.begin && view.now < line.end;
      if (!line.item) continue;
      line.item.classList.toggle('now', now);
      line.item.setAttribute('aria-selected', String(now));
    }
  };
  redrawn.push(draw);
  timeGestures(canvas, 1, () => width - 2);
  const stepText = (step) => `cycles ${number(step.begin)} .. ${number(step.end)}: ${cyclesText(step.end - step.begin)}\n${step.name}\n${step.words}`;
  hints(canvas, (event) => {
    const cycle = view.from + (event.offsetX - 1) / (width - 2) * (view.to - view.from);
    const step = run.path.find((s) => cycle >= s.begin && cycle < s.end);
    return step ? stepText(step) : null;
  });
  /** The next step that takes time, after or before the cursor. */
  const next = (right) => {
    let at = chosen < 0 && right < 0 ? run.path.length : chosen;
    do at += right; while (run.path[at] && run.path[at].end === run.path[at].begin);
    return run.path[at] ? at : chosen;
  };
  const middle = () => chosen >= 0 ? (run.path[chosen].begin + run.path[chosen].end) / 2 : (view.from + view.to) / 2;
  keys(canvas, 'Steps of the critical path over time: left and right go from step to step, Enter chooses, + and - look closer and further, 0 shows all', {
    move(right) {
      if (right === 0) return;
      chosen = next(right);
      if (chosen >= 0) bringIntoView(run.path[chosen].begin, run.path[chosen].end);
    },
    place: () => chosen < 0 ? null : { x: Math.max(0, x(run.path[chosen].begin)), y: 30, text: stepText(run.path[chosen]) },
    choose: () => { if (chosen >= 0) setMoment(run.path[chosen].begin); },
    clear: () => { chosen = -1; },
  }, timeKeys(middle));
  return canvas;
}
