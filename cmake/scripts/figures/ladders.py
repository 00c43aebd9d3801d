"""Ladders: the rates of a problem's kernels on an H200, from docs/measurements.md, from the slowest to the fastest."""

import functools
import re

from figures.lesson_figures import DOCS, Figure

OTHER, SOLUTION, LIBRARY = "second", "mine", "cell"
MEANINGS = {OTHER: "kernels that belong to no task", SOLUTION: "solutions of the lesson", LIBRARY: "other libraries"}
PRODUCT, SUM, ROWS = "4096 x 4096 x 4096", "sum of 2^28 elements", "8192 x 4096, float32"
ATTENTION = "attention float16, d = 128, n = 4096, full"

# A figure: its title, its unit, and its rungs. A rung has a label, a kind, and the case and contender of a table's row.
LADDERS = {
    "matmul_ladder": ("A product of 4096 x 4096 matrices on an H200", "TFLOP/s", (
        ("one element, float32", OTHER, f"matmul float32, one element per program, {PRODUCT}", "Kernelwright"),
        ("task 2: float32", SOLUTION, f"matmul float32, {PRODUCT}", "Kernelwright"),
        ("task 4: tensor cores", SOLUTION, f"matmul float16, {PRODUCT}", "Kernelwright, pointers"),
        ("task 4, row by row", OTHER, f"matmul float16, row by row, {PRODUCT}", "Kernelwright"),
        ("Triton", LIBRARY, f"matmul float16, {PRODUCT}", "Triton"),
        ("task 6: a stream", SOLUTION, f"matmul float16, {PRODUCT}", "Kernelwright"),
        ("cuBLAS", LIBRARY, f"matmul float16, {PRODUCT}", "cuBLAS"))),
}


def ladder(title, unit, rungs):
    """Bars from top to bottom, each with its rate."""
    text = (DOCS / "measurements.md").read_text(encoding="utf-8")
    rates = [float(re.search(rf"^\| {re.escape(case)} \| {re.escape(contender)} \| ([0-9.]+) ", text, re.MULTILINE)[1])
             for _, _, case, contender in rungs]
    kinds = [kind for kind in MEANINGS if any(kind == rung[1] for rung in rungs)]
    picture = Figure(f"{title}, in {unit}", 24 + 30 * len(rungs) + 21 * len(kinds), 560)
    for at, ((label, kind, *_), rate) in enumerate(zip(rungs, rates)):
        y, wide = 8 + at * 30, max(2, 290 * rate / max(rates))
        picture.text(190, y + 16, label, "small end")
        picture.cell(200, y, wide, 22, kind)
        picture.text(206 + wide, y + 16, f"{rate:g}" if rate < 100 else f"{rate:.0f}", "small")
    picture.key(200, 26 + 30 * len(rungs), [(kind, f"{MEANINGS[kind]}, {unit}") for kind in kinds])
    return picture


FIGURES = {name: functools.partial(ladder, *parts) for name, parts in LADDERS.items()}
