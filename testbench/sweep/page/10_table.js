'use strict';
// The table is the page's data: read here, sorted by its heads.

const settings = JSON.parse(document.getElementById('settings').textContent);
const table = document.getElementById('runs');
const columns = [...table.tHead.rows[0].cells].map((cell, index) => ({ index, name: cell.textContent, cell,
  unit: cell.dataset.unit || '', number: 'number' in cell.dataset, swept: settings.swept.includes(cell.textContent) }));
const rows = [...table.tBodies[0].rows].map((row, order) => ({ row, order, values: [...row.cells].map((cell) => cell.textContent) }));
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

/** The rows of a point, seen and marked. */
function showRows(chosen) {
  for (const each of rows) each.row.classList.toggle('chosen', chosen.includes(each));
  chosen[0].row.scrollIntoView({ block: 'nearest' });
}
