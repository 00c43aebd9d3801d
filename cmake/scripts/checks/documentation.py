"""The built documentation: its links, and what a real browser shows of it."""

import functools
import json
import re

from pages import browser
from repository import Skipped

IS_TEXT = "<!-- PageDoc -->"  # Doxygen's mark in a page of text
WIDTHS = [1280, 390]  # of a screen, and of a phone


def anchors(text):
    """The places in a page that a link may name."""
    return set(re.findall(r'(?:id|name)="([^"]*)"', text))


def broken_links(file):
    """The page's links that lead nowhere, each with the reason."""
    known_anchors = functools.lru_cache(maxsize=None)(lambda name: anchors(file.files.text(name)))
    for link in dict.fromkeys(re.findall(r'(?:href|src)="([^"]+)"', file.text)):
        if re.match(r"[a-z]+:", link) or link == "#":
            continue
        target, _, anchor = link.partition("#")
        target = target or file.name
        if target not in file.files.known:
            yield 0, f"{link}: no such file"
        elif anchor and target.endswith(".html") and anchor not in known_anchors(target):
            yield 0, f"{link}: no such place in the page"


def ask(files, names, widths, function):
    """What a browser answers about pages: the answers of each, by its name."""
    if not browser.PROGRAM:
        raise Skipped("No page was opened, because no browser is installed. Install chromium to test the pages.")
    answers = browser.ask_pages([files.root / name for name in names], widths, function)
    return {page.name: answer for page, answer in answers.items()}


# Each question must have, among its first four answers, the place where the documentation explains it.
EXPECTED = {
    "tl.load": "tl_reference.html#tl_load",
    "stream": "glossary.html#stream",
    "write-race": "findings.html#",
    "broadcast": "tl_reference.html#tl_broadcast_to",
    "online softmax": "lesson05.html#",
    "cumsum": "tl_reference.html#tl_cumsum",
    "lesson 3": "lesson03.html",
    "deadline": "scores_and_forms.html#",
    "WSL": "which_machine.html#",
    "no such thing anywhere": None,
}

# Types each question into the box, and collects the addresses that the list then has. The list is never
# empty: where nothing is found, it says so.
SEARCH = """async (page) => {
  const field = page.querySelector("#kw-search input"), list = page.querySelector("#kw-search ol");
  const answers = {};
  for (const question of QUESTIONS) {
    list.replaceChildren();
    field.value = question;
    field.dispatchEvent(new Event("input"));
    for (let waits = 0; waits < 600 && list.children.length === 0; ++waits) {
      await new Promise((done) => setTimeout(done, 25));
    }
    answers[question] = list.children.length === 0 ? ["no answer"]
      : [...list.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  }
  return answers;
}"""


def lost_answers(file):
    """The questions for which the search does not lead to the place that explains it."""
    search = SEARCH.replace("QUESTIONS", json.dumps(list(EXPECTED)))
    (answers,) = ask(file.files, [file.name], WIDTHS[:1], search)[file.name]
    for question, place in EXPECTED.items():
        found = answers[question]
        if not (any(answer.startswith(place) for answer in found[:4]) if place else not found):
            yield 0, (f'a search for "{question}" should lead to {place or "nothing"}, but it leads to: '
                      f'{", ".join(found[:4])}')


# The longest line of each block of code or table that is cut, and by how much the page is too wide.
WIDTH = """(page) => {
  page.querySelectorAll("details").forEach((hidden) => { hidden.open = true; });
  const blocks = [...page.querySelectorAll("div.fragment, pre.fragment, .kw-message > span, " +
                                           "table.markdownTable > tbody")];
  const lines = (block) => block.querySelector(".line, tr")
    ? [...block.querySelectorAll(".line, tr")].map((line) => line.textContent)
    : block.textContent.split("\\n");
  const beyond = (part) => part.scrollWidth - part.clientWidth;
  return {
    cut: blocks.filter((block) => beyond(block) > 1)
      .map((block) => lines(block).reduce((most, line) => line.length > most.length ? line : most, "")),
    beyond: Math.max(beyond(page.documentElement), beyond(page.getElementById("doc-content"))),
  };
}"""

# For each theme, the text that is too pale: the first of each contrast. Formula of WCAG 2.1, 1.4.3.
CONTRAST = """(page) => {
  const styles = page.defaultView.getComputedStyle;
  const parts = (colour) => { const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => [[r, 0.2126], [g, 0.7152], [b, 0.0722]].reduce((sum, [part, weight]) =>
    sum + weight * (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4), 0);
  const below = (element) => {
    const colour = parts(styles(element).backgroundColor);
    const parent = element.parentElement;
    return colour[3] === 1 ? colour : over(colour, parent ? below(parent) : [255, 255, 255, 1]);
  };
  const pale = (element) => {
    const ground = below(element);
    const [less, more] = [light(over(parts(styles(element).color), ground)), light(ground)].sort((a, b) => a - b);
    const contrast = (more + 0.05) / (less + 0.05);
    return contrast < 4.5 ? contrast.toFixed(2) : null;
  };
  const instant = page.createElement("style");
  instant.textContent = "* { transition: none !important; }";
  page.head.append(instant);
  const found = {};
  for (const theme of ["light", "dark"]) {
    page.documentElement.classList.toggle("dark-mode", theme === "dark");
    page.documentElement.classList.toggle("light-mode", theme === "light");
    const texts = page.createTreeWalker(page.getElementById("doc-content"), NodeFilter.SHOW_TEXT);
    const of_theme = {};
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const text = texts.currentNode.textContent.trim();
      if (text && !element.closest("svg, script, style") && element.getClientRects().length) {
        const contrast = pale(element);
        if (contrast) { of_theme[contrast] ??= text.slice(0, 60); }
      }
    }
    found[theme] = Object.entries(of_theme);
  }
  return found;
}"""

# Text with marks of Markdown that Doxygen did not understand.
MARKS = """(page) => {
  const texts = page.createTreeWalker(page.getElementById("doc-content"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const is_code = texts.currentNode.parentElement.closest("code, pre, svg, script, style, .fragment, .katex");
    if (!is_code && /\\*\\*|`|\\]\\(|^\\*\\w|<tt>/.test(text)) { found.push(text.slice(0, 60)); }
  }
  return found;
}"""

MEASURE = f"""(page) => {{
  const width = ({WIDTH})(page);
  return page.defaultView.innerWidth > 1000
    ? {{ ...width, pale: ({CONTRAST})(page), marks: ({MARKS})(page) }}
    : {{ ...width, pale: {{}}, marks: [] }};
}}"""


@functools.lru_cache(maxsize=1)
def measured(files):
    """What the browser measures of all pages of text."""
    names = [name for name in files.names if name.endswith(".html") and IS_TEXT in files.text(name)]
    return ask(files, names, WIDTHS, MEASURE)


def unreadable(file):
    """What of a page does not fit the screen or cannot be read.

    On a screen no block of code and no table is wider than its column, and no page scrolls sideways there or on a
    phone. Text has a contrast of at least 4.5 with what is below it, in light and in dark. No mark of Markdown, such as
    ** or a backtick, is left in a sentence.
    """
    for width, found in zip(WIDTHS, measured(file.files).get(file.name, ())):
        if found["beyond"] > 1:
            yield 0, f"at {width} pixels the page is {found['beyond']} pixels too wide"
        for line in found["cut"] if width == WIDTHS[0] else ():
            yield 0, f"at {width} pixels a block of code or a table is cut; its longest line: {line.strip()}"
        for text in found["marks"]:
            yield 0, f"Doxygen left marks of Markdown in this text: {text}"
        for theme, texts in found["pale"].items():
            for contrast, text in texts:
                yield 0, f"in the {theme} theme, this text has a contrast of only {contrast}: {text}"
