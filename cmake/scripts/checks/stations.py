"""The form of a lesson's page: a goal, a station for each task, and what comes after the last one."""

import re

import lesson_pages
from checks import lessons

PAGE = r"lessons/(?P<folder>(?P<lesson>\d\d)_\w+)/(?P<page>\w+)\.md"
AFTER = ("How fast is it", "You can now", "Where we went wrong", "Going further")
PARTS = ("**Your task", "**What you should see", "**Question", "<details>")
MOST_BEFORE_COMMAND = 300
MOST_BEFORE_TASK = 300


def sections(text):
    """The sections of a page as (heading, text, where it begins)."""
    found = list(re.finditer(r"^## (.+)$", text, re.MULTILINE))
    ends = [heading.start() for heading in found[1:]] + [len(text)]
    return [(heading[1], text[heading.end():end], heading.start()) for heading, end in zip(found, ends)]


def stations(text):
    """The stations of a page as (number, text, where it begins)."""
    return [(int(number[1]), body, start) for heading, body, start in sections(text)
            if (number := re.match(r"Station (\d+): \S", heading))]


def stations_of_lesson(file):
    """The numbers of the stations on all pages of a lesson, README.md first."""
    pages = sorted((match["page"] != "README", match[0]) for match in file.files.matching(PAGE)
                   if match["folder"] == file.parts["folder"])
    return [number for _, page in pages for number, _, _ in stations(file.files.text(page))]


def missing_headings(file):
    """A page has its sections. A lesson has a station for each task, in their order."""
    for heading in ("Goal", *AFTER):
        if not re.search(rf"^## {heading}", file.text, re.MULTILINE):
            yield 0, f"has no section `## {heading}`"
    tasks = len(lessons.tasks_of_lesson(file))
    if file.parts["page"] == "README" and stations_of_lesson(file) != list(range(1, tasks + 1)):
        yield 0, f"the lesson's pages need sections `## Station 1: ...` to `## Station {tasks}: ...`, in this order"


def incomplete_stations(file):
    """A station has a short idea, its task, what the learner should see, and a question with a folded answer."""
    for number, text, start in stations(file.text):
        for part in (*PARTS, f"./course watch lesson{file.parts['lesson']}.{number}"):
            if part not in text:
                yield file.line(start), f"station {number} has no `{part}`"
        words = lesson_pages.words(text.partition(PARTS[0])[0])
        if words > MOST_BEFORE_TASK:
            yield file.line(start), (f"station {number} has {words} words before its task, more than "
                                     f"{MOST_BEFORE_TASK}")


def late_command(file):
    """A learner types the first command soon."""
    before, command, _ = file.text.partition("\n```sh\n")
    words = lesson_pages.words(before)
    if not command or words > MOST_BEFORE_COMMAND:
        yield 0, (f"has {words} words before the first command (a block of `sh`), more than {MOST_BEFORE_COMMAND}"
                  if command else "has no command (a block of `sh`)")
