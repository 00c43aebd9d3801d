"""The figures of lesson 07, and the roofline of the page on slow kernels.

Speeds come from docs/measurements.md.
"""

import math
import re

from figures.figure import DOCS, figure

MEASUREMENTS = DOCS / "measurements.md"


@figure("A product of 4 x 4 matrices in tiles of 2 x 2: what the program of the upper right tile loads in its two steps, and "
        "what it has added up", 330, 570)
def matmul_by_hand(picture):
    left = [[1, 2, 0, 1], [3, 1, 2, 0], [0, 1, 1, 2], [2, 0, 1, 1]]
    right = [[1, 0, 2, 1], [0, 1, 1, 3], [2, 1, 0, 1], [1, 2, 1, 0]]
    # What acc holds after so many columns of a.
    after = lambda count: [[sum(row[k] * right[k][c] for k in range(count)) for c in range(4)] for row in left]
    size = (32, 26)
    picture.text(150, 30, "b", "strong end")
    picture.text(18, 150, "a", "strong end")
    picture.text(290, 150, "c", "strong")
    picture.matrix(158, 14, right, size,
                   lambda r, c: "cell" if c < 2 else "mine" if r < 2 else "second")
    picture.matrix(24, 134, left, size,
                   lambda r, c: "cell" if r > 1 else "mine" if c < 2 else "second")
    picture.matrix(158, 134, after(4), size, lambda r, c: "third" if r < 2 <= c else "cell")
    for step, kind in enumerate(("mine", "second")):
        x, y, ks = 316, 30 + step * 120, slice(2 * step, 2 * step + 2)
        picture.text(x, y, f"step {step + 1}", "strong")
        picture.matrix(x, y + 12, [row[ks] for row in left[:2]], size, kind)
        picture.text(x + 72, y + 42, "×", "mid strong")
        picture.matrix(x + 82, y + 12, [row[2:] for row in right[ks]], size, kind)
        picture.text(x + 150, y + 42, "→", "strong")
        picture.matrix(x + 174, y + 12, [row[2:] for row in after(2 * step + 2)[:2]], size,
                       "third")
        picture.text(x + 174, y + 82, "acc", "code")
    picture.key(24, 284, (("mine", "tiles of the first step"), ("second", "tiles of the second step")))
    picture.key(250, 284, (("third", "the tile of c that the program owns"),))


@figure("The walk of one program along k: the tile of a moves to the right and the tile of b moves down", 434, 560)
def matmul_walk(picture):
    a_x, left, b_y, top = 40, 200, 14, 160
    for x, y, rows, columns, (high, wide), name in (
            (a_x, top, 192, 128, (64, 32), "a"), (left, b_y, 128, 192, (32, 64), "b"),
            (left, top, 192, 192, (64, 64), "c")):
        picture.text(x - 18, y + 14, name, "strong")
        for row in range(0, rows, high):
            for column in range(0, columns, wide):
                picture.cell(x + column, y + row, wide, high)
    row, column = 128, 64  # of the tile of program (2, 1)
    for step in range(4):
        picture.cell(a_x + 32 * step, top + row, 32, 64, "mine", step + 1, "strong")
    for step in range(4):
        picture.cell(left + column, b_y + 32 * step, 64, 32, "second", step + 1, "strong")
    picture.cell(left + column, top + row, 64, 64, "third", "sum", "strong")
    picture.arrow(a_x, top + 206, a_x + 128, top + 206)
    picture.text(a_x + 40, top + 226, "along k", "small")
    picture.arrow(left + 206, b_y, left + 206, b_y + 128)
    picture.text(left + 216, b_y + 66, "along k", "small")
    picture.key(a_x + 170, 384, (("mine", "tiles of a, 64 x 32, numbered by step"),
                                 ("second", "tiles of b, 32 x 64"),
                                 ("third", "the program’s tile of c, 64 x 64")))


def grouped(group, rows, columns):
    """The tile of each program in grouped order, as (row, column): down `group` rows of a column, then the next column."""
    return [(top + row, column) for top in range(0, rows, group) for column in range(columns) for row in range(group)]


@figure("Row by row and in groups of four rows: the path of the programs over the tiles of c, and the stripes that the first "
        "sixteen read", 386, 570)
def matmul_order(picture):
    for at, (group, title) in enumerate(((1, "Row by row"), (4, "In groups of four rows"))):
        x, y, size = 50 + at * 290, 92, 25
        place = grouped(group, 8, 8)
        first = place[:16]
        picture.text(x - 24, 20, title, "strong")
        count = len({row for row, _ in first}) + len({column for _, column in first})
        picture.text(x - 24, 42, f"the first 16 read {count} stripes", "small")
        for i in range(8):
            used = any(row == i for row, _ in first)
            picture.cell(x - 24, y + i * size, 18, size - 3, "mine" if used else "cell")
            used = any(column == i for _, column in first)
            picture.cell(x + i * size, y - 24, size - 3, 18, "second" if used else "cell")
        for (row, column), program in sorted(zip(place, range(64))):
            picture.cell(x + column * size, y + row * size, size - 3, size - 3,
                         "third" if program < 16 else "cell")
        points = [(x + column * size + 11, y + row * size + 11) for row, column in place]
        picture.line(points)
        picture.line(points[:16], "third-line")
        picture.dot(*points[0], "third-dot", 5)
        picture.text(x - 30, y + 16, "a", "code end")
        picture.text(x - 8, y - 10, "b", "code end")
    picture.key(26, 320, (("third", "tiles of the first sixteen programs; the dot is program 0"),
                          ("line", "the path of the other programs, in the order of their numbers"),
                          ("mine", "stripes of a that the first sixteen read")))
    picture.key(330, 362, (("second", "stripes of b that they read"),))


@figure("The roofline of an H200: operations per byte decide whether memory or arithmetic is the limit", 396, 560)
def roofline(picture):
    text = MEASUREMENTS.read_text(encoding="utf-8")
    copy = float(re.search(r"A copy reaches ([0-9]+) GB/s", text)[1]) / 1000  # TB/s

    def rate(row, column=1):
        return float(re.search(rf"\| {re.escape(row)} \|" + r"[^|]*\|" * (column - 1)
                               + r" ([0-9.]+) \|", text)[1])

    add = rate("vector add (lesson 01), n = 2^28") / 1000 / 12  # one addition for 12 bytes
    product = "matmul float16, 4096 x 4096 x 4096"
    points = ((1 / 12, add, "A", "mine-dot"),
              (512 / 3, rate("matmul float16, 512 x 512 x 512", 2), "B", "warn-dot"),
              (4096 / 3, rate(f"{product} | Kernelwright, pointers"), "C", "warn-dot"),
              (4096 / 3, rate(product, 2), "D", "third-dot"))
    place = lambda per_byte: 84 + (math.log2(per_byte) + 4) * 29
    height = lambda rate: 266 - (math.log2(rate) + 3) * 17
    picture.levels((0.25, 1, 4, 16, 64, 256, 1024), height, 64, 550)
    for tick in (0.0625, 0.25, 1, 4, 16, 64, 256, 1024):
        picture.text(place(tick), 284, f"1/{1 / tick:g}" if tick < 1 else tick, "tiny mid")
    picture.text(550, 302, "operations per byte", "tiny end")
    picture.text(64, 12, "TFLOP/s", "tiny")
    corner = 990 / copy
    picture.line([(place(1 / 16), height(copy / 16)), (place(corner), height(990)),
                  (550, height(990))], "bold")
    picture.text(place(2), height(8) - 34, f"memory: {copy * 1000:g} GB/s", "small end")
    picture.text(546, height(990) - 8, "tensor cores: 990 TFLOP/s", "small end")
    for per_byte, speed, name, kind in points:
        picture.dot(place(per_byte), height(speed), kind, 5)
        picture.text(place(per_byte) + 10, height(speed) + 14, name, "small strong")
    picture.key(64, 322, (("mine-dot", "A: vector add, at the limit of memory"),
                          ("warn-dot", "B: product with n = 512, too few tiles for the machine"),
                          ("warn-dot", "C: product with n = 4096 and loads that wait"),
                          ("third-dot", "D: the same with a stream, near the limit of arithmetic")))
