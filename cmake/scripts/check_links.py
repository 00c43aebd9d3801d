#!/usr/bin/env python3
"""Checks the links of the built documentation.

    check_links.py HTML

Each leads to a page, a picture or an anchor. Those in code lead to the symbol that the code means
(code_links.py says which). And from the first page, "next" leads through all pages and back.
"""

import functools
import re
import sys
from pathlib import Path

import code_links


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


def false_links(folder, page):
    """The names in the page's code that lead to a symbol which they do not mean."""
    listed = folder / (code_links.list_of_names(page.name) or "none")
    for link in code_links.false_links(read(page), read(listed) if listed.exists() else ""):
        yield f"{page.name}: {link['name']} in code leads to {link['target']}"


def lost_pages(folder, pages):
    """The pages of text that are not where "next" leads from the first page, or not back."""
    near = lambda page, rel: re.search(rf'<a class="\w+" rel="{rel}" href="([^"]*)"', read(page))
    texts = {page.name for page in pages if "<!-- PageDoc -->" in read(page)}
    name, before = "index.html", None
    while name in texts:
        texts.discard(name)
        back = near(folder / name, "prev")
        if (back and back[1]) != before:
            yield f"{name}: \"previous\" does not lead to {before or 'nothing'}"
        following = near(folder / name, "next")
        name, before = following and following[1], name
    yield from (f'{name}: no "next" leads here' for name in sorted(texts))


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    folder = Path(arguments[0])
    pages = sorted(folder.glob("*.html"))
    if not pages:
        sys.exit("There is no documentation in this folder yet. Build the target docs first.")
    broken = [link for page in pages for check in (broken_links, false_links)
              for link in check(folder, page)]
    broken += lost_pages(folder, pages)
    if broken:
        sys.exit("\n  ".join(["Broken or false links:", *broken]))


if __name__ == "__main__":
    main(sys.argv[1:])
