#!/usr/bin/env python3
"""Checks in a real browser that the built documentation fits the screen.

    check_width.py HTML_FOLDER

At 1280 pixels no block of code and no table is wider than its column, and no page scrolls sideways at
1280 or at 390, a phone's width. Where the documentation is not built, or no browser is installed, it
says so and ends with 0.
"""

import sys
from pathlib import Path

import browser

# The longest line of each block of code or table that is cut, and by how much the page is too wide.
MEASURE = """(page) => {
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


def problems(pages):
    """What does not fit, a sentence for each."""
    widths = [1280, 390]
    for page, answers in browser.ask_pages(pages, widths, MEASURE).items():
        for width, found in zip(widths, answers):
            if found["beyond"] > 1:
                yield f"{page.name}: at {width} pixels the page is {found['beyond']} pixels too wide"
            for line in found["cut"] if width == 1280 else ():
                yield (f"{page.name}: at {width} pixels a block of code or a table is cut; its longest line: "
                       f"{line.strip()}")


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
