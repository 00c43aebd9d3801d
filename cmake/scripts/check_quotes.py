#!/usr/bin/env python3
"""Checks that the code in a lesson's text is code that compiles, and no answer.

    check_quotes.py ROOT 03_masking

Every ```cpp block of the lesson's pages, such as README.md, must be, indentation aside, in the lesson's exercises as
they are handed out, its headers, tests or benchmarks, or in docs/examples. No line of code in it may
be a line that a learner is asked to write.
"""

import re
import sys
from pathlib import Path

import lesson_pages
import make_skeleton


def plain_lines(text):
    """The text without indentation, blanks at line ends, and empty lines."""
    lines = (line.strip(" \t") for line in text.split("\n"))
    return "\n" + "".join(line + "\n" for line in lines if line)


def marked_solutions(root, lesson):
    """The solutions of a lesson with their marks, by file."""
    return {file: file.read_text(encoding="utf-8")
            for file in sorted((root / "solutions" / lesson).glob("*.cpp"))}


def compiled_text(root, lesson):
    """All the code that the lesson's text may quote."""
    texts = [make_skeleton.make("skeleton", marked, file)
             for file, marked in marked_solutions(root, lesson).items()]
    for pattern in (f"lessons/{lesson}/*.hpp", f"lessons/{lesson}/*/*.[ch]pp",
                    "docs/examples/*.cpp"):
        texts += [file.read_text(encoding="utf-8") for file in sorted(root.glob(pattern))]
    return "\n".join(texts)


def answer_lines(root, lesson):
    """The lines of code that learners are asked to write.

    Lines that an exercise of the lesson holds as well, and lines too short to give anything away, are
    none.
    """
    answers, given = set(), set()
    for file, marked in marked_solutions(root, lesson).items():
        given.update(plain_lines(make_skeleton.make("skeleton", marked, file)).split("\n"))
        solution = plain_lines(make_skeleton.make("solution", marked, file)).split("\n")
        answers.update(line for line in solution if len(line) > 20 and not line.startswith("//"))
    return answers - given


def code_blocks(page):
    """The ```cpp blocks of a page."""
    return re.findall(r"\n```cpp\n(.*?)\n```", page, re.DOTALL)


def foreign_quotes(page, code):
    """The ```cpp blocks of a page that are not in the code."""
    code = plain_lines(code)
    return [quote for quote in code_blocks(page) if plain_lines(quote) not in code]


def answers_given(page, answers):
    """The lines of a page's code blocks that are answers."""
    lines = plain_lines("\n".join(code_blocks(page))).split("\n")
    return [line for line in lines if line in answers]


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    root, lesson = Path(arguments[0]), arguments[1]
    problems = []
    for file in lesson_pages.pages_of(root, lesson):
        page, name = file.read_text(encoding="utf-8"), f"lessons/{lesson}/{file.name}"
        problems += [f"{name} quotes code that no compiled file has:\n{quote}\n"
                     for quote in foreign_quotes(page, compiled_text(root, lesson))]
        problems += [f"{name} gives an answer away: {line}"
                     for line in answers_given(page, answer_lines(root, lesson))]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
