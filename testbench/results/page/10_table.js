'use strict';
// The table is the page's data: read here, sorted by its heads.

const settings = JSON.parse(document.getElementById('settings').textContent);
const table = document.getElementById('runs');
const columns = [...table.tHead.rows[0].cells].map((cell, index) => ({ index, name: cell.textContent, cell,
  unit: cell.dataset.unit || '', label: cell.dataset.label || '', number: 'number' in cell.dataset, swept: settings.swept.includes(cell.textContent) }));
const rows = [...table.tBodies[0].rows].map((row, order) => ({ row, order, values: [...row.cells].map((cell) => cell.textContent) }));
for (const column of columns) {  // axes have times in place of cycles where all runs have one clock
  column.worth = column.unit === 'cycles' && settings.cycle_ns ? settings.cycle_ns : 1;
  if (column.worth !== 1) column.unit = 'ns';
}
const numberIn = (row, { index, worth }) => worth === 1 ? Number(row.values[index]) : Number((row.values[index] * worth).toPrecision(12));
const columnOf = (name) => columns.find((column) => column.name === name);

function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** Empty last, numbers by their size, words by the alphabet; what is equal stays in the order of the sweep. */
function compare(column, a, b) {
  const [left, right] = [a.values[column.index], b.values[column.index]];
  if (left === '' || right === '') return (left === '') - (right === '');
  return column.number ? Number(left) - Number(right) : left.localeCompare(right, 'en', { numeric: true });
}

function sortBy(column) {
  const turn = column.cell.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
  for (const each of columns) each.cell.removeAttribute('aria-sort');
  column.cell.setAttribute('aria-sort', turn > 0 ? 'ascending' : 'descending');
  const empty = (each) => each.values[column.index] === '';
  rows.sort((a, b) => (empty(a) || empty(b) ? compare(column, a, b) : turn * compare(column, a, b)) || a.order - b.order);
  table.tBodies[0].append(...rows.map((each) => each.row));
}

for (const column of columns) {
  const button = html('button', { type: 'button' }, column.name);
  button.onclick = () => sortBy(column);
  column.cell.replaceChildren(button);
}

/**
 * The table for paper, in parts as wide as the page: what all runs have in common as a sentence; then in each part the swept
 * columns, and as many of the others as there is room for.
 */
function paperTables(room) {
  const varies = (column) => new Set(rows.map((each) => each.values[column.index])).size > 1;
  const wide = (column) => column.cell.offsetWidth;  // the table has the style of paper by now
  const swept = columns.filter((column) => column.swept), parts = [];
  let left = -1;
  for (const column of columns.filter((each) => !each.swept && (rows.length === 1 || varies(each)))) {
    if (left < wide(column)) {
      parts.push([...swept]);
      left = room - swept.reduce((sum, each) => sum + wide(each), 0);
    }
    parts[parts.length - 1].push(column);
    left -= wide(column);
  }
  const common = columns.filter((column) => rows.length > 1 && !varies(column)).map((column) => `${column.name} ${rows[0].values[column.index]}`);
  return html('div', { id: 'paper' }, html('p', { class: 'soft' }, common.length > 0 ? `All runs: ${common.join(', ')}.` : ''), ...parts.map((part) => html('table', {},
    html('thead', {}, html('tr', {}, ...part.map((column) => html('th', column.number ? { class: 'n' } : {}, column.name)))),
    html('tbody', {}, ...rows.map((each) => html('tr', {}, ...part.map((column) => html('td', column.number ? { class: 'n' } : {}, each.values[column.index]))))))));
}

/** The rows of a point, seen and marked. */
function showRows(chosen) {
  for (const each of rows) each.row.classList.toggle('chosen', chosen.includes(each));
  chosen[0].row.scrollIntoView({ block: 'nearest' });
}
