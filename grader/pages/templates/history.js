// Draws the table of a learner's runs: how points went, and the speed of each lesson. It follows
// plots.js, whose helpers it uses.
(() => {
'use strict';

const {charts, colour, element, followKeys, tooltipLook} = plots;

// How a learner's points and speeds went: what a table's rows have of each name, run by run.
const looks = {colours: ['--series-1', '--series-2', '--series-3', '--series-4'],
               points: ['circle', 'rectRot', 'triangle', 'rect', 'star']};

function runSets(runs, names, cellOf) {
  return names.map((name, number) => {
    const line = colour(looks.colours[number % 4]);
    return {
      label: name,
      data: runs.map((run, x) => ({x, y: Number(cellOf(run, name)?.dataset.value ?? NaN)})),
      spanGaps: true,
      borderColor: line,
      backgroundColor: line,
      borderWidth: 2,
      borderDash: [[], [7, 4], [2, 3]][number % 3],
      pointStyle: looks.points[number % 5],
      pointRadius: 3,
      clip: false,
    };
  });
}

function runScales(runs, most) {
  const ticks = {color: colour('--soft'), maxTicksLimit: 5, maxRotation: 0};
  const when = at => Number.isInteger(at) ? runs[at]?.cells[0].textContent.slice(5, 10) : null;
  return {
    x: {type: 'linear', min: 0, max: runs.length - 1, grid: {display: false},
        ticks: {...ticks, precision: 0, callback: when}},
    y: {type: 'linear', beginAtZero: true, suggestedMax: most, ticks,
        grid: {color: colour('--line'), drawBorder: false}},
  };
}

function drawRuns(place, title, unit, runs, names, most) {
  const cellOf = (run, name) =>
    [...run.querySelectorAll('[data-value]')].find(cell => cell.dataset.line === name);
  const figure = element('figure', '');
  const caption = element('figcaption', '', title + ' ');
  const frame = element('div', 'plot');
  const canvas = element('canvas', '');
  caption.append(element('span', '', unit));
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `${title}, ${unit}, of ${runs.length} runs. ` +
    'Arrow keys tell each run; the table below has all numbers.');
  frame.append(canvas);
  figure.append(caption, frame);
  place.append(figure);
  const callbacks = {
    title: items => runs[items[0].dataIndex].cells[0].textContent,
    label: ({dataIndex, dataset}) => {
      const words = cellOf(runs[dataIndex], dataset.label).textContent;
      return words.startsWith(dataset.label) ? words : `${dataset.label}: ${words}`;
    },
  };
  const chart = new Chart(canvas, {
    type: 'line',
    data: {datasets: runSets(runs, names, cellOf)},
    options: {
      animation: false,
      maintainAspectRatio: false,
      locale: 'en',
      interaction: {mode: 'index', intersect: false},
      scales: runScales(runs, most),
      plugins: {
        legend: {display: title !== 'Points',
                 labels: {color: colour('--soft'), usePointStyle: true, boxHeight: 7}},
        tooltip: {...tooltipLook(), callbacks},
      },
    },
  });
  followKeys(chart, runs.length);
  charts.push(chart);
}

function drawHistory(history) {
  const runs = [...history.querySelectorAll('tbody tr')];
  const plots = element('div', 'plots');
  const table = history.querySelector('details');
  table.before(plots);
  drawRuns(plots, 'Points', 'after each run', runs, ['Points'], 1);
  const names = [...new Set([...history.querySelectorAll('span[data-line]')]
    .map(cell => cell.dataset.line))].sort();
  const measured = runs.filter(run => run.querySelector('span[data-line]'));
  if (measured.length > 0) {
    drawRuns(plots, 'Speed', '% of the solution’s', measured, names, 100);
  }
  table.open = false;
}

document.querySelectorAll('.history').forEach(drawHistory);
})();
