#!/usr/bin/env python3
"""Draws figures of the pages from what a program computes.

    draw_figures.py NAME PROGRAM FOLDER             writes the figures into the folder
    draw_figures.py NAME PROGRAM FOLDER --check     fails if one in the folder is not the same

NAME is a module of figures/, such as lesson06. PROGRAM is docs.figures.NAME. It runs kernels, which may be traced, and
prints a list of numbers in each line, after the list's name. The module's `draw(lists, launches)` returns figures by name.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def number(text):
    """A number without a fraction is an integer."""
    return int(text) if text.lstrip("-").isdigit() else float(text)


def run(program):
    """What the program prints, as lists of numbers by name, and the launches that it traced."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder, "trace")
        text = subprocess.run([program], check=True, stdout=subprocess.PIPE, encoding="utf-8",
                              env={**os.environ, "KW_TRACE": str(trace)}).stdout
        launches = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()] \
            if trace.exists() else []
    lists = {}
    for line in text.splitlines():
        name, *values = line.split()
        lists[name] = list(map(number, values))
    return lists, launches


def main(arguments):
    check = arguments[3:] == ["--check"]
    if len(arguments) != 3 and not check:
        sys.exit(__doc__)
    module, program, folder = arguments[:3]
    draw = importlib.import_module(f"figures.{module}").draw
    old = []
    for name, picture in draw(*run(program)).items():
        file, svg = Path(folder, f"{name}.svg"), picture.svg()
        if not check:
            file.write_text(svg, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != svg:
            old.append(f"docs/images/{name}.svg")
    if old:
        sys.exit(f"Not what a run shows now: {', '.join(old)}. Draw again:\n"
                 f"  cmake/scripts/draw_figures.py {module} {program} docs/images")


if __name__ == "__main__":
    main(sys.argv[1:])
