#!/usr/bin/env python3
"""Checks that the findings which docs/pages/findings.md quotes are what the checker prints.

    check_findings.py ROOT

The checker's own words are in common/test/corpus/*.txt, and a test compares them with what it prints.
A block of the page that begins with a finding must be in one of these files, apart from line breaks
and from the name of the source file.
"""

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^```\n(\[.*?)^```", re.M | re.S)
SOURCE = re.compile(r"common/test/corpus/\w+\.cpp")


def plain(text):
    return " ".join(text.split())


def not_printed(page, printed):
    """The blocks of the page that no file of findings has."""
    printed = [plain(SOURCE.sub("kernel.cpp", text)) for text in printed]
    return [block for block in BLOCK.findall(page) if not any(plain(block) in text for text in printed)]


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    root = Path(arguments[0])
    page = (root / "docs/pages/findings.md").read_text(encoding="utf-8")
    printed = [file.read_text(encoding="utf-8") for file in root.glob("common/test/corpus/*.txt")]
    wrong = not_printed(page, printed)
    for block in wrong:
        print("docs/pages/findings.md quotes a finding that no file of common/test/corpus has:\n"
              f"{block}")
    return 1 if wrong or not BLOCK.search(page) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
