'use strict';
// A chart with its controls: what is along the axes, and how they are divided.

const panels = [];
const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const text = (column) => column.label || (column.unit ? `${column.name} [${column.unit}]` : column.name);

/** A number with the largest of the units, each so many times the one before, that it reaches. */
function inUnits(value, units) {
  let chosen = [1, units[0][1]];
  for (const [worth, unit] of units) if (Math.abs(value) >= worth) chosen = [worth, unit];
  return `${Number((value / chosen[0]).toPrecision(4))} ${chosen[1]}`;
}
const BYTES = [[1, 'B'], [1e3, 'kB'], [1e6, 'MB'], [1e9, 'GB'], [1e12, 'TB']];
const TIMES = [[1, 'ns'], [1e3, 'us'], [1e6, 'ms'], [1e9, 's']];
/** A value of a column for people: its unit is the end of the name of a column with a label. */
function worded(column, value) {
  const units = column.label && { bytes: BYTES, ns: TIMES }[column.name.split('_').pop()];
  return units ? inUnits(value, units) : undefined;
}

function choice(label, options, chosen, then) {
  const select = html('select', {}, ...options.map((column) => html('option', { value: column.name }, column.name)));
  select.value = chosen.name;
  select.onchange = () => then(columnOf(select.value));
  return html('label', {}, label, select);
}
function tick(label, then) {
  const box = html('input', { type: 'checkbox' });
  box.onchange = () => then(box.checked);
  return [html('label', {}, box, label), box];
}

/** A stroke of a series' line with its form on it. */
function sample(style) {
  const canvas = html('canvas', { width: 38, height: 12 }), context = canvas.getContext('2d');
  Object.assign(context, { strokeStyle: style.borderColor, fillStyle: style.borderColor, lineWidth: 1.6 });
  context.setLineDash(style.borderDash);
  context.beginPath();
  context.moveTo(0, 6);
  context.lineTo(38, 6);
  context.stroke();
  context.setLineDash([]);
  Chart.helpers.drawPoint(context, { pointStyle: style.pointStyle, radius: 4.5, borderWidth: 1.6 }, 19, 6);
  return canvas;
}

/** Text that fits into so many pixels, its middle left out. */
function fitted(text, room) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = `${Chart.defaults.font.size}px ${Chart.defaults.font.family}`;
  const fits = (kept) => context.measureText(kept).width <= room;
  let kept = text;
  for (let length = text.length; length > 2 && !fits(kept); --length) {
    kept = text.slice(0, Math.ceil(length / 2)) + '\u2026' + text.slice(text.length - Math.floor(length / 2));
  }
  return kept;
}

/** Bars from the lowest to the highest seed of a point. */
const bars = {
  id: 'bars',
  afterDatasetsDraw(chart) {
    const { ctx, scales } = chart;
    chart.data.datasets.forEach((set, i) => {
      if (!chart.isDatasetVisible(i)) return;
      ctx.save();
      Object.assign(ctx, { strokeStyle: set.borderColor, lineWidth: 1.3 });
      ctx.beginPath();
      chart.getDatasetMeta(i).data.forEach((at, k) => {
        const point = set.data[k];
        if (point.rows.length === 1) return;
        const ends = [scales.y.getPixelForValue(point.low), scales.y.getPixelForValue(point.high)];
        for (const end of ends) {
          ctx.moveTo(at.x - 5, end);
          ctx.lineTo(at.x + 5, end);
        }
        ctx.moveTo(at.x, ends[0]);
        ctx.lineTo(at.x, ends[1]);
      });
      ctx.stroke();
      ctx.restore();
    });
  },
};

class Panel {
  constructor(x, y) {
    const along = columns.filter((column) => column.swept || column.number), up = columns.filter((column) => column.number);
    this.logs = {};
    this.canvas = html('canvas', { tabindex: 0, role: 'application' });
    this.said = html('p', { class: 'said', role: 'status', 'aria-live': 'polite' });
    const [xLog, xBox] = tick('logarithmic x', (checked) => this.show({ xLog: checked }));
    const [yLog, yBox] = tick('logarithmic y', (checked) => this.show({ yLog: checked }));
    Object.assign(this, { xBox, yBox });
    document.getElementById('charts').append(html('div', { class: 'controls' },
      choice('y', up, y, (column) => this.show({ y: column, yLog: null })), choice('x', along, x, (column) => this.show({ x: column, xLog: null })),
      yLog, xLog), html('div', { class: 'chart' }, this.canvas), this.said);
    this.canvas.onkeydown = (event) => this.key(event);
    this.canvas.onblur = () => this.point(-1, 0);
    this.show({ x, y, xLog: null, yLog: null });
  }

  /** Draws with these changes of {x, y, xLog, yLog}; a null one is chosen by what is drawn. */
  show(changes = {}) {
    Object.assign(this, changes);
    this.series = seriesOf(this.x, this.y);
    const points = this.series.flatMap((series) => series.points);
    const can = (of) => points.every((point) => typeof point[of] === 'number' && point[of] > 0);
    this.xLog = can('x') && (this.xLog ?? spread(points.map((point) => point.x)));
    this.yLog = can('y') && (this.yLog ?? spread(points.map((point) => point.y)));
    Object.assign(this.xBox, { checked: this.xLog, disabled: !can('x') });
    Object.assign(this.yBox, { checked: this.yLog, disabled: !can('y') });
    this.canvas.setAttribute('aria-label', `${text(this.y)} over ${text(this.x)}, ${this.series.length} series: left and right go from point ` +
      'to point, up and down from series to series, Enter shows the row, h hides the series, a shows all');
    this.at = [-1, 0];
    this.draw();
  }

  draw() {
    if (this.chart) this.chart.destroy();
    const dark = document.documentElement.classList.contains('print') ? false : matchMedia('(prefers-color-scheme: dark)').matches;
    const box = this.canvas.parentElement, wide = box.clientWidth > 760;
    const entries = this.series.length * 23 + 10, points = this.series.flatMap((series) => series.points);
    box.style.height = (wide ? Math.max(420, Math.min(entries + 50, 900)) : 340 + entries) + 'px';
    const axis = (column, log) => ({ type: !column.number ? 'category' : log ? 'logarithmic' : 'linear', grid: { color: ink('line') },
      ticks: { color: ink('soft'), maxRotation: 0, autoSkipPadding: 10, ...worded(column, 0) && { callback(value, index, all) {
        return log && Chart.Ticks.formatters.logarithmic.call(this, value, index, all) === '' ? '' : worded(column, value);
      } } }, title: { display: true, text: text(column), color: ink('ink') } });
    this.chart = new Chart(this.canvas, {
      type: 'line',
      plugins: [bars],
      data: { labels: this.x.number ? [] : [...new Set(rows.map((row) => row.values[this.x.index]))],
        datasets: this.series.map((series, i) => ({ label: series.name, data: series.points, borderWidth: 1.6, pointRadius: 4.5, pointHoverRadius: 7,
          ...styleOf(i, dark), pointBackgroundColor: series.points.map((point) => point.hollow ? ink('paper') : styleOf(i, dark).backgroundColor) })) },
      options: {
        animation: false, maintainAspectRatio: false, parsing: { xAxisKey: 'x', yAxisKey: 'y' },
        interaction: { mode: 'nearest', intersect: false },
        scales: { x: axis(this.x, this.xLog), y: { ...axis(this.y, this.yLog), beginAtZero: !this.yLog,
          suggestedMin: Math.min(...points.map((point) => point.low)), suggestedMax: Math.max(...points.map((point) => point.high)) } },
        onClick: (event, active) => { if (active.length > 0) showRows(this.series[active[0].datasetIndex].points[active[0].index].rows); },
        plugins: {
          legend: { position: wide ? 'right' : 'bottom', align: 'start', labels: { color: ink('ink'), usePointStyle: true, pointStyleWidth: 40, generateLabels: (chart) =>
            Chart.defaults.plugins.legend.labels.generateLabels(chart).map((label, i) => ({ ...label,
              text: fitted(label.text, wide ? 300 : box.clientWidth - 70), pointStyle: sample(styleOf(i, dark)) })) } },
          tooltip: { usePointStyle: true, displayColors: false, callbacks: {
            title: (items) => items.map((item) => item.dataset.label).slice(0, 1),
            label: (item) => [`${this.x.label || this.x.name} ${worded(this.x, item.raw.x) ?? `${item.raw.x} ${this.x.unit}`}`,
              `${this.y.label || this.y.name} ${worded(this.y, item.raw.y) ?? `${valueText(item.raw)} ${this.y.unit}`}`,
              ...(item.raw.hollow ? [settings.hollow] : [])] } },
        },
      },
    });
  }

  /** The cursor stands on this point of this series; series -1: on none. */
  point(series, index) {
    this.at = [series, index];
    const active = series < 0 ? [] : [{ datasetIndex: series, index }];
    const place = series < 0 ? { x: 0, y: 0 } : this.chart.getDatasetMeta(series).data[index].getProps(['x', 'y'], true);
    this.chart.setActiveElements(active);
    this.chart.tooltip.setActiveElements(active, place);
    this.chart.update();
    const point = series < 0 ? null : this.series[series].points[index];
    this.said.textContent = point ? `${this.series[series].name}: ${this.x.name} ${point.x}, ${this.y.name} ${valueText(point)}` : '';
  }

  key(event) {
    const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    let [series, index] = this.at;
    if (step) {
      const seen = this.series.map((_, i) => i).filter((i) => this.chart.isDatasetVisible(i) && this.series[i].points.length > 0);
      if (seen.length === 0) return;
      const place = seen.indexOf(series);
      series = place < 0 ? seen[0] : seen[Math.max(0, Math.min(seen.length - 1, place + step[0]))];
      index = place < 0 ? 0 : Math.max(0, Math.min(this.series[series].points.length - 1, index + step[1]));
      this.point(series, index);
    } else if (event.key === 'Enter' && series >= 0) {
      showRows(this.series[series].points[index].rows);
    } else if (event.key === 'h' && series >= 0) {
      this.point(-1, 0);
      this.chart.hide(series);
    } else if (event.key === 'a') {
      this.series.forEach((_, i) => this.chart.show(i));
    } else if (event.key === 'Escape') {
      this.point(-1, 0);
    } else {
      return;
    }
    event.preventDefault();
  }
}
