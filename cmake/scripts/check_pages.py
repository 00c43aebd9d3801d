#!/usr/bin/env python3
"""Checks in a real browser that the built documentation fits the screen and can be read.

    check_pages.py HTML_FOLDER

At 1280 pixels no block of code and no table is wider than its column, and no page scrolls sideways at
1280 or at 390, a phone's width. Text has a contrast of at least 4.5 with what is below it, in light and
in dark. No mark of Markdown, such as ** or a backtick, is left in a sentence. Where the
documentation is not built, or no browser is installed, it says so and ends with 0.
"""

import sys
from pathlib import Path

import browser

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


def problems(pages):
    """What does not fit or cannot be read, a sentence for each."""
    widths = [1280, 390]
    for page, answers in browser.ask_pages(pages, widths, MEASURE).items():
        for width, found in zip(widths, answers):
            if found["beyond"] > 1:
                yield f"{page.name}: at {width} pixels the page is {found['beyond']} pixels too wide"
            for line in found["cut"] if width == 1280 else ():
                yield (f"{page.name}: at {width} pixels a block of code or a table is cut; its longest line: "
                       f"{line.strip()}")
            for text in found["marks"]:
                yield f"{page.name}: Doxygen left marks of Markdown in this text: {text}"
            for theme, texts in found["pale"].items():
                for contrast, text in texts:
                    yield f"{page.name}: in the {theme} theme, this text has a contrast of only {contrast}: {text}"


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    pages = [page for page in sorted(Path(arguments[0]).glob("*.html"))
             if "<!-- PageDoc -->" in page.read_text(encoding="utf-8")]
    if not pages:
        print("Nothing was measured, because the documentation is not built. Build the target docs first.")
        return 0
    if not browser.PROGRAM:
        print("Nothing was measured, because no browser is installed. Install chromium to test the pages.")
        return 0
    found = list(problems(pages))
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
