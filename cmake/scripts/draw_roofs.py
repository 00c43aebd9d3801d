#!/usr/bin/env python3
"""Measures the roofs of this machine, and draws kernels as points under them.

    draw_roofs.py BUILD FIGURE.svg [PROGRAM...]

PROGRAM is a program of benchmarks without its last word, such as lesson10.2.exercise.cpu, or with the task of
a program that has those of all, as in lesson10.solution.cpu:2. Each of them measures a copy as well, which is the sloped roof. The flat one is the fastest arithmetic that was
measured, so the products of lesson 07 belong among the programs; they are, if none is named.
Of each benchmark the last size is drawn, since small ones may fit a cache.
"""

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from figures.figure import Figure

PROGRAMS = ("lesson10.2.exercise.cpu", "lesson10.solution.cpu:2", "lesson07.solution.cpu:2")
KINDS = ("warn-dot", "mine-dot", "third-dot", "second-dot")
LEFT, RIGHT, TOP, BOTTOM = 70, 540, 40, 280


class Point(NamedTuple):
    """A benchmark: operations per byte, and 10^9 operations per second."""
    name: str
    intensity: float
    rate: float


def points_of(program, report):
    """The points of a program's report, the last size of each benchmark, and what a copy moves."""
    tree = report["context"].get("tree", "")
    last = {}
    for each in report["benchmarks"]:
        name = each["name"].split("/iterations:")[0]
        if each.get("TFLOP_per_s", 0) > 0 and each.get("GB_per_s", 0) > 0:
            rate = 1000 * each["TFLOP_per_s"]
            last[name.split("/")[0]] = Point(f"{name}, {tree or program}", rate / each["GB_per_s"],
                                             rate)
    return list(last.values()), float(report["context"]["copy_GB_per_s"])


def program_of(build, name):
    """The file of a program, and its arguments."""
    file, _, task = name.partition(":")
    return [build / "lessons" / f"{file}.bench", *([f"--task={task}"] if task else [])]


def measure(build, programs):
    """Runs the programs. Their points, the machine's name, and its fastest copy."""
    points, copies, machine = [], [], ""
    missing = [name for name in programs if not program_of(build, name)[0].exists()]
    if missing:
        targets = " ".join(program_of(build, name)[0].name for name in missing)
        sys.exit(f"Not built yet. Build what is measured: cmake --build {build} --target {targets}")
    for name in programs:
        run = subprocess.run([*program_of(build, name), "--benchmark_format=json"],
                             check=True, stdout=subprocess.PIPE, encoding="utf-8")
        report = json.loads(run.stdout[run.stdout.index("{"):])
        found, copy = points_of(name, report)
        points += found
        copies.append(copy)
        machine = report["context"].get("device_name", "")
    return points, machine, max(copies)


def power(value, up):
    """The next power of four below or above a positive number, as an exponent of two."""
    exponent = math.log2(value) / 2
    return 2 * (math.ceil(exponent) if up else math.floor(exponent))


def tick_text(exponent):
    """A power of two as a reader writes it."""
    return f"{2 ** exponent:,}" if exponent >= 0 else f"1/{2 ** -exponent}"


def draw(points, machine, copy):
    """The picture of both roofs, with a point for each benchmark."""
    roof = max(point.rate for point in points)
    low = power(min(point.intensity for point in points), False)
    high = max(power(max(point.intensity for point in points), True), power(roof / copy, True))
    bottom = power(min(min(point.rate for point in points), copy * 2 ** low), False)
    top = power(roof, True)
    place = lambda intensity: LEFT + (math.log2(intensity) - low) / max(1, high - low) * (RIGHT - LEFT)
    height = lambda rate: BOTTOM - (math.log2(rate) - bottom) / max(1, top - bottom) * (BOTTOM - TOP)
    picture = Figure(f"The roofs of {machine or 'this machine'}, and kernels under them",
                     BOTTOM + 64 + 21 * len(points), 560)
    picture.text(LEFT, 18, "GFLOP/s", "tiny")
    picture.text(RIGHT, BOTTOM + 36, "operations per byte", "tiny end")
    picture.text(LEFT, BOTTOM + 36, "GFLOP/s, and the share of its roof:", "tiny")
    for exponent in range(bottom, top + 1, 2):
        picture.line([(LEFT, height(2.0 ** exponent)), (RIGHT, height(2.0 ** exponent))], "line faint")
        picture.text(LEFT - 8, height(2.0 ** exponent) + 4, tick_text(exponent), "tiny end")
    for exponent in range(low, high + 1, 2):
        picture.text(place(2.0 ** exponent), BOTTOM + 18, tick_text(exponent), "tiny mid")
    corner = roof / copy
    picture.line([(place(2.0 ** low), height(copy * 2.0 ** low)), (place(corner), height(roof)),
                  (place(2.0 ** high), height(roof))], "bold")
    picture.text(RIGHT, height(roof) - 8, f"{roof:.3g} GFLOP/s; a copy: {copy:.3g} GB/s", "small end")
    for at, point in enumerate(points):
        kind = KINDS[at % len(KINDS)]
        picture.dot(place(point.intensity), height(point.rate), kind, 5)
        picture.text(place(point.intensity) + 9, height(point.rate) + 14, chr(65 + at % 26), "small strong")
        picture.key(LEFT, BOTTOM + 62 + 21 * at,
                    ((kind, f"{chr(65 + at % 26)}: {point.name}: {point.rate:.3g}, "
                            f"{100 * point.rate / min(roof, copy * point.intensity):.0f} %"),))
    return picture


def main(arguments):
    if len(arguments) < 2 or not Path(arguments[0]).is_dir():
        sys.exit(__doc__)
    points, machine, copy = measure(Path(arguments[0]), arguments[2:] or PROGRAMS)
    if not points:
        sys.exit("None of these benchmarks counts operations, so none has a place under the roofs.")
    Path(arguments[1]).write_text(draw(points, machine, copy).svg(), encoding="utf-8")
    print(f"{arguments[1]}: {len(points)} kernels under the roofs of {machine}")


if __name__ == "__main__":
    main(sys.argv[1:])
