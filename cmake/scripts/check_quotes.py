#!/usr/bin/env python3
"""Checks that the code in a lesson's text is code that compiles.

    check_quotes.py ROOT 03_masking

Every ```cpp block of the lesson's README.md must be, indentation aside, in the lesson's solution,
skeleton, contract or tests, or in docs/examples.
"""

import re
import sys
from pathlib import Path

import make_skeleton


def plain_lines(text):
    """The text without indentation, blanks at line ends, and empty lines."""
    lines = (line.strip(" \t") for line in text.split("\n"))
    return "\n" + "".join(line + "\n" for line in lines if line)


def compiled_text(root, lesson):
    """All the code that the lesson's text may quote."""
    name = lesson.split("_", 1)[1]
    solution = root / "solutions" / lesson / f"{name}.cpp"
    marked = solution.read_text(encoding="utf-8")
    texts = [make_skeleton.make(part, marked, solution) for part in ("solution", "skeleton")]
    for pattern in (f"lessons/{lesson}/*.hpp", f"lessons/{lesson}/*.cpp", "docs/examples/*.cpp"):
        texts += [file.read_text(encoding="utf-8") for file in sorted(root.glob(pattern))]
    return "\n".join(texts)


def foreign_quotes(page, code):
    """The ```cpp blocks of a page that are not in the code."""
    code = plain_lines(code)
    quotes = re.findall(r"\n```cpp\n(.*?)\n```", page, re.DOTALL)
    return [quote for quote in quotes if plain_lines(quote) not in code]


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    root, lesson = Path(arguments[0]), arguments[1]
    page = (root / "lessons" / lesson / "README.md").read_text(encoding="utf-8")
    problems = [f"lessons/{lesson}/README.md quotes code that no compiled file has:\n{quote}\n"
                for quote in foreign_quotes(page, compiled_text(root, lesson))]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
