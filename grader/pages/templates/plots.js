// Draws the tables of rates, by Chart.js: a line for every benchmark of several sizes, and a row of
// dots for each shape of the others. The tables hold all the numbers themselves, so nothing is lost
// if scripts do not run.
const plots = (() => {
'use strict';

// What distinguishes the lines besides their colour, and which are drawn on top.
const marks = {
  own: {colour: '--series-1', point: 'circle', radius: 4, width: 3, dash: [], order: 0},
  reference: {colour: '--series-2', point: 'rectRot', radius: 6, width: 2, dash: [7, 4], order: 1},
  plain: {colour: '--series-4', point: 'crossRot', radius: 4, width: 2, dash: [2, 4], order: 2},
  cublas: {colour: '--series-3', point: 'triangle', radius: 5, width: 2, dash: [7, 3, 2, 3], order: 2},
  copy: {colour: '--soft', point: 'line', radius: 8, width: 1.5, dash: [12, 4], order: 3},
};
const colours = {};  // of the scheme that is preferred now, from the page's style
const charts = [];

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['--paper', '--raised', '--ink', '--soft', '--line', '--series-1',
                      '--series-2', '--series-3', '--series-4']) {
    colours[name] = style.getPropertyValue(name).trim();
  }
}

const colour = name => () => colours[name];

function element(name, classes, text = '') {
  const made = document.createElement(name);
  made.className = classes;
  made.textContent = text;
  return made;
}

function shorten(text, most) {
  return text.length > most ? text.slice(0, most - 1) + '…' : text;
}

// The table as {lines: [{kind, title}], rows: [{name, label, size, rates: {own: {value, words}}}]}.
function read(table) {
  const lines = [...table.tHead.rows[0].cells].filter(cell => cell.dataset.line)
    .map(cell => ({kind: cell.dataset.line, title: cell.textContent}));
  const rows = [...table.tBodies[0].rows].map(row => {
    const rates = {};
    for (const cell of row.cells) {
      if (cell.dataset.rate) {
        rates[cell.dataset.line] = {value: Number(cell.dataset.rate), words: cell.textContent};
      }
    }
    const [name, label] = [...row.cells].map(cell => cell.textContent);
    return {name, label, size: Number(row.dataset.size), rates};
  });
  return {lines, rows: rows.filter(row => row.rates.own)};
}

function sizeWords(size) {
  const exponent = Math.log2(size);
  if (size >= 1024 && Number.isInteger(exponent)) {
    return '2' + [...String(exponent)].map(digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('');
  }
  const rounded = unit => Number((size / unit).toPrecision(3));
  return size >= 1e9 ? rounded(1e9) + ' G'
       : size >= 1e6 ? rounded(1e6) + ' M'
       : size >= 1e4 ? rounded(1e3) + ' k' : String(size);
}

// 1, 2 and 5 times a power of ten; no other number on an axis of a hundredfold and more.
function roundWords(value) {
  const digit = Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9));
  return [1, 2, 5].includes(digit) ? String(Number(value.toPrecision(2))) : null;
}

function needsLogarithm(rows) {
  const values = rows.flatMap(row => Object.values(row.rates).map(rate => rate.value));
  return Math.max(...values) >= 100 * Math.min(...values);
}

function rateScale(rows) {
  const common = {grid: {color: colour('--line'), drawBorder: false}};
  const ticks = {color: colour('--soft'), maxTicksLimit: 7, maxRotation: 0};
  return needsLogarithm(rows)
    ? {...common, type: 'logarithmic', ticks: {...ticks, callback: roundWords}}
    : {...common, type: 'linear', beginAtZero: true, ticks};
}

// Sizes are spaced by their logarithms, and labelled where there is room.
function sizeScale(rows) {
  const sizes = rows.map(row => row.size);
  const margin = (sizes.at(-1) / sizes[0]) ** 0.05;
  return {
    type: 'logarithmic',
    min: sizes[0] / margin,
    max: sizes.at(-1) * margin,
    grid: {display: false},
    title: {display: true, text: 'size', color: colour('--soft')},
    ticks: {color: colour('--soft'), autoSkip: false, maxRotation: 0, callback: sizeWords},
    afterBuildTicks: axis => {
      const room = 60 / axis.chart.width * Math.log(sizes.at(-1) / sizes[0]);
      let last = 0;
      axis.ticks = sizes.filter(size => {
        const fits = Math.log(size / last) > room;
        last = fits ? size : last;
        return fits;
      }).map(value => ({value}));
    },
  };
}

function shapeScale(rows) {
  return {
    type: 'category',
    labels: rows.map((row, at) => at),
    grid: {color: colour('--line'), drawBorder: false},
    ticks: {
      color: colour('--soft'),
      autoSkip: false,
      crossAlign: 'far',
      callback(at) {
        const most = this.chart.width < 500 ? 18 : 40;
        return [shorten(rows[at].name, most), shorten(rows[at].label, most)];
      },
    },
    offset: true,
  };
}

function datasets(lines, rows, across) {
  return lines.filter(({kind}) => rows.some(row => row.rates[kind])).map(({kind, title}) => {
    const mark = marks[kind];
    const fill = kind === 'own' ? colour(mark.colour) : 'transparent';
    return {
      label: title,
      data: rows.map((row, at) => {
        const value = row.rates[kind]?.value ?? NaN;
        return across ? {x: value, y: at} : {x: row.size, y: value};
      }),
      order: mark.order,
      showLine: !across,
      spanGaps: true,
      borderColor: colour(mark.colour),
      borderWidth: mark.width,
      borderDash: mark.dash,
      backgroundColor: fill,
      pointStyle: mark.point,
      pointBorderColor: colour(mark.colour),
      pointBorderWidth: 2,
      pointRotation: kind === 'copy' ? 90 : 0,
      pointRadius: kind === 'copy' && !across ? 0 : mark.radius,
      pointHoverRadius: mark.radius + 1,
      pointHoverBorderWidth: 2,
      pointHoverBackgroundColor: fill,
      clip: false,
    };
  });
}

function tooltipLook() {
  return {
    backgroundColor: colour('--raised'),
    borderColor: colour('--soft'),
    borderWidth: 1,
    cornerRadius: 3,
    titleColor: colour('--ink'),
    bodyColor: colour('--ink'),
    usePointStyle: true,
    multiKeyBackground: colour('--raised'),
    boxWidth: 8,
    boxHeight: 8,
    boxPadding: 4,
  };
}

function tooltip(lines, rows, unit) {
  const kinds = new Map(lines.map(({kind, title}) => [title, kind]));
  return {
    ...tooltipLook(),
    callbacks: {
      title: items => {
        const {name, label} = rows[items[0].dataIndex];
        return [shorten(name, 40), shorten(label, 40)];
      },
      label: item => {
        const {words} = rows[item.dataIndex].rates[kinds.get(item.dataset.label)];
        return `${item.dataset.label}: ${words.replace(/ |$/, ` ${shorten(unit, 12)} `)}`.trim();
      },
    },
  };
}

// The arrow keys lead from point to point as the pointer does; Escape leaves them.
function followKeys(chart, count) {
  let at = -1;
  const show = () => {
    const items = chart.data.datasets.flatMap(({data}, datasetIndex) =>
      data[at] && !Object.values(data[at]).includes(NaN) ? [{datasetIndex, index: at}] : []);
    const point = items.length && chart.getDatasetMeta(items[0].datasetIndex).data[at];
    chart.setActiveElements(items);
    chart.tooltip.setActiveElements(items, point ? {x: point.x, y: point.y} : {x: 0, y: 0});
    chart.update('none');
  };
  chart.canvas.tabIndex = 0;
  chart.canvas.addEventListener('keydown', event => {
    const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (by) {
      at = at < 0 ? (by > 0 ? 0 : count - 1) : Math.min(Math.max(at + by, 0), count - 1);
    } else if (event.key === 'Escape') {
      at = -1;
    } else {
      return;
    }
    event.preventDefault();
    show();
  });
  chart.canvas.addEventListener('blur', () => {
    if (at >= 0) {
      at = -1;
      show();
    }
  });
}

function inWords(title, lines, rows, unit) {
  const ranges = lines.filter(({kind}) => rows.some(row => row.rates[kind]))
    .map(({kind, title: name}) => {
      const values = rows.flatMap(row => row.rates[kind] ? [row.rates[kind].value] : []);
      const [least, most] = [Math.min(...values), Math.max(...values)]
        .map(value => Number(value.toPrecision(3)));
      return `${name}: ${least === most ? most : `${least} to ${most}`}`;
    });
  return `${title}, ${unit}. ${ranges.join('; ')}. Arrow keys tell each point; ` +
    'the table below has all numbers.';
}

// A figure of these rows: horizontal dots if the sizes have no order, otherwise lines.
function draw(place, title, lines, rows, unit, across) {
  const figure = element('figure', across ? 'wide' : '');
  const caption = element('figcaption', '', title + ' ');
  caption.append(element('span', '', unit + (needsLogarithm(rows) ? ', logarithmic' : '')));
  const frame = element('div', 'plot');
  const canvas = element('canvas', '');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', inWords(title, lines, rows, unit));
  if (across) {
    frame.style.height = `${3 + 2.6 * rows.length}rem`;
  }
  frame.append(canvas);
  figure.append(caption, frame);
  place.append(figure);
  const rates = rateScale(rows);
  const chart = new Chart(canvas, {
    type: 'line',
    data: {datasets: datasets(lines, rows, across)},
    options: {
      animation: false,
      maintainAspectRatio: false,
      locale: 'en',
      indexAxis: across ? 'y' : 'x',
      interaction: {mode: 'index', axis: across ? 'y' : 'x', intersect: false},
      scales: across ? {x: rates, y: shapeScale(rows)} : {x: sizeScale(rows), y: rates},
      plugins: {legend: {display: false}, tooltip: tooltip(lines, rows, unit)},
    },
  });
  followKeys(chart, rows.length);
  charts.push(chart);
}

function legend(lines, across) {
  const list = element('ul', across ? 'legend across' : 'legend');
  for (const {kind, title} of lines) {
    list.append(element('li', kind, title));
  }
  return list;
}

function drawAll(numbers) {
  const {lines, rows} = read(numbers.querySelector('table'));
  const unit = numbers.dataset.unit;
  const series = new Map();
  for (const row of rows) {
    series.set(row.name, [...(series.get(row.name) ?? []), row]);
  }
  const plots = element('div', 'plots');
  numbers.before(plots);
  const others = [];
  for (const [name, own] of series) {
    const sizes = new Set(own.map(row => row.size));
    if (own.length > 1 && sizes.size === own.length && own.every(row => row.size > 0)) {
      own.sort((a, b) => a.size - b.size);
      draw(plots, name, lines, own, unit, false);
    } else {
      others.push(...own);
    }
  }
  if (others.length > 0) {
    draw(plots, 'By shape', lines, others, unit, true);
  }
  plots.before(legend(lines, others.length === rows.length));
  numbers.open = false;
}

function redraw() {
  readColours();
  for (const chart of charts) {
    chart.update('none');
  }
}

Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
Chart.defaults.font.size = 13;
readColours();
for (const numbers of document.querySelectorAll('.numbers')) {
  if (numbers.querySelector('[data-rate]')) {
    drawAll(numbers);
  }
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
// Paper is light, and shows more points to the inch.
for (const [event, printing] of [['beforeprint', true], ['afterprint', false]]) {
  addEventListener(event, () => {
    document.documentElement.classList.toggle('on-paper', printing);
    for (const chart of charts) {
      chart.options.devicePixelRatio = printing ? 3 : devicePixelRatio;
      chart.resize();
    }
    redraw();
  });
}
return {charts, colour, element, followKeys, tooltipLook};
})();
