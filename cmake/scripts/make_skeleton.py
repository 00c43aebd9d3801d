#!/usr/bin/env python3
"""Makes a lesson's skeleton, or its clean solution, from the marked solution.

    make_skeleton.py skeleton|solution SOLUTION [OUTPUT]
    make_skeleton.py check ROOT

In a marked solution, the lines between `//{ solution` and `//}` are the answer. Lines that begin
with `//| ` take their place in the skeleton. `skeleton` writes what a learner starts from, and
`solution` writes the answer without the marks. Without OUTPUT the result is printed.
`check` names the exercises that are no skeletons, as those of a learner are not.
"""

import re
import sys
from pathlib import Path


class BrokenMarks(Exception):
    """The marks of a solution do not fit together. The message begins with file and line."""


def make(part, text, name):
    """The `part` ("skeleton" or "solution") of a marked solution. `name` is for messages."""
    if text and not text.endswith("\n"):
        raise BrokenMarks(f"{name}: the last line does not end with a newline")
    kept = []
    opened = 0  # the line of the open `//{ solution`, or 0
    for number, line in enumerate(text.split("\n")[:-1], 1):
        mark = line.strip()
        if mark == "//{ solution":
            if opened:
                raise BrokenMarks(
                    f"{name}:{number}: `//{{ solution` inside the one of line {opened}")
            opened = number
        elif mark == "//}":
            if not opened:
                raise BrokenMarks(f"{name}:{number}: `//}}` without `//{{ solution`")
            opened = 0
        elif mark.startswith("//|"):
            if not opened:
                raise BrokenMarks(f"{name}:{number}: `//|` outside `//{{ solution`")
            if part == "skeleton":
                kept.append("" if mark == "//|" else re.sub(r"^( *)//\| ?", r"\1", line))
        elif not opened or part == "solution":
            kept.append(line)
    if opened:
        raise BrokenMarks(f"{name}:{opened}: `//{{ solution` is never closed with `//}}`")
    return "".join(line + "\n" for line in kept)


def texts(solution):
    """The solution without marks and the skeleton of a marked solution's file."""
    marked = solution.read_text(encoding="utf-8")
    return tuple(make(part, marked, solution) for part in ("solution", "skeleton"))


def edited(root):
    """The exercises that differ from their skeletons, or are missing."""
    for solution in sorted(root.glob("solutions/*/[1-9]_*.cpp")):
        exercise = root / "exercises" / solution.relative_to(root / "solutions")
        if not exercise.exists() or exercise.read_text(encoding="utf-8") != texts(solution)[1]:
            yield exercise.relative_to(root)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "check":
        found = list(edited(Path(arguments[1])))
        sys.exit("".join(f"{exercise} is not the skeleton of its solution\n" for exercise in found) or 0)
    if len(arguments) not in (2, 3) or arguments[0] not in ("skeleton", "solution"):
        sys.exit(__doc__)
    try:
        result = make(arguments[0], Path(arguments[1]).read_text(encoding="utf-8"), arguments[1])
    except BrokenMarks as problem:
        sys.exit(str(problem))
    if len(arguments) == 3:
        Path(arguments[2]).write_text(result, encoding="utf-8")
    else:
        sys.stdout.write(result)


if __name__ == "__main__":
    main(sys.argv[1:])
