#!/usr/bin/env python3
"""Searches the built documentation in a real browser.

    check_search.py HTML_FOLDER

Each question must have, among its first four answers, the place where the documentation explains it.
Says so and ends with 0 where there is no documentation or no Chromium.
"""

import html
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

EXPECTED = {
    "tl.load": "tl_reference.html#tl_load",
    "stream": "glossary.html#stream",
    "write-race": "findings.html#",
    "broadcast": "tl_reference.html#tl_broadcast_to",
    "online softmax": "lesson05.html#",
    "cumsum": "tl_reference.html#tl_cumsum",
    "no such thing anywhere": None,
}


def answers(browser, page, question):
    """The addresses that the page lists for a question."""
    with tempfile.TemporaryDirectory() as profile:
        run = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
             "--virtual-time-budget=8000", "--dump-dom", f"file://{page}?q={quote(question)}"],
            capture_output=True, text=True, timeout=100, check=True)
    found = re.search(r'<div id="kw-search">.*?<ol[^>]*>(.*?)</ol>', run.stdout, re.S)
    if not found:
        sys.exit("the page has no search box")
    return [html.unescape(a) for a in re.findall(r'<a href="([^"]*)"', found[1])]


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    page = Path(arguments[0]).resolve() / "lesson03.html"
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not page.exists() or not browser:
        print("There is no documentation in", arguments[0], "or no Chromium")
        return 0
    wrong = 0
    for question, place in EXPECTED.items():
        found = answers(browser, page, question)
        if any(a.startswith(place) for a in found[:4]) if place else not found:
            continue
        wrong += 1
        print(f'"{question}" should lead to {place or "nothing"}, but it leads to: {", ".join(found[:4])}')
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
