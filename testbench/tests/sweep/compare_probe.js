'use strict';
// Stands behind the scripts of a comparison's page in page_test.sh.
{
  const findings = [];
  const want = (holds, what) => { if (!holds) findings.push(`FAILED: ${what}`); };
  const ticks = (panel, axis) => panel.chart.scales[axis].ticks.map((tick) => tick.label).filter((label) => label !== '');
  const [bandwidth, time] = panels;
  want(panels.length === 2, `${panels.length} charts, not 2`);
  want(ticks(bandwidth, 'x').includes('1 MB'), `ticks of sizes are ${ticks(bandwidth, 'x')}`);
  want(ticks(time, 'y').every((label) => / (ns|us|ms)$/.test(label)), `ticks of times are ${ticks(time, 'y')}`);
  want(bandwidth.chart.scales.y.options.title.text === 'bus bandwidth, GB/s', 'the bandwidth has no title');
  // The first row of each size is the quickest, and lies on top.
  const of = (size) => rows.filter((row) => row.values[columnOf('size_bytes').index] === size && row.values[columnOf('known').index] !== '');
  const all = of('1024000').map((row) => numberIn(row, columnOf('busbw_gbs')));
  want(all.length > 5 && all[0] === Math.max(...all), `bandwidths are ${all}`);
  document.body.append(html('pre', { id: 'probe' }, findings.join('\n') || 'passed'));
}
