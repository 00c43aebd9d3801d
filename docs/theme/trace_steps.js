'use strict';
// Buttons below each trace, which show all programs, one program, or one of its accesses, and say
// what it touches. Without scripts, the whole picture stays.
for (const picture of document.querySelectorAll('.contents svg.trace')) {
  const accesses = [...picture.querySelectorAll('.access')];
  const say = step => step.access.querySelector('title').textContent;
  // One entry per step: its drawing, and the number of the program.
  const steps = accesses
    .map(access => ({access, program: Number(access.dataset.program),
                     order: Number(access.dataset.order)}))
    .sort((a, b) => a.program - b.program || a.order - b.order);
  const programs = [...new Set(steps.map(step => step.program))];
  let program = -1;  // a place in `programs`, or -1 for all
  let step = -1;     // a place among the steps of the program, or -1 for all

  const bar = document.createElement('div');
  bar.className = 'kw-steps';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Step through the trace');
  const said = document.createElement('p');
  said.setAttribute('role', 'status');

  function own() {
    return steps.filter(one => one.program === programs[program]);
  }

  function button(words, enabled, press) {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = words;
    made.addEventListener('click', () => {
      press();
      show();
    });
    bar.append(made);
    return () => { made.disabled = !enabled(); };
  }

  const refresh = [
    button('all programs', () => program >= 0, () => { program = step = -1; }),
    button('previous program', () => program > 0, () => { program -= 1; step = -1; }),
    button('next program', () => program + 1 < programs.length, () => { program += 1; step = -1; }),
    button('previous step', () => step >= 0, () => { step -= 1; }),
    button('next step', () => program < 0 || step + 1 < own().length, () => {
      program = Math.max(program, 0);
      step += 1;
    }),
  ];

  function show() {
    const chosen = program < 0 ? steps : step < 0 ? own() : [own()[step]];
    for (const one of steps) {
      one.access.classList.toggle('away', !chosen.includes(one));
    }
    for (const one of refresh) {
      one();
    }
    if (program < 0) {
      const all = programs.length === 1 ? 'One program.' : `All ${programs.length} programs.`;
      said.textContent = `${all} Step through ${programs.length === 1 ? 'it' : 'them'}, or choose a part of ` +
                         'the picture.';
    } else if (step < 0) {
      const name = say(own()[0]).split(':')[0];
      said.textContent = `${name[0].toUpperCase()}${name.slice(1)} touches memory ` +
                         (own().length === 1 ? 'once.' : `${own().length} times.`);
    } else {
      const words = say(own()[step]);
      said.textContent = `Step ${step + 1} of ${own().length}, ${words}.`;
    }
  }

  for (const one of steps) {
    one.access.addEventListener('click', () => {
      program = programs.indexOf(one.program);
      step = own().indexOf(one);
      show();
    });
  }
  bar.append(said);
  picture.after(bar);
  show();
}
