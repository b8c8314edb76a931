'use strict';
// Nodes and channels over time.

function wormHint(index) {
  const worm = run.worms[index];
  return `${wormText(index)}\nclass ${worm.class}, ${plural(worm.flits, 'flit')}; started ${worm.started}, ` +
    `injected ${worm.injected}, sent ${worm.sent}, delivered ${worm.tail_out}`;
}

/** What is left out, and how to move. */
function shownRows(rows, all) {
  return (printing() ? '' : ' Drag to look closer, double click to see all, click to choose a moment; or use the keyboard: arrows, + - 0, Enter.') +
    (all.length > rows.length ? ` ${rows.length} of ${all.length} rows are shown.` : '');
}

function showNodes() {
  byId('nodes').hidden = !run.node_rows;
  if (!run.node_rows) return;
  const critical = new Set((run.path || []).map((step) => step.worm));
  const rows = drawnRows(run.node_rows.slice(0, kMostRows).map(({ node, worms }) => ({
    name: `node ${run.names[node]}`,
    bars: worms.map((index) => {
      const worm = run.worms[index];
      const sent = worm.sent >= 0 ? worm.sent : run.cycles;
      return { begin: worm.started, from: worm.injected >= 0 ? worm.injected : run.cycles, end: sent, worm: index,
        gaps: [], outline: critical.has(index) };
    }),
    path: [],
    labels: (bar) => [`> ${run.names[run.worms[bar.worm].destination]}`],
    hint: (bar) => wormHint(bar.worm),
  })));
  byId('nodes-how').textContent = 'Each bar is a message that the node sends, coloured by phase; dotted: its startup time.' +
    (critical.size > 0 ? ' Bold outline: on the critical path, whose nodes come first.' : '') + shownRows(rows, run.node_rows);
  gantt(byId('node-chart'), 'What the nodes send', rows);
}

function showLinks() {
  byId('links').hidden = !run.link_rows;
  if (!run.link_rows) return;
  const chosen = run.link_rows.slice(0, kMostRows);
  const steps = new Map(chosen.map(({ channel }) => [channel, []]));
  for (const step of run.path || []) if (steps.has(step.channel)) steps.get(step.channel).push(step);
  const rows = drawnRows(chosen.map(({ channel, bars }) => ({
    name: `${run.names[run.channels[channel].node]} ${run.channels[channel].name}`,
    bars: bars.map(({ worm, begin, end, gaps = [] }) => ({ worm, begin, from: begin, end, gaps, outline: false })),
    path: steps.get(channel),
    labels: (bar) => {
      const worm = run.worms[bar.worm], route = `${run.names[worm.source]} > ${run.names[worm.destination]}`;
      return [`${run.phases[worm.phase].name} ${route}`, route];
    },
    hint: (bar, cycle) => {
      const gaps = bar.gaps.flatMap((begin, i) => i % 2 === 0 && (cycle === null || (cycle >= begin && cycle < bar.gaps[i + 1])) ? [`${begin} .. ${bar.gaps[i + 1] - 1}`] : []);
      return wormHint(bar.worm) + `\non this channel ${bar.begin} .. ${bar.end - 1}` +
        (gaps.length > 0 ? `\npreempted ${gaps.slice(0, 3).join(', ')}${gaps.length > 3 ? `, and ${gaps.length - 3} more times` : ''}` : '');
    },
  })));
  byId('links-how').textContent = 'Each bar is a worm from its head to its tail, coloured by phase; hatched: preempted by a more urgent one. ' +
    (run.path && run.path.length > 0 ? 'A line below: the critical path passes here; a thick red one: it is blocked here. The rows of the critical path come first, then those that worms waited for longest.'
      : 'The rows that worms waited for longest come first.') +
    shownRows(rows, run.link_rows);
  gantt(byId('link-chart'), 'Worms on channels', rows);
}

function phaseKeys() {
  const extra = (key) => key.id === 'link-key' ? ['preempted', 'diagonal'] : ['startup', 'dots'];
  const shown = run.phases.slice(0, 40);
  for (const key of document.querySelectorAll('.phase-key')) {
    key.replaceChildren(...shown.map((phase, i) => keyEntry(swatch(phaseColor(i), phasePattern(i)), phase.name)),
      ...(run.phases.length > 40 ? [`and ${run.phases.length - 40} more`] : []),
      keyEntry(swatch(...extra(key)), key.id === 'link-key' ? 'preempted' : 'startup time'));
  }
}
