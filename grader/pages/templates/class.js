// Sorts and filters the class page's tables. Without this script they stay as they are.
"use strict";
document.documentElement.classList.add("scripted");

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The rows of a box in another order, in as many parts as before. */
function makeSortable(box, rows) {
  const tables = [...box.querySelectorAll("table")].map((table) => ({
    body: table.tBodies[table.tBodies.length - 1],
    count: table.querySelectorAll("tr[data-name]").length,
  }));
  const first = new Map(rows.map((row, index) => [row, index]));
  const buttons = [...box.querySelectorAll("button[data-sort]")];
  let sorted = {};

  function sortBy(key, numeric) {
    const descending = sorted.key === key ? !sorted.descending : numeric;
    sorted = { key, descending };
    const sign = descending ? -1 : 1;
    const order = [...rows].sort((a, b) => {
      const difference = numeric
        ? Number(a.dataset[key]) - Number(b.dataset[key])
        : collator.compare(a.dataset[key], b.dataset[key]);
      return sign * difference || first.get(a) - first.get(b);
    });
    let next = 0;
    for (const table of tables) {
      table.body.append(...order.slice(next, next + table.count));
      next += table.count;
    }
    for (const button of buttons) {
      const state = button.dataset.sort !== key ? "none" : descending ? "descending" : "ascending";
      button.closest("th").setAttribute("aria-sort", state);
    }
  }

  for (const button of buttons) {
    button.addEventListener("click", () =>
      sortBy(button.dataset.sort, button.dataset.numeric !== undefined));
  }
}

/** Hides the rows without the words that were typed, or without the concerns that were chosen. */
function makeFilterable(box, rows) {
  const search = box.querySelector("input[type=search]");
  const chips = [...box.querySelectorAll("button[data-concern]")];
  const count = box.querySelector("output");

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = chips.filter((chip) => chip.getAttribute("aria-pressed") === "true")
      .map((chip) => chip.dataset.concern);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const own = (row.dataset.concerns || "").split(",");
      row.hidden = !words.every((word) => text.includes(word)) ||
        !wanted.every((concern) => own.includes(concern));
    }
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length}`;
  }

  search.addEventListener("input", filter);
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      chip.setAttribute("aria-pressed", chip.getAttribute("aria-pressed") !== "true");
      filter();
    });
  }
}

for (const box of document.querySelectorAll(".sortable")) {
  const rows = [...box.querySelectorAll("tr[data-name]")];
  makeSortable(box, rows);
  makeFilterable(box, rows);
}
