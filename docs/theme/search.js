// Search in the whole text of the documentation, offline: lunr.js over the sections that
// search_index.py collected. Both are loaded when the search box first gets the focus, because a
// page that is only read needs neither.
(() => {
  const MOST_RESULTS = 12;
  // Names such as tl.load, write-race and kw::launch count as a whole and by their parts.
  const WORD = /[\p{L}\p{N}_]+(?:(?:[.\-]|::)[\p{L}\p{N}_]+)*/gu;

  const wordsOf = (text) => (text.toLowerCase().match(WORD) || []);

  // A number is found without its zeros as well: "lesson 3" is lesson 03.
  function tokens(value) {
    const found = [];
    for (const word of wordsOf(String(value ?? ""))) {
      const parts = /[.\-:]/.test(word) ? word.split(/[.\-:]+/) : [];
      const numbers = [word, ...parts].filter((part) => /^0\d+$/.test(part)).map((part) => part.replace(/^0+(?=.)/, ""));
      found.push(...[word, ...parts, ...numbers].map((part) => new lunr.Token(part)));
    }
    return found;
  }

  function makeIndex() {
    return lunr(function () {
      this.tokenizer = tokens;
      this.pipeline.reset();  // words that prose can spare, such as "where", are names here
      this.pipeline.add(lunr.stemmer);
      this.searchPipeline.reset();
      this.searchPipeline.add(lunr.stemmer);
      this.k1(0.3);  // that a short title has the word matters more than how often a long one has it
      this.ref("id");
      this.field("title", {boost: 12});
      this.field("page", {boost: 3});
      this.field("text");
      kwDocuments.forEach(([title, page, address, text], id) => {
        // What a teacher wrote comes before the lists of a file's declarations.
        const boost = /_8hpp|^(class|struct|namespace)/.test(address) ? 0.4 : 1;
        this.add({id, title, page, text}, {boost});
      });
    });
  }

  // The sections in which every word occurs, or a longer one that begins with it; best first.
  function find(index, question) {
    let best = null;
    for (const word of wordsOf(question)) {
      const scores = new Map();
      const results = index.query((q) => {
        q.term(word, {boost: 8});
        q.term(word, {usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING});
      });
      for (const {ref, score} of results) {
        if (best === null || best.has(ref)) {
          scores.set(ref, score + (best === null ? 0 : best.get(ref)));
        }
      }
      best = scores;
    }
    return [...(best || [])].sort((a, b) => b[1] - a[1]).slice(0, MOST_RESULTS)
      .map(([ref]) => kwDocuments[ref]);
  }

  // A stretch of the text around the first of the words.
  function excerpt(text, words) {
    const low = text.toLowerCase();
    const at = Math.max(0, Math.min(...words.map((w) => low.indexOf(w)).filter((i) => i >= 0), low.length));
    const begin = at < 50 || at >= low.length ? 0 : text.indexOf(" ", at - 50) + 1;
    return (begin > 0 ? "… " : "") + text.slice(begin, begin + 150) + (begin + 150 < text.length ? " …" : "");
  }

  function marked(text, words) {
    const part = document.createDocumentFragment();
    const escaped = words.map((w) => w.replace(/[.\-]/g, "\\$&"));
    for (const piece of text.split(new RegExp(`(${escaped.join("|")})`, "i"))) {
      const node = words.includes(piece.toLowerCase()) ? document.createElement("mark") : document.createElement("span");
      node.textContent = piece;
      part.append(node);
    }
    return part;
  }

  const load = (file) => new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = file;
    script.onload = done;
    script.onerror = failed;
    document.head.append(script);
  });

  const box = document.createElement("div");
  box.id = "kw-search";
  // The theme puts its button for light and dark beside the element of this name.
  box.innerHTML = '<div><input type="search" placeholder="Search ( / )" aria-label="Search the documentation" ' +
    'autocomplete="off" spellcheck="false"/><span id="MSearchBox" hidden></span></div><ol role="listbox" hidden></ol>';
  const field = box.querySelector("input"), list = box.querySelector("ol");
  let index = null;

  async function prepare() {
    index ??= Promise.all([load("lunr.min.js"), load("search_documents.js")]).then(makeIndex);
    return index;
  }

  async function show() {
    const words = wordsOf(field.value);
    const results = words.length > 0 ? find(await prepare(), field.value) : [];
    list.replaceChildren(...results.map(([title, page, address, text]) => {
      const link = document.createElement("a");
      link.href = address;
      const place = document.createElement("small");
      place.textContent = page === title ? "" : page;
      const first = document.createElement("b");
      first.append(marked(title, words));
      const shown = document.createElement("p");
      shown.append(marked(excerpt(text, words), words));
      link.append(first, place, shown);
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
    if (words.length > 0 && results.length === 0) {
      const item = document.createElement("li");
      item.className = "kw-nothing";
      item.textContent = `No section has "${field.value.trim()}".`;
      list.append(item);
    }
    list.hidden = words.length === 0;
  }

  function move(step) {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    (links[at + step] || (step < 0 ? field : links[0]))?.focus();
  }

  field.addEventListener("focus", prepare);
  field.addEventListener("input", show);
  box.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      move(event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
    } else if (event.key === "Enter" && event.target === field) {
      list.querySelector("a")?.click();
    } else if (event.key === "Escape") {
      list.hidden = true;
      field.focus();
    }
  });
  document.addEventListener("click", (event) => {
    list.hidden ||= !box.contains(event.target);
  });
  list.addEventListener("click", () => { list.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      field.focus();
      event.preventDefault();
    }
  });
  (document.getElementById("top") || document.body).append(box);
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    field.value = asked;
    show();
  }
})();
