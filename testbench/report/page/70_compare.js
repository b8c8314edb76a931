'use strict';
// Several runs side by side, and the choice of the one that is shown in detail.

function runName(of) {
  return of.label && of.label !== '' ? of.label : of.title;
}

function setUpRuns() {
  if (runs.length < 2) return;
  byId('compare').hidden = byId('runs').hidden = false;
  byId('runs').replaceChildren(...runs.map((each) => {
    const button = html('button', { 'aria-pressed': 'false' }, runName(each));
    button.onclick = () => showRun(each);
    each.button = button;
    return button;
  }));
}

// Settings that are not the same in all runs. Synchronisation has a column of its own.
function differingSettings() {
  const keys = new Set(runs.flatMap((each) => Object.keys(each.settings)));
  return [...keys].filter((key) => key !== 'sync' && new Set(runs.map((each) => each.settings[key])).size > 1);
}

function showComparison() {
  if (runs.length < 2) return;
  const settings = differingSettings();
  // Runs are compared by time where all of them have a clock, which may differ.
  const timed = runs.every((each) => each.cycle_seconds);
  const traffic = runs.every((each) => each.traffic);  // compared by their latency
  byId('compare').querySelector('.how').hidden = traffic;
  const cycles = (of) => traffic ? of.traffic.mean : of.cycles, cost = (of) => cycles(of) * (timed ? of.cycle_seconds : 1);
  const longest = Math.max(...runs.map(cost)) || 1, fastest = Math.min(...runs.map(cost));
  const below = pageWidth() < 640;  // there is no room for a bar beside the numbers
  const room = below ? pageWidth() - 14 : Math.max(160, pageWidth() - 400 - 90 * (settings.length + timed));
  const rows = runs.flatMap((each) => {
    const bar = html('td', below ? { colspan: 5 + settings.length + timed } : {});
    if (each.path && each.path.length > 0) bar.append(causeBar(each, cost(each) / longest * room, 26));
    else bar.append(each.verdict);
    const slower = cost(each) > fastest ? `+${percent(cost(each) - fastest, fastest)}` : 'fastest';
    const button = html('button', { class: 'plain' }, runName(each));
    const row = html('tr', { style: 'cursor:pointer' }, html('td', {}, button), html('td', {}, each.sync),
      ...settings.map((key) => html('td', {}, each.settings[key] ?? '')),
      html('td', { class: 'number' }, traffic ? cycles(each).toFixed(2) : number(each.cycles)), ...(timed ? [html('td', { class: 'number' }, inUnits(cost(each), kTimes))] : []),
      html('td', { class: 'number' }, slower), ...(below ? [] : [bar]));
    row.onclick = () => showRun(each);
    return below ? [row, html('tr', {}, bar)] : [row];
  });
  byId('compare-bars').replaceChildren(html('div', { class: 'scroll' }, html('table', {}, html('tr', {}, html('th', {}, 'run'), html('th', {}, 'sync'), ...settings.map((key) => html('th', {}, key)),
    html('th', { class: 'number' }, traffic ? 'mean latency' : 'cycles'), ...(timed ? [html('th', { class: 'number' }, 'time')] : []), html('th', {}, ''),
    html('th', {}, below || traffic ? '' : 'critical path')), ...rows)),
  html('div', { class: 'key' }, ...causeKey(runs)));
}

function showSettings() {
  const entries = Object.entries(run.settings).filter(([, value]) => value !== '' && value !== 'false');
  const cells = entries.map(([key, value]) => html('span', {}, html('b', {}, key), ` ${value}`));
  byId('settings').replaceChildren(html('div', { class: 'key' }, ...cells));
  byId('notes').replaceChildren(...run.notes.map((note) => html('li', {}, note)));
}

function trafficHeader() {
  const { offered, accepted } = run.traffic, rate = (value) => value.toFixed(4);
  return [`${runs.length > 1 ? runName(run) + ': ' : ''}${run.verdict} after ${cyclesText(run.cycles)}`, `window ${number(run.from)} .. ${number(run.to - 1)}`,
    offered === undefined ? `accepted ${rate(accepted)} flits per node and cycle` : `offered ${rate(offered)}, accepted ${rate(accepted)} flits per node and cycle`,
    plural(run.messages, 'packet')];
}

function showHeader() {
  byId('title').textContent = runs.length > 1 && new Set(runs.map((each) => each.title)).size > 1 ? 'Comparison of runs' : run.title;
  const blocked = run.kinds ? causeCycles(run).reduce((sum, cycles, i) => sum + (['blocked', 'preempted'].includes(CAUSES[i].name) ? cycles : 0), 0) : 0;
  const parts = run.traffic ? trafficHeader() : run.before ? [run.verdict, run.before] : [`${runs.length > 1 ? runName(run) + ': ' : ''}${run.verdict} after ${cyclesText(run.cycles)}`,
    run.hardwired ? 'hardwired' : `synchronisation ${run.sync}`, plural(run.messages, 'message')];
  if (run.path && run.path.length > 0) {
    parts.push(blocked > 0 ? `${number(blocked)} cycles (${percent(blocked, run.cycles)}) of the critical path blocked by other worms`
      : 'no contention on the critical path');
  }
  if (run.bandwidth) parts.push(`${rateText(run.bandwidth.algorithm)} algorithm, ${rateText(run.bandwidth.bus)} bus bandwidth`);
  if (run.throughput) parts.push(`${rateText(run.throughput.all)} of all messages, ${rateText(run.throughput.node)} a node`);
  byId('summary').textContent = parts.join(' \u00b7 ');
}
