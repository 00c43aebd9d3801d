"""The figures of elective 12."""

from figures.figure import figure, float16, gelu


@figure("GELU from -4 to 4: near 0 for negative numbers, near z for positive ones, and smooth in between, with a least value "
        "of -0.17 at -0.75", 330, 560)
def fused_gelu(picture):
    place, height = picture.axes_of_curve("z", 55)
    picture.line([(place(-4), height(0)), (place(0), height(0)), (place(4), height(4))], "warn")
    picture.line([(place(i / 16), height(float16(gelu(i / 16)))) for i in range(-64, 65)], "bold")
    picture.key(80, 60, (("bold", "gelu(z), as task 1 stores it"),
                                ("warn", "max(z, 0), for comparison")))


@figure("Rows (1, 3), (11, 13) and (2, 6) have the same LayerNorm, (-1, 1). Times the folded column and divided by the "
        "deviation, all three give 2", 290, 560)
def fused_fold(picture):
    heads = ((20, "x"), (130, "x w"), (210, "x folded"), (310, "deviation"), (420, "divided"))
    for left, title in heads:
        picture.text(left, 30, title, "small strong")
    w, folded = (2, 4), (-1, 1)
    product = lambda row, column: row[0] * column[0] + row[1] * column[1]
    for at, row in enumerate(((1, 3), (11, 13), (2, 6))):
        y = 46 + at * 40
        mean = sum(row) / 2
        deviation = (sum((v - mean) ** 2 for v in row) / 2) ** 0.5
        after = product(row, folded)
        picture.matrix(20, y, [row], (44, 30), "cell")
        for left, value, kind in ((130, product(row, w), "second"), (210, after, "mine"),
                                  (310, deviation, "cell"), (420, after / deviation, "third")):
            picture.matrix(left, y, [[value]], (60, 30), kind)
    picture.text(20, 200, "w", "small strong")
    picture.text(130, 200, f"folded = w less its mean, {sum(w) / 2:g}", "small strong")
    picture.matrix(20, 212, [[v] for v in w], (44, 30), "second")
    picture.arrow(76, 242, 120, 242)
    picture.matrix(130, 212, [[v] for v in folded], (60, 30), "mine")
    picture.text(250, 247, "layer_norm(x) w is 2 in every row", "small")


@figure("Each tile of x goes into the product and into the sums that rstd is made of; both meet in the epilogue", 206)
def fused_two_uses(picture):
    picture.cell(110, 8, 260, 150, "gap")
    picture.text(116, 152, "in each step along k", "tiny")
    for left, top, width, kind, words in ((10, 58, 84, "mine", "tile of x"), (126, 24, 228, "second", "tl.dot with folded"),
                                          (126, 92, 228, "third", "sum, and sum of squares"), (390, 24, 70, "second", "z"),
                                          (390, 92, 70, "third", "rstd")):
        picture.cell(left, top, width, 36, kind, words)
    for points in ((94, 72, 124, 44), (94, 80, 124, 108), (354, 42, 388, 42), (354, 110, 388, 110), (460, 42, 488, 68), (460, 110, 488, 84)):
        picture.arrow(*points)
    picture.cell(490, 58, 62, 36, "mine", "out")
    picture.text(280, 190, "out = gelu(rstd * z + shift)", "mid small")
