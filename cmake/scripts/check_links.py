#!/usr/bin/env python3
"""Checks that every link of the built documentation leads to a page, a picture or an anchor.

    check_links.py HTML
"""

import functools
import re
import sys
from pathlib import Path


@functools.lru_cache(maxsize=None)
def read(page):
    return page.read_text(encoding="utf-8")


@functools.lru_cache(maxsize=None)
def anchors(page):
    """The places in a page that a link may name."""
    return set(re.findall(r'(?:id|name)="([^"]*)"', read(page)))


def broken_links(folder, page):
    """The page's links that lead nowhere, each with the reason."""
    for link in dict.fromkeys(re.findall(r'(?:href|src)="([^"]+)"', read(page))):
        if re.match(r"[a-z]+:", link) or link == "#":
            continue
        name, _, anchor = link.partition("#")
        target = folder / name if name else page
        if not target.exists():
            yield f"{page.name}: {link}: no such file"
        elif anchor and target.suffix == ".html" and anchor not in anchors(target):
            yield f"{page.name}: {link}: no such place in the page"


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    folder = Path(arguments[0])
    pages = sorted(folder.glob("*.html"))
    if not pages:
        sys.exit("There is no documentation in this folder yet. Build the target docs first.")
    broken = [link for page in pages for link in broken_links(folder, page)]
    if broken:
        sys.exit("\n  ".join(["Broken links:", *broken]))


if __name__ == "__main__":
    main(sys.argv[1:])
