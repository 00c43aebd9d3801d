"""Draws the figures of elective 12 from a run of docs.figures.lesson12."""

from figures.figure import number
from figures.lesson_figures import Figure, rows_of


def curve(lists):
    """GELU, and ReLU beside it."""
    picture = Figure("GELU from -4 to 4: near 0 for negative numbers, near z for positive ones, and "
                     "smooth in between, with a least value of -0.17 at -0.75", 330, 560)
    place, height = picture.axes_of_curve("z", 55)
    picture.line([(place(-4), height(0)), (place(0), height(0)), (place(4), height(4))], "warn")
    picture.line([(place(z), height(y))
                  for z, y in zip(lists["curve.z"], lists["curve.gelu"])], "bold")
    picture.key(80, 60, (("bold", "gelu(z), as task 1 stores it"),
                                ("warn", "max(z, 0), for comparison")))
    return picture


def folding(lists):
    """Three rows with the same LayerNorm, times w and times folded."""
    picture = Figure("Rows (1, 3), (11, 13) and (2, 6) have the same LayerNorm, (-1, 1). Times the "
                     "folded column and divided by the deviation, all three give 2", 290, 560)
    heads = ((20, "x"), (130, "x w"), (210, "x folded"), (310, "deviation"), (420, "divided"))
    for left, title in heads:
        picture.text(left, 30, title, "small strong")
    for at, row in enumerate(rows_of(lists["fold.x"], 2)):
        y = 46 + at * 40
        mean = sum(row) / 2
        deviation = (sum((v - mean) ** 2 for v in row) / 2) ** 0.5
        after = lists["fold.after"][at]
        picture.matrix(20, y, [row], (44, 30), "cell")
        for left, value, kind in ((130, lists["fold.product"][at], "second"), (210, after, "mine"),
                                  (310, deviation, "cell"), (420, after / deviation, "third")):
            picture.matrix(left, y, [[value]], (60, 30), kind)
    picture.text(20, 200, "w", "small strong")
    picture.text(130, 200, "folded = w less its mean, "
                 + number(sum(lists["fold.w"]) / 2), "small strong")
    picture.matrix(20, 212, [[v] for v in lists["fold.w"]], (44, 30), "second")
    picture.arrow(76, 242, 120, 242)
    picture.matrix(130, 212, [[v] for v in lists["fold.folded"]], (60, 30), "mine")
    picture.text(250, 247, "layer_norm(x) w is 2 in every row", "small")
    return picture


def draw(lists, _):
    return {"fused_gelu": curve(lists), "fused_fold": folding(lists)}
