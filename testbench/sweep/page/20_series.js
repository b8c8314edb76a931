'use strict';
// From rows to series, and how they look.

/** What a series is called: the values of the options by which it differs from the others. */
function seriesName(row, by) {
  const plain = ['algorithm', 'pattern', 'topology'];
  return by.map((column) => (plain.includes(column.name) ? '' : column.name + ' ') + row.values[column.index]).join(', ') || 'all';
}

/**
 * Rows that differ only in the option along the axis are a series: [{name, points: [{x, y, row}]}]. Over a measured value the
 * points of a series follow each other as they do over the sweep's own axis.
 */
function seriesOf(x, y) {
  const along = x.swept ? x : columnOf(settings.x) || x;
  const by = columns.filter((column) => column.swept && column !== along);
  const found = new Map();
  for (const row of [...rows].sort((a, b) => compare(along, a, b) || a.order - b.order)) {
    const [left, right] = [row.values[x.index], row.values[y.index]];
    if (left === '' || right === '') continue;
    const name = seriesName(row, by);
    if (!found.has(name)) found.set(name, { name, points: [], order: row.order });
    const series = found.get(name);
    series.order = Math.min(series.order, row.order);
    series.points.push({ x: x.number ? Number(left) : left, y: Number(right), row });
  }
  return [...found.values()].sort((a, b) => a.order - b.order);
}

// Colours that stay apart for every kind of colour vision, on white and on black; forms and dashes for those who see or
// print none. The counts have no common divisor: 9 x 7 x 5 = 315 series before one looks like another.
const ON_WHITE = ['#332288', '#cc6677', '#117733', '#aa4499', '#999933', '#44aa99', '#882255', '#0077bb', '#111111'];
const ON_BLACK = ['#77aadd', '#ee8866', '#eedd88', '#ffaabb', '#99ddff', '#44bb99', '#bbcc33', '#aaaa00', '#dddddd'];
const FORMS = ['circle', 'rect', 'triangle', 'rectRot', 'crossRot', 'star', 'cross'];
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [14, 5]];
function styleOf(index, dark) {
  const colours = dark ? ON_BLACK : ON_WHITE, colour = colours[index % colours.length];
  return { borderColor: colour, backgroundColor: colour, pointStyle: FORMS[index % FORMS.length], borderDash: DASHES[index % DASHES.length] };
}

/** Positive values that span more than a factor of 30 are seen best on a logarithmic axis. */
function spread(values) {
  if (values.length === 0 || values.some((value) => typeof value !== 'number')) return false;
  const low = Math.min(...values), high = Math.max(...values);
  return low > 0 && high > 30 * low;
}
