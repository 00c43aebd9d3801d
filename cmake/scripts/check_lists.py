#!/usr/bin/env python3
"""Checks that no line inside a paragraph of Markdown begins like an item of a list.

    check_lists.py ROOT

A paragraph whose line happens to begin with "+ 1023" or "3. Programs" is shown as a list from there
on. It looks at all files of Markdown that git knows or would add.
"""

import re
import sys
from pathlib import Path

import repository

ITEM = re.compile(r" *([-+*]|\d+[.)]) ")
NOT_A_PARAGRAPH = re.compile(r"\s*$|#|```|\|| {2}|<|\\| *([-+*]|\d+[.)]) ")


def false_items(text):
    """The number and the text of each line that would become an item although it goes on with a paragraph."""
    before, in_code = "", False
    for number, line in enumerate(text.splitlines(), 1):
        if ITEM.match(line) and not in_code and not NOT_A_PARAGRAPH.match(before):
            yield number, line
        in_code ^= line.startswith("```")
        before = line


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    root = Path(arguments[0])
    problems = [f"{name}:{number}: this line would become an item of a list. Break the paragraph elsewhere: {line}"
                for name in repository.files(root) if name.endswith(".md")
                for number, line in false_items((root / name).read_text(encoding="utf-8"))]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
