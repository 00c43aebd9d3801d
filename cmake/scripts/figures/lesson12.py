"""Draws the figures of elective 12 from a run of docs.figures.lesson12."""

from figures.figure import number
from figures.lesson_figures import Figure, rows_of

ROWS, COLUMNS, TERMS = 8192, 4096, 4096  # m, n and k of the layer whose bytes are counted
ELEMENT = 2  # bytes of a float16


def megabytes(*shape):
    """The size of an array of float16, in MB of 10^6 bytes."""
    size = ELEMENT / 1e6
    for extent in shape:
        size *= extent
    return size


def traffic(_):
    """What goes to memory and back, in three kernels and in one."""
    picture = Figure("Three kernels move 436 MB between memory and the processors, one kernel moves "
                     "168 MB", 344, 560)
    x, w, out = megabytes(ROWS, TERMS), megabytes(TERMS, COLUMNS), megabytes(ROWS, COLUMNS)
    picture.text(20, 22, "three kernels", "small strong")
    boxes = (("LayerNorm", (("x", x),), ("h", x)), ("product", (("h", x), ("w", w)), ("z", out)),
             ("GELU", (("z", out),), ("out", out)))
    sums = []
    for at, (title, inputs, output) in enumerate(boxes):
        left = 20 + at * 180
        box(picture, left, 40, title, inputs, output, "second")
        sums.append(sum(size for _, size in inputs) + output[1])
    picture.text(20, 176, "together " + " + ".join(f"{each:.0f}" for each in sums)
                 + f" = {sum(sums):.0f} MB", "small")
    picture.text(20, 212, "one kernel", "small strong")
    box(picture, 20, 230, "all of it", (("x", x), ("folded", w)), ("out", out), "mine")
    picture.text(200, 268, f"{x + w + out:.0f} MB. h and z are never stored.", "small")
    return picture


def box(picture, left, top, title, inputs, output, kind):
    """A kernel, with what it reads above its arrow and what it writes below."""
    picture.cell(left, top, 150, 40, kind, title)
    reads = ", ".join(f"{name} {size:.0f}" for name, size in inputs)
    picture.text(left + 8, top + 64, f"reads {reads} MB", "tiny")
    picture.text(left + 8, top + 82, f"writes {output[0]} {output[1]:.0f} MB", "tiny")


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
    return {"fused_bytes": traffic(lists), "fused_gelu": curve(lists), "fused_fold": folding(lists)}
