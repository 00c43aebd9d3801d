"""The figures of lesson 06."""

import math

from figures.lesson_figures import Figure, float32

PROGRAMS = ("mine", "second", "third")


def one_row():
    """A row on its way through LayerNorm, as dots on four lines."""
    picture = Figure("A row of eight numbers, shifted to mean 0, scaled to variance 1, and then "
                     "scaled and shifted column by column", 330, 560)
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
        for tick in range(lowest, highest + 1, 2):
            picture.line([(place(tick), y - 3), (place(tick), y + 3)])
            picture.text(place(tick), y + 19, tick, "tiny mid")
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
    return picture


def variance_of_squares(c):
    """The mean of the squares of c - 1 and c + 1, less the square of their mean, in float32."""
    square = lambda x: float32(x * x)
    return float32(square(c - 1) + square(c + 1)) / 2 - square(c)


def variances():
    """The variance of c - 1 and c + 1 in two ways. It is 1."""
    picture = Figure("The variance of the numbers c - 1 and c + 1, computed in float32 in two ways: "
                     "from about c = 5,000 on, the mean of the squares is useless", 330, 560)
    left, bottom, step = 70, 140, 23
    ticks = (-4096, -256, -16, -1, 0, 1, 16, 256, 4096)
    height = lambda v: bottom - math.copysign(math.log2(abs(v) + 1), v) * 8.5
    for tick in ticks:
        picture.line([(left, height(tick)), (550, height(tick))])
        picture.text(left - 8, height(tick) + 4, f"{tick:,}", "tiny end")
    place = lambda c: left + 20 + math.log10(c) * 88
    for power in range(6):
        picture.text(place(10 ** power), 262, f"{10 ** power:,}", "tiny mid")
    picture.text(550, 280, "c", "small end")
    c = 2
    while c < 200000:
        picture.dot(place(c), height(variance_of_squares(c)), "second-dot", 4)
        picture.dot(place(c), height(1), "mine-dot", 3)
        c += c // 5 + 1
    picture.key(left, 300, (("mine-dot", "mean of (x − mean)²: always 1, which is right"),
                            ("second-dot", "mean of x², less the square of the mean")))
    return picture


def partial():
    """dw for eight rows over three programs."""
    picture = Figure("Eight rows over three programs: each adds up dy times n for its rows, and a "
                     "second kernel adds the three results", 366, 560)
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
    return picture


FIGURES = {
    "layernorm_row": one_row, "layernorm_variance": variances, "layernorm_partial": partial,
}
