"""The figures of lesson 06."""

import math

from figures.figure import figure, float32, labelled_rows, number

PROGRAMS = ("mine", "second", "third")


@figure("A row of eight numbers, shifted to mean 0, scaled to variance 1, and then scaled and shifted column by "
        "column", 330, 560)
def layernorm_row(picture):
    left, right, lowest, highest = 140, 540, -4, 10
    place = lambda value: left + (value - lowest) / (highest - lowest) * (right - left)
    x = (2, 4, 4, 4, 5, 5, 7, 9)
    normal = [(v - 5) / 2 for v in x]  # the mean is 5, rstd 1/2
    y_of = [w * v + b for w, v, b in zip((1, 2) * 4, normal, (0, 0, 0, 0, 1, 1, 1, 1))]
    for at, (values, title, kind) in enumerate(((x, "x", "mine-dot"), ([v - 5 for v in x], "x − mean", "second-dot"),
                                                (normal, "times rstd", "third-dot"), (y_of, "y", "mine-dot"))):
        y = 40 + at * 62
        picture.text(left - 16, y + 5, title, "end strong")
        picture.line([(left, y), (right, y)])
        picture.marks(range(lowest, highest + 1, 2), place, y + 19, ends=(y - 3, y + 3))
        if title != "y":
            middle = sum(values) / 8
            picture.line([(place(middle), y - 26), (place(middle), y + 6)], "warn")
        seen = {}
        for value in values:
            seen[value] = seen.get(value, 0) + 1
            picture.dot(place(value), y - 7 * seen[value], kind)
    picture.key(10, 276, (("mine-dot", "the row as it is loaded, and as it is stored"),
                          ("second-dot", "after the mean, 5, is subtracted"),
                          ("third-dot", "after that is multiplied by rstd, 1/2")))
    picture.key(360, 276, (("warn", "the mean"),))


def variance_of_squares(c):
    """The mean of the squares of c - 1 and c + 1, less the square of their mean, in float32."""
    square = lambda x: float32(x * x)
    return float32(square(c - 1) + square(c + 1)) / 2 - square(c)


@figure("The variance of the numbers c - 1 and c + 1, computed in float32 in two ways: from about c = 4,096 on, the mean of "
        "the squares is useless", 330, 560)
def layernorm_variance(picture):
    left, bottom, step = 70, 140, 23
    height = lambda v: bottom - math.copysign(math.log2(abs(v) + 1), v) * 8.5
    picture.levels((-4096, -256, -16, -1, 0, 1, 16, 256, 4096), height, left, 550, "{:,}", "line")
    place = lambda c: left + 20 + math.log10(c) * 88
    picture.marks((10 ** power for power in range(6)), place, 262, "{:,}")
    picture.text(550, 280, "c", "small end")
    c = 2
    while c < 200000:
        picture.dot(place(c), height(variance_of_squares(c)), "second-dot", 4)
        picture.dot(place(c), height(1), "mine-dot", 3)
        c += c // 5 + 1
    picture.key(left, 300, (("mine-dot", "mean of (x − mean)²: always 1, which is right"),
                            ("second-dot", "mean of x², less the square of the mean")))


@figure("Eight rows over three programs: each adds up dy times n for its rows, and a second kernel adds the three "
        "results", 366, 560)
def layernorm_partial(picture):
    sums = [[0] * 4 for _ in PROGRAMS]
    picture.text(44, 22, "dy * n, row by row", "small strong")
    for r in range(8):
        kind = PROGRAMS[r % 3]
        normal = [-1 if (r + c) % 4 < 2 else 1 for c in range(4)]
        terms = [(r * r + 3 * c) % 5 * n for c, n in enumerate(normal)]
        sums[r % 3] = [a + b for a, b in zip(sums[r % 3], terms)]
        picture.text(36, 50 + r * 30, r, "small end")
        picture.matrix(44, 32 + r * 30, [terms], (48, 28), kind)
    picture.text(330, 82, "dw_partial", "small strong")
    for p, kind in enumerate(PROGRAMS):
        picture.matrix(330, 92 + p * 30, [sums[p]], (48, 28), kind)
    picture.arrow(248, 136, 318, 136)
    picture.arrow(425, 188, 425, 222)
    picture.text(436, 208, "column sums", "small")
    picture.matrix(330, 232, [list(map(sum, zip(*sums)))], (48, 28))
    picture.text(330, 278, "dw", "small strong")
    picture.key(44, 304, (("mine", "program 0: rows 0, 3, 6"), ("second", "program 1: rows 1, 4, 7"),
                          ("third", "program 2: rows 2, 5")))
    picture.key(300, 304, (("cell", "the second kernel"),))


@figure()
def layernorm_lanes():
    """A row of five in eight lanes: what the lanes past it hold after the mean is subtracted."""
    row, lanes = (8, 9, 10, 11, 12), ["cell"] * 5 + ["out"] * 3
    moved = [value - 10 for value in (*row, 0, 0, 0)]
    squares = lambda values: f"squares: {sum(value * value for value in values)}"
    return labelled_rows("A row of five with the mean 10 in eight lanes: without tl.where the lanes past it hold -10",
                         (("loaded", [*row, 0, 0, 0], lanes, ""), ("minus the mean", moved, lanes, squares(moved)),
                          ("with tl.where", moved[:5] + [0] * 3, lanes, squares(moved[:5]))),
                         (("cell", "the row"), ("out", "lanes past it")), 38, 136)


@figure("By partial sums each program stores its share and a second kernel adds them; by atomics each adds to dw", 250)
def layernorm_ways(picture):
    for left, title in ((20, "partial sums"), (310, "atomics")):
        picture.text(left, 20, title, "strong")
        for p in range(3):
            middle = left + 35 + 76 * p
            picture.cell(left + 76 * p, 32, 70, 30, PROGRAMS[p], f"program {p}", "tiny")
            if left == 20:
                picture.arrow(middle, 62, middle, 84)
                picture.cell(left + 76 * p, 86, 70, 26, PROGRAMS[p], "row " + str(p), "tiny")
                picture.arrow(middle, 112, left + 111 + 20 * (p - 1), 146)
            else:
                picture.arrow(middle, 62, left + 111 + 20 * (p - 1), 198)
        picture.cell(left + 61, 200, 100, 30, "cell", "dw")
    picture.cell(61, 148, 140, 28, "cell", "second kernel", "tiny")
    picture.arrow(131, 176, 131, 198)
    picture.text(180, 244, "a fixed order", "small")
    picture.text(470, 244, "any order", "small")


@figure("The row 3 4 as a point: RMSNorm moves it towards 0, to 0.85 1.13, and LayerNorm moves it to -1 1", 290)
def layernorm_rms(picture):
    x, mean = (3, 4), 3.5
    root = (sum(v * v for v in x) / 2) ** 0.5
    place = lambda point: (150 + 50 * point[0], 250 - 50 * point[1])
    picture.line([place((-2, 0)), place((4, 0))])
    picture.line([place((0, -0.5)), place((0, 4.5))])
    picture.line([(0 + 150, 250), place(x)], "line faint")
    for point, kind, words in ((x, "mine-dot", "the row, 3 4"), ([v / root for v in x], "third-dot", None),
                               ([(v - mean) / 0.5 for v in x], "second-dot", None)):
        picture.dot(*place(point), kind, 6)
        left, top = place(point)
        name = words or ("RMSNorm, " if kind == "third-dot" else "LayerNorm, ") + " ".join(number(v, 2) for v in point)
        picture.text(left + 12 if left > 150 else left - 86, top + 5 if left > 150 else top - 12, name, "small")
