#!/usr/bin/env python3
"""Checks that every public header can be included alone, and where headers mention a backend.

    check_headers.py COMPILER INCLUDE

`#if` on a compiler or a backend belongs into the folders of these.
"""

import re
import subprocess
import sys
from pathlib import Path

COMPILER_FOLDERS = ("kernelwright/compiler/", "kernelwright/cpu/", "kernelwright/cuda/")


def broken_rules(header, text):
    """What is wrong with a header's text. `header` is its path below the include folder."""
    if not header.startswith(COMPILER_FOLDERS):
        condition = re.search(r"#[ \t]*if.*", text)
        if condition:
            yield f"{header}: `{condition[0]}` belongs into compiler/, cpu/ or cuda/"
    if not re.search(r"^#pragma once$", text, re.MULTILINE):
        yield f"{header}: no #pragma once"


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
    compiler, include = arguments[0], Path(arguments[1])
    problems = []
    for path in sorted(include.glob("kernelwright/**/*.hpp")):
        header = path.relative_to(include).as_posix()
        problems += broken_rules(header, path.read_text(encoding="utf-8"))
        message = compile_alone(compiler, include, header)
        if message:
            problems.append(f"{header} does not compile alone:\n{message}")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
