#!/usr/bin/env python3
"""Checks that no sentence in Markdown begins like an item of a list.

    check_lists.py ROOT

A paragraph whose line happens to begin with "+ 1023" or "3. Programs" is shown as a list from there
on, and an answer such as "16. Lanes are far apart" loses its number. Lists count from 1. It looks at
all files of Markdown that git knows or would add.
"""

import re
import sys
from pathlib import Path

import repository

ITEM = re.compile(r"( *)(?:[-+*]|(\d+)[.)]) ")
NOT_A_PARAGRAPH = re.compile(r"\s*$|#|```|\|| {2}|<|\\| *([-+*]|\d+[.)]) ")


def false_items(text):
    """The number and the text of each line that would become an item, but is a part of a paragraph."""
    before, in_code = "", False
    last = {}  # the number of the last item, for each indentation
    for number, line in enumerate(text.splitlines(), 1):
        item = None if in_code else ITEM.match(line)
        if item:
            indent, count = item.groups()
            in_order = count is None or int(count) in (1, last.get(indent, 0) + 1)
            last[indent] = int(count or 0)
            if not in_order or not NOT_A_PARAGRAPH.match(before):
                yield number, line
        in_code ^= line.startswith("```")
        before = line


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    root = Path(arguments[0])
    problems = [f"{name}:{number}: this line would become an item of a list. Break or begin the paragraph in "
                f"another way: {line}"
                for name in repository.files(root) if name.endswith(".md")
                for number, line in false_items((root / name).read_text(encoding="utf-8"))]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
