'use strict';
// What the ranks of a program do: means as a table with bars, and a column for every rank or for some neighbours.

const RANK_KINDS = [
  { text: 'compute, no message is under way', colour: 'stream', pattern: null, of: (r) => r.computing - r.hidden },
  { text: 'compute, hiding communication', colour: 'move', pattern: 'rising', of: (r) => r.hidden },
  { text: 'exposed communication', colour: 'blocked', pattern: null, of: (r) => r.exposed },
  { text: 'wait, no message is under way', colour: 'barrier', pattern: null, of: (r) => run.cycles - r.computing - r.exposed },
];

function showRanks() {
  byId('ranks').hidden = !run.ranks;
  if (!run.ranks) return;
  const wide = Math.max(30, Math.min(320, pageWidth() - 560));
  byId('ranks-table').replaceChildren(html('div', { class: 'scroll' }, html('table', {}, ...RANK_KINDS.map((kind) => {
    const cycles = Math.round(kind.of(run.ranks));
    return html('tr', {}, html('td', {}, swatch(kind.colour, kind.pattern)), html('td', {}, kind.text), html('td', { class: 'number' }, number(cycles)),
      ...(timeText(cycles) ? [html('td', { class: 'number' }, timeText(cycles))] : []), html('td', { class: 'number' }, percent(cycles, run.cycles) || '0 %'),
      html('td', {}, svg('svg', { width: wide + 2, height: 16 }, svg('rect', { x: 0.5, y: 2.5, width: Math.max(0.5, cycles / Math.max(run.cycles, 1) * wide), height: 11,
        stroke: 'var(--frame)', fill: `var(--${kind.colour})` }))));
  }))), html('p', { class: 'how' }, `Means of ${plural(run.ranks.count, 'rank')}, in cycles. The most is exposed on rank ${run.ranks.most_exposed.rank}: ` +
    `${cyclesText(run.ranks.most_exposed.cycles)}, ${percent(run.ranks.most_exposed.cycles, run.cycles) || '0 %'} of the run.`));
  showRankColumns();
}

function showRankColumns() {
  const columns = run.rank_columns, left = 44, height = 150, bottom = 22, width = pageWidth() - 2;
  const several = columns.length > 0 && columns[0].last > columns[0].first;
  byId('ranks-title').textContent = several ? `By rank, each column the mean of ${columns[0].last + 1} ranks` : 'By rank';
  const canvas = html('canvas', { role: 'img', 'aria-label': 'what each rank does' });
  const context = prepare(canvas, width, height);
  const top = 6, tall = height - bottom - top, each = (width - left - 2) / columns.length;
  const edge = (i) => left + Math.round(i * each);
  columns.forEach((column, i) => {
    let y = top + tall;
    for (const kind of RANK_KINDS) {
      const high = kind.of(column) / Math.max(run.cycles, 1) * tall;
      context.fillStyle = fillOf(context, kind.colour, kind.pattern);
      context.fillRect(edge(i), y - high, edge(i + 1) - edge(i), high);
      y -= high;
    }
  });
  context.strokeStyle = shade('frame');
  context.strokeRect(left - 0.5, top - 0.5, edge(columns.length) - left + 1, tall + 1);
  context.font = '12px system-ui, sans-serif';
  context.fillStyle = shade('ink');
  context.textAlign = 'right';
  for (const part of [0, 50, 100]) context.fillText(`${part} %`, left - 6, top + tall * (1 - part / 100));
  let free = left;
  for (const i of ticks(0, columns.length, Math.min(16, width / 70)).filter((at) => Number.isInteger(at) && at < columns.length)) {
    const text = `rank ${number(columns[i].first)}`, x = edge(i) + (edge(i + 1) - edge(i)) / 2, half = context.measureText(text).width / 2;
    if (x - half < free || x + half > width) continue;
    context.textAlign = 'center';
    context.fillText(text, x, height - 10);
    free = x + half + 8;
  }
  hints(canvas, (event) => {
    const column = columns[Math.floor((event.offsetX - left) / each)];
    if (!column) return null;
    const who = column.last > column.first ? `ranks ${column.first} to ${column.last}` : `rank ${column.first}`;
    return [who, ...RANK_KINDS.map((kind) => `${kind.text}: ${cyclesText(kind.of(column))}, ${percent(kind.of(column), run.cycles) || '0 %'}`)].join('\n');
  });
  byId('ranks-chart').replaceChildren(canvas);
}
