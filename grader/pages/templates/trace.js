'use strict';
// Shows all programs, one program, or one step of it, by hiding what does not belong.
for (const launch of document.querySelectorAll('.launch')) {
  const accesses = [...launch.querySelectorAll('.access')];
  const rows = [...launch.querySelectorAll('tbody tr')];
  const programs = [...launch.querySelectorAll('.program')];
  const back = launch.querySelector('.back');
  const next = launch.querySelector('.next');
  const said = launch.querySelector('.said');
  let program = '';  // '' for all
  let step = '';

  function rowsOf(wanted) {
    return rows.filter(row => row.dataset.program === wanted);
  }

  function show() {
    const away = part => (program !== '' && part.dataset.program !== program) ||
                         (step !== '' && part.dataset.order !== step);
    for (const part of accesses) {
      part.classList.toggle('away', away(part));
    }
    for (const row of rows) {
      row.classList.toggle('away', program !== '' && row.dataset.program !== program);
      row.classList.toggle('current', program !== '' && row.dataset.program === program &&
                                          row.dataset.order === step);
    }
    for (const button of programs) {
      const pressed = (button.dataset.program ?? '') === program;
      button.setAttribute('aria-pressed', String(pressed));
      button.tabIndex = pressed ? 0 : -1;
    }
    const own = rowsOf(program);
    const at = own.findIndex(row => row.dataset.order === step);
    back.disabled = program === '' || at < 0;
    next.disabled = program !== '' && (own.length === 0 || at === own.length - 1);
    if (program === '') {
      said.textContent = 'All programs are shown.';
    } else if (own.length === 0) {
      said.textContent = `Program ${label(program)} touches nothing.`;
    } else if (at < 0) {
      said.textContent = `Program ${label(program)}: ` + own.length +
                         (own.length === 1 ? ' access. ' : ' accesses. ');
    } else {
      said.textContent = own[at].dataset.say;
      own[at].scrollIntoView({block: 'nearest'});
    }
  }

  function label(wanted) {
    return programs.find(button => button.dataset.program === wanted).textContent;
  }

  function choose(wanted, wantedStep = '') {
    program = wanted;
    step = wantedStep;
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
      const first = rows[0];
      return first && choose(first.dataset.program, first.dataset.order);
    }
    const own = rowsOf(program);
    const at = own.findIndex(row => row.dataset.order === step) + by;
    choose(program, at < 0 ? '' : own[at].dataset.order);
  }
  back.addEventListener('click', () => move(-1));
  next.addEventListener('click', () => move(1));
  for (const row of rows) {
    row.querySelector('button').addEventListener(
        'click', () => choose(row.dataset.program, row.dataset.order));
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
