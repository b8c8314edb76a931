'use strict';
// From rows to series, and how they look.

const isKind = (column) => column.name === 'algorithm' || column.name === 'pattern';

/**
 * Names of series by their values of the columns `by`: the algorithm, pattern and topology if several are swept, and each option
 * that differs among the series of the same algorithm and pattern. sweep_chart.cpp names the curves of the pictures alike.
 */
function nameSeries(all, by) {
  const plain = (column) => isKind(column) || column.name === 'topology';
  const group = (series, i) => JSON.stringify([i, !plain(by[i]) && by.map((column, k) => isKind(column) && series.values[k])]);
  const found = new Map();
  for (const series of all) {
    by.forEach((column, i) => found.set(group(series, i), (found.get(group(series, i)) || new Set()).add(series.values[i])));
  }
  for (const series of all) {
    const parts = by.map((column, i) => (found.get(group(series, i)).size === 1 ? ''
      : (plain(column) ? '' : column.name + ' ') + series.values[i]));
    series.name = parts.filter((part) => part !== '').join(', ') || 'all';
  }
}

/** Of equal values exactly that value. */
const mean = (values) => values[0] + values.reduce((sum, value) => sum + value - values[0], 0) / values.length;

/**
 * Rows that differ only in the option along the axis are a series, and those of them that differ only in the seed one point:
 * [{name, points: [{x, y, low, high, rows}]}], y the mean of its rows. Over a measured value the points of a series follow each
 * other as they do over the sweep's own axis.
 */
function seriesOf(x, y) {
  const along = x.swept ? x : columnOf(settings.along) || x;
  const by = columns.filter((column) => column.swept && column !== along && column.name !== 'seed');
  const found = new Map();
  for (const row of [...rows].sort((a, b) => a.order - b.order)) {
    if (row.values[x.index] === '' || row.values[y.index] === '') continue;
    const values = by.map((column) => row.values[column.index]), key = JSON.stringify(values);
    if (!found.has(key)) found.set(key, { values, points: new Map() });
    const points = found.get(key).points, at = row.values[along.index];
    if (!points.has(at)) points.set(at, []);
    points.get(at).push(row);
  }
  const all = [...found.values()];
  for (const series of all) {
    const order = along.number ? (a, b) => compare(along, a[0], b[0]) : (a, b) => a[0].order - b[0].order;
    series.points = [...series.points.values()].sort(order).map((group) => {
      const up = group.map((row) => numberIn(row, y)), hollow = group.some(({ row }) => 'hollow' in row.dataset);
      return { x: x.number ? mean(group.map((row) => numberIn(row, x))) : group[0].values[x.index], y: mean(up), low: Math.min(...up), high: Math.max(...up), rows: group, hollow };
    });
  }
  nameSeries(all, by);
  return all;
}

/** A point's value in words: for several seeds their mean and from where to where they lie. */
function valueText(point) {
  const short = (value) => String(Number(value.toPrecision(6)));
  return point.rows.length === 1 ? String(point.y)
    : `${short(point.y)} (mean of ${point.rows.length} seeds, ${short(point.low)} to ${short(point.high)})`;
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
