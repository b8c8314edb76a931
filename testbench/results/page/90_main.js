'use strict';

const swept = columnOf(settings.x) || columns.find((column) => column.swept);
if (settings.y.length === 0) {
  document.getElementById('charts').append(html('p', {}, 'No run has measured a number, so there is nothing to draw.'));
} else if (swept) {
  for (const name of settings.y) panels.push(new Panel(swept, columnOf(name)));
} else {
  document.getElementById('charts').append(html('p', {}, 'No option is swept, so there is nothing to draw.'));
}
document.body.dataset.ready = 'yes';

const drawAll = () => panels.forEach((panel) => panel.draw());
function forPaper(printed) {
  document.documentElement.classList.toggle('print', printed);
  document.getElementById('paper')?.remove();
  if (printed) table.parentElement.after(paperTables(document.body.clientWidth));
  drawAll();
}
window.addEventListener('beforeprint', () => forPaper(true));
window.addEventListener('afterprint', () => forPaper(false));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
