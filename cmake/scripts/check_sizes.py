#!/usr/bin/env python3
"""Checks that source files have at most 400 lines, build files 200, and functions 60.

    check_sizes.py ROOT

It measures the files that git knows or would add: C++, CUDA, Python, CMake and JavaScript. Past
the limits, look for the missing concept.
"""

import sys
from pathlib import Path

import repository
from find_functions import language_of

MOST_IN_FILE = 400
MOST_IN_BUILD_FILE = 200
MOST_IN_FUNCTION = 60


def too_long(name, code):
    """The limits that a file breaks, as sentences."""
    lines = code.count("\n")
    is_build_file = name.endswith((".cmake", "CMakeLists.txt"))
    most = MOST_IN_BUILD_FILE if is_build_file else MOST_IN_FILE
    if lines > most:
        kind = "a build file" if is_build_file else "a file"
        yield f"{name}: {lines} lines ({kind} has at most {most})"
    for function in language_of(name)(code):
        if function.length > MOST_IN_FUNCTION:
            yield (f"{name}:{function.line}: {function.name} has {function.length} lines "
                   f"(a function has at most {MOST_IN_FUNCTION})")


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    root = Path(arguments[0])
    problems = [problem for name in repository.files(root) if language_of(name)
                for problem in too_long(name, (root / name).read_text(encoding="utf-8", errors="replace"))]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
