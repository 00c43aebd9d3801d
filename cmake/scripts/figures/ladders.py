"""Ladders: the rates of a problem's kernels on an H200, from docs/measurements.md, from the slowest to the fastest."""

import functools
import re

from figures.lesson_figures import DOCS, Figure

OTHER, SOLUTION, LIBRARY = "second", "mine", "cell"
MEANINGS = {OTHER: "kernels that belong to no task", SOLUTION: "solutions of the lesson", LIBRARY: "other libraries"}
PRODUCT = "4096 x 4096 x 4096"

# A figure: its title, its unit, and its rungs. A rung has a label, a kind, the beginning of a table's row, and how many
# cells of the row to leave out before its rate.
LADDERS = {
    "sum_ladder": ("A sum of 2^24 elements on an H200", "GB/s", (
        ("one program", OTHER, "VectorSum/16777216", 1),
        ("PyTorch", LIBRARY, "sum (atomic), n = 2^24", 2),
        ("task 8: two passes", SOLUTION, "sum (two-pass), n = 2^24", 0),
        ("Triton", LIBRARY, "sum (atomic), n = 2^24", 1),
        ("task 7: atomic", SOLUTION, "sum (atomic), n = 2^24", 0))),
    "matmul_ladder": ("A product of 4096 x 4096 matrices on an H200", "TFLOP/s", (
        ("one element, float32", OTHER, f"matmul float32, one element per program, {PRODUCT}", 1),
        ("task 2: float32", SOLUTION, f"matmul float32, {PRODUCT}", 1),
        ("task 4: tensor cores", SOLUTION, f"matmul float16, {PRODUCT} | Kernelwright, pointers", 0),
        ("task 4, row by row", OTHER, f"matmul float16, row by row, {PRODUCT}", 1),
        ("Triton", LIBRARY, f"matmul float16, {PRODUCT} | Triton", 0),
        ("task 6: a stream", SOLUTION, f"matmul float16, {PRODUCT} | Kernelwright", 0),
        ("cuBLAS", LIBRARY, f"matmul float16, {PRODUCT} | cuBLAS", 0))),
}


def ladder(title, unit, rungs):
    """Bars from top to bottom, each with its rate."""
    text = (DOCS / "measurements.md").read_text(encoding="utf-8")
    rates = [float(re.search(rf"^\| {re.escape(row)} \|(?:[^|]*\|){{{cells}}} ([0-9.]+) ", text, re.MULTILINE)[1])
             for _, _, row, cells in rungs]
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
