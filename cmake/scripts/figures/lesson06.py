"""Draws the figures of lesson 06 from a run of docs.figures.lesson06."""

import math

from figures.lesson_figures import Figure, rows_of

PROGRAMS = ("mine", "second", "third")


def one_row(lists):
    """A row on its way through LayerNorm, as dots on four lines."""
    picture = Figure("A row of eight numbers, shifted to mean 0, scaled to variance 1, and then "
                     "scaled and shifted column by column", 330, 560)
    left, right, lowest, highest = 140, 540, -4, 10
    place = lambda value: left + (value - lowest) / (highest - lowest) * (right - left)
    for at, (name, title, kind) in enumerate((("x", "x", "mine-dot"),
                                              ("centred", "x − mean", "second-dot"),
                                              ("normal", "times rstd", "third-dot"),
                                              ("y", "y", "mine-dot"))):
        y = 40 + at * 62
        picture.text(left - 16, y + 5, title, "end strong")
        picture.line([(left, y), (right, y)])
        for tick in range(lowest, highest + 1, 2):
            picture.line([(place(tick), y - 3), (place(tick), y + 3)])
            picture.text(place(tick), y + 19, tick, "tiny mid")
        if name != "y":
            middle = sum(lists[f"row.{name}"]) / 8
            picture.line([(place(middle), y - 26), (place(middle), y + 6)], "warn")
        seen = {}
        for value in lists[f"row.{name}"]:
            seen[value] = seen.get(value, 0) + 1
            picture.dot(place(value), y - 7 * seen[value], kind)
    picture.key(10, 276, (("mine-dot", "the row as it is loaded, and as it is stored"),
                          ("second-dot", "after the mean, 5, is subtracted"),
                          ("third-dot", "after that is multiplied by rstd, 1/2")))
    picture.key(360, 276, (("warn", "the mean"),))
    return picture


def variances(lists):
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
    centres = lists["variance.centre"]
    for at, c in enumerate(centres):
        bad = lists["variance.mean_of_squares"][at] - lists["variance.square_of_mean"][at]
        picture.dot(place(c), height(bad), "second-dot", 4)
        picture.dot(place(c), height(lists["variance.from_mean"][at]), "mine-dot", 3)
    picture.key(left, 300, (("mine-dot", "mean of (x − mean)²: always 1, which is right"),
                            ("second-dot", "mean of x², less the square of the mean")))
    return picture


def partial(lists):
    """dw for eight rows over three programs."""
    picture = Figure("Eight rows over three programs: each adds up dy times n for its rows, and a "
                     "second kernel adds the three results", 366, 560)
    x, dy = rows_of(lists["partial.x"], 4), rows_of(lists["partial.dy"], 4)
    picture.text(44, 22, "dy * n, row by row", "small strong")
    for r in range(8):
        kind = PROGRAMS[r % 3]
        terms = [g * (v - 3) / 2 + 0.0 for g, v in zip(dy[r], x[r])]  # the mean is 3, rstd 1/2
        picture.text(36, 50 + r * 30, r, "small end")
        picture.matrix(44, 32 + r * 30, [terms], (48, 28), kind)
    picture.text(330, 82, "dw_partial", "small strong")
    for p, kind in enumerate(PROGRAMS):
        picture.matrix(330, 92 + p * 30, [lists["partial.dw_partial"][4 * p:4 * p + 4]], (48, 28),
                       kind)
    picture.arrow(248, 136, 318, 136)
    picture.arrow(425, 188, 425, 222)
    picture.text(436, 208, "column sums", "small")
    picture.matrix(330, 232, [lists["partial.dw"]], (48, 28))
    picture.text(330, 278, "dw", "small strong")
    picture.key(44, 304, (("mine", "program 0: rows 0, 3, 6"), ("second", "program 1: rows 1, 4, 7"),
                          ("third", "program 2: rows 2, 5")))
    picture.key(300, 304, (("cell", "the second kernel"),))
    return picture


def draw(lists, _):
    return {"layernorm_row": one_row(lists), "layernorm_variance": variances(lists),
            "layernorm_partial": partial(lists)}
