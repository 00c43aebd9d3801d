#!/usr/bin/env python3
"""Checks the table of Triton's names against the code that compiles.

    check_names.py ROOT

Every row of docs/pages/triton_names.md has three columns and one of three verdicts. Where a name is the
same here, docs/examples must use it; and each call of `tl` in the third column of a row that offers
something must be one that docs/examples makes. A row that offers nothing, or another thing, says what
to do instead. No name is listed twice.
"""

import re
import sys
from pathlib import Path

PAGE = "docs/pages/triton_names.md"
VERDICTS = ("same", "different", "not offered")


def rows(page):
    """The rows of all tables, as lists of cells, without their heads."""
    lines = [line for line in page.split("\n") if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] != "Triton" and not set(row[0]) <= set("-")]


def names_of(cell):
    """The names of Triton in a first column: tl.abs of `tl.abs`."""
    return re.findall(r"`(tl\.[\w.]+)`", cell)


def calls_in(text):
    """The calls of tl in code of a text: tl.abs( of `tl.abs(x)`."""
    return [call for code in re.findall(r"`([^`]*)`", text)
            for call in re.findall(r"\btl\.\w+\(", code)]


def uses(code, name):
    """Is `tl.name` called, or used as a type?"""
    word = re.escape(name.removeprefix("tl."))
    return re.search(rf"\btl\.{word}\(|\b(?<!tl\.){word}\)", code) is not None


def problems(page, code):
    seen = set()
    table = rows(page)
    if not table:
        yield "no row at all"
    for row in table:
        if len(row) != 3 or row[1] not in VERDICTS:
            yield f"{row[0]}: a row is `| Triton | {' or '.join(VERDICTS)} | what to know |`"
            continue
        triton, verdict, advice = row
        for name in names_of(triton):
            if name in seen:
                yield f"{name} is listed twice"
            seen.add(name)
            if verdict == "same" and not uses(code, name):
                yield f"{name} is said to be the same, and no example uses it"
        if verdict != "same" and not advice:
            yield f"{triton}: says neither why nor what to do instead"
        for call in calls_in(advice):
            if call not in code:
                yield f"{triton}: no example calls {call}"


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    root = Path(arguments[0])
    code = "\n".join(file.read_text(encoding="utf-8")
                     for file in sorted(root.glob("docs/examples/*.cpp")))
    found = list(problems((root / PAGE).read_text(encoding="utf-8"), code))
    if found:
        sys.exit("\n".join(f"{PAGE}: {problem}" for problem in found))


if __name__ == "__main__":
    main(sys.argv[1:])
