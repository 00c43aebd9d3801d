#!/usr/bin/env python3
"""Checks the list of what a beginner asks.

    check_questions.py ROOT

docs/reader_questions.md has a section for each page of a lesson, whose heading links to the page. It is a
table of at least twenty questions and the sections of the page that answer them, such as
`Goal; Your task`. Each of these must be a heading of the page. Names in *italics* are other pages.
"""

import pathlib
import re
import sys

import check_topics
import lesson_pages

PAGE = "docs/reader_questions.md"
LEAST_QUESTIONS = 20


def sections(text):
    """The rows of each page's table, by the path that the heading links to, below the root."""
    found = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        link = re.search(r"\]\(\.\./(lessons/[^)]*)\)", part.partition("\n")[0])
        found[link[1] if link else part.partition("\n")[0]] = check_topics.rows(part)
    return found


def problems(root):
    """What is wrong with the list, as sentences."""
    tables = sections((root / PAGE).read_text(encoding="utf-8"))
    for file in lesson_pages.all_pages(root):
        name = file.relative_to(root).as_posix()
        rows = tables.pop(name, [])
        if len(rows) < LEAST_QUESTIONS:
            yield f"{name}: {len(rows)} questions, at least {LEAST_QUESTIONS} are needed"
        known = check_topics.headings(file.read_text(encoding="utf-8"))
        for row in rows:
            named = [name.strip() for name in re.split("[;,]", re.sub(r"\*[^*]*\*", "", row[-1]))]
            # A heading may have a comma or a semicolon in it.
            if any(one and not any(one in heading for heading in known) for one in named):
                yield f"{name}: `{row[0]}` leads to a section that does not exist: {row[-1]}"
    yield from (f"{PAGE}: {name} is not a page of a lesson" for name in tables)


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    found = list(problems(pathlib.Path(arguments[0])))
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main(sys.argv[1:])
