#!/usr/bin/env python3
"""Finishes the pages that Doxygen made.

    finish_pages.py LAYOUT.xml HTML

Links in blocks of code that lead to another symbol than the one they name become plain text. Long
names in wide tables may break between their parts. Each page of the menu gets links to the
previous and the next page, in the order of the menu. Then the text is collected for the search.
"""

import re
import sys
from pathlib import Path

from pages import code_links, search_index

END = re.compile("</div></div><!-- (?:contents|PageDoc) -->")  # of the text
PAGE = "<!-- PageDoc -->"  # at the end of a page that somebody wrote, unlike those of symbols
TABLE = re.compile(r'<table class="markdownTable">.*?</table>', re.S)
PLACES = (("previous", "prev", "Previous"), ("next", "next", "Next"))


def reading_order(layout):
    """The names of the menu's pages, in its order, each once."""
    names = re.findall(r'<tab type="(?:(mainpage)|[^"]*" [^>]*url="@ref (\w+))"', layout)
    return list(dict.fromkeys(f"{'index' if main else name}.html" for main, name in names))


def title(page):
    """The heading of a page, as HTML."""
    return re.search(r'<div class="title">(.*?)\s*</div>', page, re.S)[1]


def with_breaks(page):
    """A page whose long names in wide tables, such as torch.nn.functional.dropout, may break between parts."""
    parts = lambda code: re.sub(r"(::|[._(]|[a-z](?=[A-Z]))(?=\w)", r"\1<wbr/>", code[0])
    return TABLE.sub(lambda table: re.sub(r"<code>[^<]{16,}</code>", parts, table[0])
                     if table[0].count("<th ") > 3 else table[0], page)


def neighbours(order, titles):
    """For each page, the links at its foot."""
    links = {}
    for at, name in enumerate(order):
        near = (order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None)
        links[name] = '<nav class="kw-pages" aria-label="Previous and next page">' + "".join(
            f'<a class="{kind}" rel="{rel}" href="{one}"><small>{words}</small>{titles[one]}</a>'
            for (kind, rel, words), one in zip(PLACES, near) if one) + "</nav>\n"
    return links


def with_foot(page, links):
    """A page with the links at the end of its contents."""
    finished, places = END.subn(lambda end: links + end[0], page, count=1)
    if not places:
        sys.exit(f"This page does not have the end of its text that {END.pattern} looks for: {title(page)}")
    return finished


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    layout, folder = map(Path, arguments)
    pages = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.html")}
    order = reading_order(layout.read_text(encoding="utf-8"))
    missing = [name for name in order if name not in pages]
    if missing:
        sys.exit(f"The menu names pages that do not exist: {', '.join(missing)}")
    lost = sorted(name for name, page in pages.items() if PAGE in page and name not in order)
    if lost:
        sys.exit(f"The menu in docs/theme/layout.xml.in lacks these pages: {', '.join(lost)}")
    feet = neighbours(order, {name: title(pages[name]) for name in order})
    for name, page in pages.items():
        finished = code_links.without_false_links(page, pages.get(code_links.list_of_names(name), ""))
        if name in feet:
            finished = with_foot(with_breaks(finished), feet[name])
        if finished != page:
            (folder / name).write_text(finished, encoding="utf-8")
    search_index.write(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
