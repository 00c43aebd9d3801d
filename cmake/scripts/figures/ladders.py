"""Ladders: the rates of a problem's kernels on an H200, from docs/measurements.md, from the slowest to the fastest."""

import functools
import re

from figures.figure import DOCS, FIGURES, Figure

OTHER, SOLUTION, LIBRARY = "second", "mine", "cell"
MEANINGS = {OTHER: "kernels that belong to no task", SOLUTION: "solutions of the lesson", LIBRARY: "other libraries"}
PRODUCT, SUM = "4096 x 4096 x 4096", "sum, n = 2^28"
SOFTMAX, LAYER_NORM = "softmax, 8192 x 4096", "LayerNorm, 8192 x 4096"
ATTENTION = "attention float16, d = 128, n = 4096, full"

# A figure: its title, its unit, and its rungs. A rung has a label, a kind, the beginning of a table's row, and how many
# cells of the row to leave out before its rate.
LADDERS = {
    "sum_ladder": ("A sum of 2^28 elements on an H200", "GB/s", (
        ("one program", OTHER, f"{SUM}, one program, blocks of 8192", 0),
        ("a program for each 256", OTHER, f"{SUM}, a program for each 256 elements", 0),
        ("a program for each 1024", OTHER, f"{SUM}, a program for each 1024 elements", 0),
        ("a program for each 8192", OTHER, f"{SUM}, a program for each 8192 elements", 0),
        ("1056, blocks of 1024", OTHER, f"{SUM}, 1056 programs, blocks of 1024", 0),
        ("task 7", SOLUTION, f"{SUM}, task 7", 0))),
    "softmax_ladder": ("A softmax of 8192 rows of 4096 float32 on an H200", "GB/s", (
        ("PyTorch, step by step", LIBRARY, f"{SOFTMAX}, PyTorch, a call for each step", 0),
        ("four kernels", OTHER, f"{SOFTMAX}, four kernels", 0),
        ("PyTorch", LIBRARY, f"{SOFTMAX}, PyTorch", 0),
        ("three walks", OTHER, f"{SOFTMAX}, three walks in blocks of 1024", 0),
        ("two walks, as in task 4", OTHER, f"{SOFTMAX}, two walks in blocks of 1024", 0),
        ("torch.compile", LIBRARY, f"{SOFTMAX}, torch.compile of the steps", 0),
        ("task 2", SOLUTION, f"{SOFTMAX}, task 2", 0))),
    "layernorm_ladder": ("LayerNorm of 8192 rows of 4096 float32 on an H200", "GB/s", (
        ("PyTorch, step by step", LIBRARY, f"{LAYER_NORM}, PyTorch, a call for each step", 0),
        ("four kernels", OTHER, f"{LAYER_NORM}, four kernels", 0),
        ("PyTorch", LIBRARY, f"{LAYER_NORM}, PyTorch", 0),
        ("task 3: two walks", SOLUTION, f"{LAYER_NORM}, task 3", 0),
        ("task 2", SOLUTION, f"{LAYER_NORM}, task 2", 0),
        ("torch.compile", LIBRARY, f"{LAYER_NORM}, torch.compile of the steps", 0))),
    "attention_ladder": ("Attention with heads of 128 and 4096 tokens on an H200", "TFLOP/s", (
        ("PyTorch, step by step", LIBRARY, "attention, d = 128, n = 4096, PyTorch, a call for each step", 0),
        ("task 2: pointers", SOLUTION, f"{ATTENTION} | Kernelwright, pointers", 0),
        ("Triton", LIBRARY, f"{ATTENTION} | Triton", 0),
        ("cuDNN", LIBRARY, f"{ATTENTION} | cuDNN", 0),
        ("task 7: a stream", SOLUTION, f"{ATTENTION} | Kernelwright", 0))),
    "matmul_ladder": ("A product of 4096 x 4096 matrices on an H200", "TFLOP/s", (
        ("one element, float32", OTHER, f"matmul float32, one element per program, {PRODUCT}", 1),
        ("task 2: float32", SOLUTION, f"matmul float32, {PRODUCT}", 1),
        ("task 4: tensor cores", SOLUTION, f"matmul float16, row by row, {PRODUCT} | Kernelwright, pointers", 0),
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


FIGURES.update({name: functools.partial(ladder, *parts) for name, parts in LADDERS.items()})
