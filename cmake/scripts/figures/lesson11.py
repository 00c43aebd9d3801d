"""The figures of elective 11."""

import math

from figures.figure import figure


@figure("A memory of ten floats; the struct names the second one, two rows of three, and a stride of five", 330)
def pytorch_rows(picture):
    picture.text(20, 24, "the memory of a tensor of 2 x 5", "small strong")
    memory = (9, 1, 2, 3, 9, 9, 4, 4, 4, 9)
    inside = [1 <= i % 5 <= 3 for i in range(10)]
    picture.row(20, 36, 50, memory,
                ["mine" if part else "cell" for part in inside], 36)
    for i in range(10):
        picture.text(45 + i * 50, 88, i, "tiny mid")
    picture.arrow(95, 150, 95, 96)
    struct(picture, 20, 156, "x", ("data   = element 1", "sizes   = 2, 3", "strides = 5, 1"))
    picture.line([(105, 96), (105, 116), (345, 116), (345, 96)])
    picture.text(225, 134, "5 elements from row to row", "tiny mid")
    struct(picture, 300, 156, "y", ("data   = an array of 6", "sizes   = 2, 3", "strides = 3, 1"))
    picture.text(20, 290, "softmax", "small strong")
    picture.arrow(90, 285, 290, 285)
    for at, row in enumerate((memory[1:4], memory[6:9])):
        e = [math.exp(value) for value in row]
        picture.row(300 + at * 125, 268, 40, [f"{value / sum(e):.2f}" for value in e], "second", 34, "tiny")


def struct(picture, left, top, name, lines):
    """A box with the fields of an array."""
    picture.cell(left, top, 200, 86, "cell")
    picture.text(left + 10, top + 20, f"array {name}", "small strong")
    for at, line in enumerate(lines):
        picture.text(left + 10, top + 40 + at * 18, line, "tiny")


@figure("In memory the heads of a row are side by side; the strides of [heads, n] reach the same heads in another order", 310)
def pytorch_axes(picture):
    strides = (64, 128, 1)  # of heads and rows
    picture.text(20, 24, "memory: [n, heads, d], 64 elements in each box", "small strong")
    begins = [[head * strides[0] + row * strides[1] for row in range(3)] for head in range(2)]
    kinds = ("mine", "second")
    for head in range(2):
        for row in range(3):
            left = 20 + begins[head][row] / 64 * 86
            picture.cell(left, 36, 84, 40, kinds[head], f"row {row}", "tiny")
            picture.text(left, 94, begins[head][row], "tiny")
    picture.text(20, 132, f"view: [heads, n, d], strides {', '.join(map(str, strides))}", "small strong")
    for head in range(2):
        picture.text(20, 168 + head * 62, f"head {head}", "small")
        for row in range(3):
            picture.cell(90 + row * 150, 146 + head * 62, 140, 36, kinds[head],
                         f"{head} x {strides[0]} + {row} x {strides[1]}", "small")
            picture.text(90 + row * 150, 146 + head * 62 + 52, f"= {begins[head][row]}", "tiny")
    picture.legend(280, (("mine", "head 0"), ("second", "head 1")), 20)


@figure("The forward pass leaves x, the weight, the mean and rstd for the backward pass", 196)
def pytorch_kept(picture):
    rows, columns = 8192, 4096
    picture.cell(10, 72, 116, 44, "mine", "forward")
    picture.cell(434, 72, 116, 44, "third", "backward")
    for at, (name, size) in enumerate((("x", 2 * rows * columns), ("weight", 2 * columns), ("mean", 4 * rows),
                                       ("rstd", 4 * rows))):
        y = 8 + 46 * at
        words = f"{size / 1e6:.0f} MB" if size > 1e6 else f"{size / 1e3:.0f} KB"
        picture.cell(196, y, 168, 34, "second", f"{name}, {words}")
        picture.arrow(126, 94, 194, y + 17)
        picture.arrow(364, y + 17, 432, 94)


@figure("On one stream the kernel for dq begins when the kernel for dk and dv has ended, so both can use one workspace", 176)
def pytorch_order(picture):
    for top, name in ((10, "your function"), (58, "the stream"), (106, "workspace")):
        picture.text(112, top + 20, name, "small end")
    picture.cell(120, 10, 60, 30, "cell", "returns", "tiny")
    for left, width, kind, words in ((130, 220, "mine", "dk and dv"), (352, 150, "third", "dq")):
        picture.cell(left, 58, width, 30, kind, words)
        picture.arrow(left + width / 2, 88, left + width / 2, 104)
        picture.cell(left, 106, width, 30, kind, "its sums")
    picture.arrow(120, 156, 540, 156)
    picture.text(540, 172, "time", "tiny end")
