'use strict';
// Shows all programs, one program, or any steps of them, by hiding what does not belong.
for (const launch of document.querySelectorAll('.launch')) {
  const key = part => `${part.dataset.program}.${part.dataset.order}`;
  const accesses = [...launch.querySelectorAll('.access')];
  const rows = [...launch.querySelectorAll('tbody tr')];
  const programs = [...launch.querySelectorAll('.program')];
  const back = launch.querySelector('.back');
  const next = launch.querySelector('.next');
  const keep = launch.querySelector('.keep');
  const said = launch.querySelector('.said');
  let program = '';          // '' for all
  const chosen = new Set();  // keys of steps; none of them means all of the program

  function own() {
    return rows.filter(row => program === '' || row.dataset.program === program);
  }
  // Where the latest chosen step of the program is among its steps; -1 if none is chosen.
  function latest() {
    return own().findLastIndex(row => chosen.has(key(row)));
  }

  function show() {
    const drawn = new Set(chosen.size > 0 ? chosen : own().map(key));
    for (const part of accesses) {
      part.classList.toggle('away', !drawn.has(key(part)));
    }
    const belonging = new Set(own());
    for (const row of rows) {
      const on = chosen.has(key(row));
      row.classList.toggle('away', !belonging.has(row));
      row.classList.toggle('current', on);
      row.querySelector('input').checked = on;
    }
    // One program's steps are told apart by colours, as the programs are while all are shown.
    launch.classList.toggle('by-step', program !== '' || rows.every(
        row => row.dataset.program === rows[0].dataset.program));
    for (const button of programs) {
      const pressed = (button.dataset.program ?? '') === program;
      button.setAttribute('aria-pressed', String(pressed));
      button.tabIndex = pressed ? 0 : -1;
    }
    back.disabled = program === '' || latest() < 0;
    next.disabled = program !== '' && latest() === own().length - 1;
    said.textContent = words();
    if (chosen.size === 1) {
      rows.find(row => chosen.has(key(row))).scrollIntoView({block: 'nearest'});
    }
  }

  function words() {
    const shown = rows.filter(row => chosen.has(key(row)));
    if (shown.length === 1) {
      return shown[0].dataset.say;
    }
    if (shown.length > 1) {
      const places = [...new Set(shown.map(row => row.dataset.place))];
      return `${shown.length} steps are shown together: ` + places.slice(0, 6).join(', ') +
             (places.length > 6 ? ` and ${places.length - 6} more.` : '.');
    }
    if (program === '') {
      return 'All programs are shown.';
    }
    const count = own().length;
    const name = programs.find(button => button.dataset.program === program).textContent;
    return `Program ${name}` + (count === 0 ? ' touches nothing.' : ': ' + count +
                                (count === 1 ? ' access. ' : ' accesses. '));
  }

  function choose(wanted, steps = []) {
    program = wanted;
    chosen.clear();
    steps.forEach(row => chosen.add(key(row)));
    show();
  }

  programs.forEach((button, index) => {
    button.addEventListener('click', () => choose(button.dataset.program ?? ''));
    button.addEventListener('keydown', event => {
      const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
      const to = event.key === 'Home' ? 0
               : event.key === 'End' ? programs.length - 1
               : by === undefined ? -1
               : Math.min(Math.max(index + by, 0), programs.length - 1);
      if (to >= 0) {
        event.preventDefault();
        programs[to].click();
        programs[to].focus();
      }
    });
  });
  function move(by) {
    if (program === '') {
      return rows.length > 0 && choose(rows[0].dataset.program, [rows[0]]);
    }
    const at = latest() + by;
    choose(program, at < 0 ? [] : own().slice(keep.checked ? 0 : at, at + 1));
  }
  back.addEventListener('click', () => move(-1));
  next.addEventListener('click', () => move(1));
  keep.addEventListener('change', () => {
    const at = latest();
    if (program !== '' && at >= 0) {
      choose(program, own().slice(keep.checked ? 0 : at, at + 1));
    }
  });
  function toggle(row) {
    if (!chosen.delete(key(row))) {
      chosen.add(key(row));
    }
    show();
  }
  // One step alone, or one more (or less) with Ctrl or Shift, as in a list of files.
  function pick(row, event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) {
      toggle(row);
    } else {
      choose(row.dataset.program, [row]);
    }
  }
  for (const row of rows) {
    row.querySelector('button').addEventListener('click', event => pick(row, event));
    row.querySelector('input').addEventListener('change', () => toggle(row));
  }
  const rowOf = new Map(rows.map(row => [key(row), row]));
  for (const part of accesses) {
    part.addEventListener('click', event => pick(rowOf.get(key(part)), event));
  }
  show();
}
const choice = document.querySelector('#launch');
if (choice) {
  const pick = () => {
    for (const launch of document.querySelectorAll('.launch')) {
      launch.hidden = launch.id !== choice.value;
    }
  };
  choice.addEventListener('change', pick);
  pick();
}
