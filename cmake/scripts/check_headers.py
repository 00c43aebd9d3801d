#!/usr/bin/env python3
"""Checks that every public header can be included alone.

    check_headers.py COMPILER INCLUDE
"""

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


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    include = Path(arguments[1])
    headers = [path.relative_to(include) for path in sorted(include.glob("kernelwright/**/*.hpp"))]
    messages = {header: compile_alone(arguments[0], include, header) for header in headers}
    problems = [f"{header} does not compile alone:\n{message}" for header, message in messages.items() if message]
    if problems or not headers:
        sys.exit("\n".join(problems) or f"there are no headers in {include}")


if __name__ == "__main__":
    main(sys.argv[1:])
