#!/usr/bin/env python3
"""Searches the built documentation in a real browser.

    check_search.py HTML_FOLDER

Each question must have, among its first four answers, the place where the documentation explains it.
Where the documentation is not built, or no browser is installed, it says so and ends with 0.
"""

import json
import sys
from pathlib import Path

import browser

EXPECTED = {
    "tl.load": "tl_reference.html#tl_load",
    "stream": "glossary.html#stream",
    "write-race": "findings.html#",
    "broadcast": "tl_reference.html#tl_broadcast_to",
    "online softmax": "lesson05.html#",
    "cumsum": "tl_reference.html#tl_cumsum",
    "no such thing anywhere": None,
}


# Types each question into the box, and collects the addresses that the list then has. The list is never
# empty: where nothing is found, it says so.
ASK = """async (page) => {
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


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    page = Path(arguments[0]).resolve() / "lesson03.html"
    if not page.exists():
        print("Nothing was searched, because the documentation is not built. Build the target docs first.")
        return 0
    if not browser.PROGRAM:
        print("Nothing was searched, because no browser is installed. Install chromium to test the search.")
        return 0
    wrong = 0
    ask = ASK.replace("QUESTIONS", json.dumps(list(EXPECTED)))
    (answers,) = browser.ask_pages([page], [1280], ask)[page]
    for question, place in EXPECTED.items():
        found = answers[question]
        if any(a.startswith(place) for a in found[:4]) if place else not found:
            continue
        wrong += 1
        print(f'"{question}" should lead to {place or "nothing"}, but it leads to: {", ".join(found[:4])}')
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
