'use strict';
// Stands behind the scripts of a page whose runs differ in their seeds: three to a point.
{
  const findings = [];
  const want = (holds, what) => { if (!holds) findings.push(`FAILED: ${what}`); };
  const panel = panels[0], points = panel.series[0].points;
  const accepted = rows.slice(0, 3).map((row) => Number(row.values[columnOf('accepted').index]));
  want(panel.series.length === 1 && points.length === 2 && points[0].rows.length === 3, 'seeds are not one point');
  want(panel.x.name === 'load', `the axis is ${panel.x.name}`);
  want(Math.abs(points[0].y - accepted.reduce((sum, value) => sum + value, 0) / 3) < 1e-12, 'the point is not at the mean');
  want(points[0].low === Math.min(...accepted) && points[0].high === Math.max(...accepted) && points[0].low < points[0].high, 'the bar is wrong');
  const scale = panel.chart.scales.y;
  want(scale.min <= points[0].low && scale.max >= points[1].high, 'a bar leaves the chart');
  // The cap of the bar is drawn: ink at its end beside the point.
  const context = panel.canvas.getContext('2d'), ratio = panel.chart.currentDevicePixelRatio;
  const at = panel.chart.getDatasetMeta(0).data[0].getProps(['x', 'y'], true);
  const seen = (x, y) => context.getImageData(Math.round(x * ratio), Math.round(y * ratio) - 1, 1, 3).data.some((value, i) => i % 4 === 3 && value > 0);
  want(seen(at.x + 4, scale.getPixelForValue(points[0].high)), 'no bar is drawn');
  panel.canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
  want(/^all: load 0.1, accepted [0-9.]+ \(mean of 3 seeds, [0-9.]+ to [0-9.]+\)$/.test(panel.said.textContent), `keys say '${panel.said.textContent}'`);
  panel.canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  want(document.querySelectorAll('tr.chosen').length === 3, 'Enter does not show the rows');
  panel.show({ x: columnOf('seed') });
  want(panel.series.length === 2 && panel.series[0].points.every((point) => point.rows.length === 1), 'over the seed there are no two curves');
  want(panel.series[1].name === 'load 0.2', `a curve is called ${panel.series[1].name}`);
  want(/mean of the seeds/.test(document.body.textContent), 'the page does not say what the bars are');
  document.body.append(html('pre', { id: 'probe' }, findings.join('\n') || 'passed'));
}
