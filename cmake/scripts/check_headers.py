#!/usr/bin/env python3
"""Checks that every public header can be included alone.

    check_headers.py COMPILER INCLUDE

A header that another one includes before anything else is at the very beginning of what is compiled for that one, so it
is not compiled once more.
"""

import re
import subprocess
import sys
from pathlib import Path


def compile_alone(compiler, include, header):
    """The compiler's message about a file that includes nothing but this header, or ""."""
    run = subprocess.run(
        [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", include,
         "-include", include / header, "-x", "c++", "/dev/null"],
        stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    return run.stderr if run.returncode != 0 else ""


def included_first(header):
    """The public header that this one includes before anything else, or None."""
    for line in header.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith(("//", "#pragma once")):
            include = re.match(r'#include "(kernelwright/[^"]+)"', line)
            return Path(include[1]) if include else None
    return None


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    include = Path(arguments[1])
    headers = [path.relative_to(include) for path in sorted(include.glob("kernelwright/**/*.hpp"))]
    covered = {included_first(include / header) for header in headers}
    messages = {header: compile_alone(arguments[0], include, header) for header in headers if header not in covered}
    problems = [f"{header} does not compile alone:\n{message}" for header, message in messages.items() if message]
    if problems or not headers:
        sys.exit("\n".join(problems) or f"there are no headers in {include}")


if __name__ == "__main__":
    main(sys.argv[1:])
