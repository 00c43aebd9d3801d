#!/usr/bin/env python3
"""Checks the page that says where each topic is taught.

    check_topics.py ROOT

docs/pages/topics.md is a table: a topic, the sections that teach it and the checks that ask for it.
A section is a page and one of its headings, such as `@ref lesson04, *Across programs: atomics, or
two passes*`; a check is a lesson and an id in its lesson.toml, such as `lesson04 sum-atomic`. Each
must exist, each topic needs a section, and each lesson with its page must be named. Every lesson's
page ends with a reading list that has links.
"""

import pathlib
import re
import sys

import lesson_pages

PAGE = "docs/pages/topics.md"
LEAST_LINKS = 3


def headings(text):
    """The headings of a page as they are read, without marks and anchors."""
    found = re.findall(r"^#{1,4} (.*)$", text, re.MULTILINE)
    return {re.sub(r"<[^>]*>|\{#\w+\}|\*|`", "", heading).strip() for heading in found}


def page_file(root, name):
    """The file of a page that `@ref name` leads to, or None."""
    of_lessons = {lesson_pages.name(page): page for page in lesson_pages.all_pages(root)}
    name = "main" if name == "mainpage" else name  # which Doxygen wants to be called so
    files = root.glob(f"docs/pages/{name}.md")
    return of_lessons.get(name) or next(iter(files), None)


def rows(page):
    """The cells of the table's rows, without its head."""
    lines = [line for line in page.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def checks_of(root, lesson):
    files = root.glob(f"lessons/{lesson[-2:]}_*/lesson.toml")
    return {name for file in files
            for name in re.findall(r'^id = "(.*)"$', file.read_text(encoding="utf-8"), re.MULTILINE)}


def problems_of_row(root, topic, sections, checks):
    """What is wrong with a row of the table, as sentences."""
    named = re.findall(r'@ref (\w+)(?: "[^"]*")?((?:, \*[^*]+\*)*)', sections)
    if not named:
        yield f"{PAGE}: no section teaches `{topic}`"
    for name, titles in named:
        file = page_file(root, name)
        if file is None:
            yield f"{PAGE}: `{topic}` leads to the page {name}, which does not exist"
            continue
        known = headings(file.read_text(encoding="utf-8"))
        for title in re.findall(r"\*([^*]+)\*", titles):
            if title not in known:
                yield f"{PAGE}: {name} has no section `{title}`"
    for lesson, check in re.findall(r"`(lesson\d\d) ([a-z0-9-]+)`", checks):
        if check not in checks_of(root, lesson):
            yield f"{PAGE}: {lesson} has no check `{check}`"


def problems_of_reading_list(file):
    """A lesson's page ends with links to read."""
    reading = file.read_text(encoding="utf-8").partition("\n### Reading list\n")[2]
    links = len(re.findall(r"\]\(https?://", reading))
    if links < LEAST_LINKS:
        yield f"{file.parent.name}/{file.name}: its reading list has {links} links, at least {LEAST_LINKS} are needed"


def problems(root):
    page = (root / PAGE).read_text(encoding="utf-8")
    table = rows(page)
    for row in table:
        if len(row) != 3:
            yield f"{PAGE}: a row has {len(row)} cells: {row[0]}"
        else:
            yield from problems_of_row(root, *row)
    for file in lesson_pages.all_pages(root):
        name = lesson_pages.name(file)
        if not any(re.search(rf"@ref {name}\b", cell) for row in table for cell in row):
            yield f"{PAGE} does not name {name}"
        yield from problems_of_reading_list(file)


def main(root):
    found = list(problems(pathlib.Path(root)))
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
