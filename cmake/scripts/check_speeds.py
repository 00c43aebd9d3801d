#!/usr/bin/env python3
"""Checks that the speeds which texts give were measured.

    check_speeds.py ROOT

A number before TFLOP/s, GFLOP/s or GB/s in a lesson, a page or a commentary has to be a rounded number of
docs/measurements.md or of a file in docs/figures, or a figure of a data sheet that is listed here. So a
text does not keep a speed that was measured again.
"""

import re
import sys
from pathlib import Path

import repository

# NVIDIA's data sheet of the H200: 16-bit products on tensor cores, and its memory.
DATA_SHEETS = {"990 TFLOP/s", "4,800 GB/s"}

SPEED = re.compile(r"(\d[\d,]*(?:\.\d+)?) (TFLOP/s|GFLOP/s|GB/s)")
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")


def value(text):
    return float(text.replace(",", ""))


def not_measured(text, measured):
    """The speeds of a text that no measured number rounds to."""
    for found in SPEED.finditer(text):
        half = 0.5 * 10.0 ** -len(found[1].partition(".")[2])
        if found[0] not in DATA_SHEETS and not any(abs(value(found[1]) - x) <= half + 1e-9 for x in measured):
            yield found[0]


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    root = Path(arguments[0])
    sources = [root / "docs/measurements.md", *sorted((root / "docs/figures").glob("*.txt"))]
    measured = {value(number) for source in sources
                for number in NUMBER.findall(source.read_text(encoding="utf-8"))}
    problems = [f"{name}: {speed} is not in docs/measurements.md or docs/figures. Was it measured again?"
                for name in repository.files(root)
                if name.endswith(".md") and name.startswith(("docs/pages/", "lessons/", "solutions/"))
                for speed in not_measured((root / name).read_text(encoding="utf-8"), measured)]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
