'use strict';
// Stands behind the scripts of a sweep's page in page_test.sh: uses the page as a person would.
{
  const findings = [];
  const want = (holds, what) => { if (!holds) findings.push(`FAILED: ${what}`); };
  const panel = panels[0];
  const press = (...names) => {
    for (const key of names) panel.canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  };
  const select = (nth, value) => {
    const box = document.querySelectorAll('select')[nth];
    box.value = value;
    box.dispatchEvent(new Event('change'));
  };
  const cells = (name) => [...table.tBodies[0].rows].map((row) => row.cells[columnOf(name).index].textContent);
  const sorted = (values, turn) => values.every((value, i) => i === 0 || turn * (Number(value) - Number(values[i - 1])) >= 0);

  const inside = window.innerWidth;
  want(document.documentElement.scrollWidth <= inside, `the page is ${document.documentElement.scrollWidth} wide, not ${inside}`);
  if (window !== window.parent) {
    want(panel.chart.legend.legendItems.length === 16 && panel.chart.chartArea.height > 150, 'the chart has no room');
    for (const item of panel.chart.legend.legendItems) {
      want(item.text.startsWith('t4') === /(none|barrier|priority), startup (0|200)$/.test(item.text), `the key has '${item.text}'`);
    }
    want(/^some.*\u2026.*200$/.test(fitted('some/very/long/path/of/a/schedule.tcs, startup 200', 180)), 'a long name is not cut in its middle');
    want(panel.chart.legend.right <= inside, 'the key is wider than the page');
    window.parent.postMessage(findings.join('\n') || `passed at ${inside} pixels`, '*');
  } else {
    // As many series as there are, no two alike; a row a point.
    want(panel.series.length === 16 && panel.chart.legend.legendItems.length === 16, `${panel.series.length} series, not 16`);
    for (const dark of [false, true]) {
      want(new Set(Array.from({ length: 300 }, (_, i) => JSON.stringify(styleOf(i, dark)))).size === 300, 'styles repeat');
      const plain = new Set(Array.from({ length: 35 }, (_, i) => JSON.stringify([styleOf(i, dark).pointStyle, styleOf(i, dark).borderDash])));
      want(plain.size === 35, 'styles repeat without colour');
    }
    want(panel.series.every((series) => series.points.length === 4 && series.points.every((point, i, all) => i === 0 || point.x > all[i - 1].x)), 'points are missing or in disorder');

    // The picture on paper names its curves alike.
    want(typeof DRAWN === 'undefined' || JSON.stringify(panel.series.map((series) => series.name)) === JSON.stringify(DRAWN), `the picture has ${DRAWN}`);

    // Tables sort by numbers, both ways, and words by the alphabet.
    const heads = [...table.tHead.rows[0].cells];
    const head = heads[columnOf('cycles').index];
    head.firstChild.click();
    want(head.getAttribute('aria-sort') === 'ascending' && sorted(cells('cycles'), 1), 'cycles do not ascend');
    head.firstChild.click();
    want(head.getAttribute('aria-sort') === 'descending' && sorted(cells('cycles'), -1), 'cycles do not descend');
    heads[columnOf('algorithm').index].firstChild.click();
    want(cells('algorithm')[0] === 'c1' && cells('algorithm').at(-1) === 't4' && !head.hasAttribute('aria-sort'), 'algorithms do not ascend');

    // Axes: chosen by what is drawn, then by the person.
    const types = () => `${panel.chart.scales.x.type} ${panel.chart.scales.y.type}`;
    want(types() === 'logarithmic logarithmic', `axes are ${types()}`);
    panel.yBox.click();
    want(types() === 'logarithmic linear', `after a click axes are ${types()}`);
    select(1, 'startup');
    want(types() === 'linear linear' && panel.xBox.disabled, `with a zero axes are ${types()}`);
    want(panel.series.length === 32, `${panel.series.length} series over startup, not 32`);
    select(1, 'algorithm');
    want(panel.chart.scales.x.type === 'category', 'words are no categories');
    select(1, 'flit_hops');
    want(panel.series.length === 16 && panel.series[0].points.length === 4, 'a measured x tears the series');
    select(0, 'messages');
    want(panel.chart.scales.y.options.title.text === 'messages', 'y does not follow');
    select(1, 'block');
    select(0, 'cycles');
    want(panel.chart.scales.x.options.title.text === 'block [flits]', 'the unit is missing');

    // Keys and pointer.
    panel.canvas.focus();
    press('ArrowRight', 'ArrowRight', 'ArrowDown');
    const point = panel.series[1].points[1];
    want(panel.said.textContent === `${panel.series[1].name}: block ${point.x}, cycles ${point.y}`, `keys say '${panel.said.textContent}'`);
    press('Enter');
    want(document.querySelector('tr.chosen') === point.rows[0].row, 'Enter does not show the row');
    press('h');
    want(!panel.chart.isDatasetVisible(1), 'h does not hide');
    press('ArrowRight', 'ArrowDown');
    want(panel.said.textContent.startsWith(panel.series[2].name), 'the keys find what is hidden');
    press('a', 'Escape');
    want(panel.chart.isDatasetVisible(1) && panel.said.textContent === '', 'a does not show all');
    const box = panel.canvas.getBoundingClientRect(), at = panel.chart.getDatasetMeta(0).data[2].getProps(['x', 'y'], true);
    panel.canvas.dispatchEvent(new MouseEvent('mousemove', { clientX: box.left + at.x, clientY: box.top + at.y, bubbles: true }));
    const active = () => panel.chart.getActiveElements();
    const byPaper = () => document.getElementById('paper').textContent;
    requestAnimationFrame(() => {
      want(active().length > 0 && active()[0].index === 2, 'nothing under the pointer');
      window.dispatchEvent(new Event('beforeprint'));
      want(box.width > 0 && panel.canvas.getBoundingClientRect().right <= 1030.5, 'the chart is wider than the paper');
      want(ink('paper') === '#ffffff', 'the paper is not white');
      // Every column stands on the paper, none is broken, and no part is wider than the page.
      const parts = [...document.querySelectorAll('#paper table')], text = byPaper();
      want(parts.every((part) => part.getBoundingClientRect().right <= 1030.5), 'a table is wider than the paper');
      want(columns.every(({ name }) => text.includes(name)), 'a column is not on paper');
      want(parts.every((part) => [...part.rows].every((row) => row.clientHeight < 20)), 'a cell is broken on paper');
      window.dispatchEvent(new Event('afterprint'));
      want(document.getElementById('paper') === null, 'the tables for paper stay');
      const dark = matchMedia('(prefers-color-scheme: dark)').matches;
      want(dark === (ink('paper') !== '#ffffff'), 'the colours do not follow');
      document.body.append(html('pre', { id: 'probe' }, findings.join('\n') || `passed, dark ${dark}`));
    });
  }
}
