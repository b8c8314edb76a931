'use strict';
// The bar of causes, what was in the way, and the bounds.

/** Cycles of each cause on the critical path of `of`, in the order of CAUSES. */
function causeCycles(of) {
  return CAUSES.map((cause) => (of.kinds || []).filter(({ name }) => cause.kinds.includes(name))
    .reduce((sum, { cycles }) => sum + cycles, 0));
}

/** The causes of a run as one bar, `width` pixels for its cycles. */
function causeBar(of, width, height) {
  const canvas = html('canvas', { role: 'img', 'aria-label': 'where the time went' });
  const context = prepare(canvas, width + 2, height);
  const cycles = causeCycles(of);
  let x = 1;
  cycles.forEach((share, i) => {
    if (share === 0 || of.cycles === 0) return;
    const wide = share / of.cycles * width;
    fillFramed(context, CAUSES[i].name, CAUSES[i].pattern, x, 1, wide, height - 2);
    context.font = '12px system-ui, sans-serif';
    const label = fittingWhole(context, wide - 10, `${CAUSES[i].name} ${number(share)}`, number(share));
    if (label) {
      const half = context.measureText(label).width / 2 + 4;
      if (CAUSES[i].pattern) {
        context.fillStyle = shade(CAUSES[i].name);
        context.fillRect(x + wide / 2 - half, height / 2 - 8, 2 * half, 16);
      }
      context.fillStyle = inkOn(CAUSES[i].name);
      context.textAlign = 'center';
      context.fillText(label, x + wide / 2, height / 2);
    }
    x += wide;
  });
  return canvas;
}

function causeKey(all) {
  return CAUSES.map((cause, i) => [cause, all.reduce((sum, of) => sum + causeCycles(of)[i], 0)])
    .filter(([, cycles]) => cycles > 0)
    .map(([cause, cycles]) => keyEntry(swatch(cause.name, cause.pattern),
      all.length === 1 ? `${cause.text}: ${number(cycles)} (${percent(cycles, run.cycles)})${timeText(cycles) && `, ${timeText(cycles)}`}` : cause.text));
}

/** The cycle of a deadlock, whole: every channel, the message that holds it, and the channel for which that message waits. */
function deadlockTable() {
  const name = (row) => `${row.name}, ${row.vc}`;
  const rows = run.deadlock.map((row, i) => html('tr', {}, html('td', { class: 'number' }, number(i + 1)), html('td', {}, name(row)), html('td', {}, row.holder),
    html('td', {}, name(run.deadlock[(i + 1) % run.deadlock.length]))));
  const what = run.before ? `${run.findings.map((finding) => finding.replace(/\.?$/, '.')).join(' ')} The cycle is`
    : `Deadlock: no flit moved after cycle ${number(run.cycles)}. ${plural(run.deadlock.length, 'channel')} wait for each other in a cycle,`;
  return [html('p', {}, `${what} marked red on the network.`),
    html('div', { class: 'scroll tall', id: 'deadlock' }, html('table', {}, html('tr', {}, ...['', 'channel', 'held by', 'which waits for'].map((title) => html('th', {}, title))), ...rows))];
}

/** What else was found: without the sentences of the messages in the table of the cycle. */
function otherFindings() {
  const nameIn = (text, name) => (name.exec(text) || ['none'])[0];
  const inCycle = new Set(run.deadlock.map((row) => nameIn(row.waiting, /(message|signal) \d+/)));
  const isOther = (finding) => !inCycle.has(nameIn(finding, /^(message|signal) \d+/));
  const unsaid = inCycle.size - run.findings.filter((finding) => !isOther(finding)).length;  // of the cycle, among those left out
  return run.findings.filter(isOther).filter((finding) => !finding.startsWith('cycle of channels: ')).map((finding) => {
    const [, leftOut] = /^and (\d+) more worms wait$/.exec(finding) || [];
    return leftOut === undefined ? finding : leftOut > unsaid ? `and ${plural(leftOut - unsaid, 'more worm')} ${leftOut - unsaid === 1 ? 'waits' : 'wait'}` : '';
  }).filter((finding) => finding !== '');
}

/** Why there is no critical path. */
function unfinished() {
  if (run.efficiency?.program && run.verdict === 'verified') return [html('p', {}, 'A program: no critical path is drawn, as computations are not part of the history of the network.')];
  if (run.hardwired) return [html('p', {}, 'Routers are wires: packets move without waiting, so there is no critical path.')];
  if (run.verdict === 'verified') return [html('p', {}, 'There is no critical path: nodes wait for times of their own (--reduce-delay, --start-skew).')];
  const cycle = run.deadlock && run.deadlock.length > 0;
  if (run.before) return cycle ? deadlockTable() : run.findings.map((finding) => html('p', {}, finding));
  return [...(cycle ? deadlockTable() : [html('p', {}, 'The run was not completed, so there is no critical path.')]),
    html('ul', {}, ...(cycle ? otherFindings() : run.findings).map((finding) => html('li', {}, finding)))];
}

function showWhere() {
  if (run.traffic) return showLatencyParts();
  const path = run.path && run.path.length > 0;
  byId('where').querySelector('h2').textContent = run.before ? 'Deadlock, judged before a run' : 'Where the time went';
  byId('blames').parentElement.hidden = !path && !run.hardwired;
  byId('bounds').parentElement.hidden = Boolean(run.before);
  if (!path) {
    byId('where-bar').replaceChildren(...unfinished());
    byId('where-key').replaceChildren();
    byId('blames').replaceChildren(run.hardwired ? 'Nothing.' : '');
  } else {
    byId('where-bar').replaceChildren(causeBar(run, pageWidth() - 2, 40));
    byId('where-key').replaceChildren(...causeKey([run]));
    showBlames();
  }
  if (!run.before) showBounds();
  showJobs();
}

function showBlames() {
  if (run.blames.length === 0) {
    byId('blames').replaceChildren('Nothing was in its way.');
    return;
  }
  const rows = run.blames.map(({ cycles, worm, place }) => html('tr', {},
    html('td', { class: 'number' }, number(cycles)), html('td', {}, `${worm}, at ${place}`)));
  const few = run.blamed > rows.length;
  const parts = [html('table', {},
    html('tr', {}, html('th', { class: 'number' }, 'cycles'), html('th', {}, 'worm and place')), ...(few ? rows.slice(0, 3) : rows))];
  if (few) {
    const places = run.places.map(({ cycles, worms, place }) => html('tr', {}, html('td', { class: 'number' }, number(cycles)),
      html('td', {}, `${plural(worms, 'worm')} at ${place}`)));
    parts.unshift(html('table', { style: 'margin-bottom: 10px' }, html('tr', {}, html('th', { class: 'number' }, 'cycles'), html('th', {}, 'place')), ...places));
    parts.push(html('p', { class: 'how' }, `and ${plural(run.blamed - 3, 'more worm')}`));
  }
  byId('blames').replaceChildren(...parts);
}

function showJobs() {
  byId('jobs').hidden = !run.jobs;
  if (!run.jobs) return;
  const known = (value) => value < 0 ? '\u2013' : number(value) + (timeText(value) && ` (${timeText(value)})`);
  const longest = Math.max(...run.jobs.map((job) => Math.max(job.cycles, job.alone)), 1), scale = 240 / longest;
  const bar = (cycles, colour, y) => svg('rect', { x: 0.5, y, width: Math.max(1, cycles * scale), height: 7, stroke: 'var(--frame)', fill: `var(--bound${colour})` });
  byId('jobs-table').replaceChildren(html('table', {},
    html('tr', {}, ...['job', 'nodes', 'start', 'messages', 'cycles', 'alone', 'slowdown', ''].map((name, i) => html('th', i ? { class: 'number' } : {}, name))),
    ...run.jobs.map((job) => html('tr', {}, html('td', {}, job.name),
      ...[number(job.nodes), number(job.start), number(job.messages), known(job.cycles), known(job.alone),
        job.slowdown === null ? '\u2013' : job.slowdown.toFixed(3)].map((text) => html('td', { class: 'number' }, text)),
      html('td', {}, svg('svg', { width: 244, height: 18 }, bar(job.cycles, 3, 1.5), bar(job.alone, 1, 9.5)))))));
}

function showBounds() {
  const e = run.efficiency;
  const rows = [[`least of any schedule with ${plural(e.ports, 'port')}`, e.bound, 0],
    ...(e.ports < e.all_ports ? [[`the same with all ${e.all_ports} ports`, e.all_ports_bound, 0]] : []),
    ...(e.routes ? [['busiest port or channel, with heads', e.routes, 0]] : []),
    ...(e.program ? [] : [[e.own_ports === e.ports ? 'this schedule, papers\u2019 model' : `this schedule with ${plural(e.own_ports, 'port')}`, e.model, 1]]),
    [e.program ? 'this program without contention' : 'with head flits and pipeline', e.predicted, 2], [run.verdict === 'verified' ? 'measured' : 'until it stopped', e.measured, 3]];
  const width = Math.max(30, Math.min(210, byId('bounds').clientWidth - (timeText(1) ? 500 : 420))), scale = width / Math.max(...rows.map((row) => row[1]), 1);
  byId('bounds').replaceChildren(html('table', {}, ...rows.map(([name, cycles, colour]) => html('tr', {},
    html('td', { class: 'bound' }, name), html('td', { class: 'number' }, number(cycles)),
    ...(timeText(cycles) ? [html('td', { class: 'number' }, timeText(cycles))] : []), html('td', {}, svg('svg', { width: width + 60, height: 16 },
      svg('rect', { x: 0.5, y: 2.5, width: Math.max(1, cycles * scale), height: 11, stroke: 'var(--frame)',
        fill: `var(--bound${colour})` }),
      svg('text', { x: cycles * scale + 6, y: 12, class: 'soft' }, colour < 3 && run.verdict === 'verified' ? percent(cycles, e.measured) : '')))))));
}
