"""The figures of elective 13."""

from figures.figure import figure, step_time, timeline


@figure("A row of an image, the filter at places 0 and 2, and the result, which is large at the two edges of the row", 262, 570)
def convolution_row(picture):
    row, filter_row = (2, 2, 2, 9, 9, 9, 9, 2), (-1, 0, 1)
    out = [sum(w * x for w, x in zip(filter_row, (0, *row, 0)[at:])) for at in range(8)]
    left, size = 92, 54
    place = lambda i: left + i * size
    for i in range(8):
        picture.text(place(i) + size / 2 - 1, 18, i, "tiny mid")
    picture.text(left - 10, 48, "x", "code end")
    picture.matrix(left, 28, [row], (size, 30),
                   lambda _, i: "third" if row[i] > 5 else "cell")
    for y, at, kind in ((76, 0, "second"), (112, 2, "mine")):
        picture.text(place(at - 1) - 8, y + 20, f"at {at}", "small end")
        picture.matrix(place(at - 1), y, [filter_row], (size, 30), kind)
        terms = [f"{weight} · {row[at + j - 1]}" for j, weight in enumerate(filter_row)
                 if at + j > 0]
        picture.text(place(at + 2) + 12, y + 20,
                     " + ".join(terms) + f" = {out[at]}", "small")
    picture.text(left - 10, 180, "out", "code end")
    picture.matrix(left, 160, [out], (size, 30),
                   lambda _, i: {0: "second", 2: "mine"}.get(i, "cell"))
    picture.key(20, 218, (("third", "bright: the edges are where this begins and ends"),
                          ("second", "place 0: the first weight has no element, and counts 0")))
    picture.key(400, 218, (("mine", "place 2"),))


@figure("An image of 5 x 5 with a border of zeros, a filter of 3 x 3 at two of its places, and the 3 x 3 results", 370, 570)
def convolution_image(picture):
    size, left, top = 36, 26, 40
    image = [[9 if r > 1 and c > 1 else 2 for c in range(5)] for r in range(5)]
    filters = [[-1, -1, 0], [-1, 0, 1], [0, 1, 1]]
    inside = lambda r, c: 0 <= r < 5 and 0 <= c < 5
    padded = [[image[r][c] if inside(r, c) else 0 for c in range(-1, 6)] for r in range(-1, 6)]
    out = [[sum(filters[i][j] * padded[2 * r + i][2 * c + j] for i in range(3) for j in range(3)) for c in range(3)]
           for r in range(3)]
    windows = {(0, 0): "second", (1, 2): "mine"}  # places, whose windows begin at twice that in the padded image
    at = lambda place, r, c: 0 <= r - 2 * place[0] < 3 and 0 <= c - 2 * place[1] < 3
    kind = lambda r, c: next((kind for place, kind in windows.items() if at(place, r, c)),
                             "cell" if inside(r - 1, c - 1) else "gap")
    picture.text(left, top - 16, "image, with its padding", "small strong")
    picture.matrix(left, top, padded, (size, size), kind)
    picture.frame(left + size - 1, top + size - 1, 5 * size, 5 * size)
    right = 350
    picture.text(right, top - 16, "filter", "small strong")
    picture.matrix(right, top, filters, (size, size))
    picture.text(right, top + 150, "result", "small strong")
    picture.matrix(right, top + 164, out, (52, size), lambda r, c: windows.get((r, c), "cell"))
    picture.key(left, 338, (("second", "place (0, 0): five of nine elements are outside"),
                            ("mine", "place (1, 2): its window begins at row 1, column 3")))


@figure("A 3 x 3 image and its matrix of patches for filters of 2 x 2: the element in the middle is in all four rows", 246, 570)
def convolution_patches(picture):
    image, size = [[1, 2, 3], [4, 5, 6], [7, 8, 9]], 40
    picture.text(30, 24, "image", "small strong")
    picture.matrix(30, 36, image, (size, size),
                   lambda r, c: "third" if (r, c) == (1, 1) else "mine" if r < 2 and c < 2 else "cell")
    picture.arrow(170, 100, 216, 100)
    picture.text(320, 24, "the matrix of patches", "small strong")
    rows = [[image[r + i][c + j] for i in range(2) for j in range(2)] for r in range(2) for c in range(2)]
    for at in range(4):
        picture.text(310, 62 + at * size, f"place {at}", "small end")
    picture.matrix(320, 36, rows, (52, size),
                   lambda r, c: "third" if rows[r][c] == image[1][1] else "mine" if r == 0 else "cell")
    picture.key(30, 218, (("mine", "place 0, and its row"),))
    picture.key(220, 218, (("third", "one element of the image, four of the matrix"),))


@figure()
def convolution_overlap():
    """The same arithmetic with a gathered tile and with a fetched patch, at the measured rates."""
    row = r"\| convolution nhwc%s, n 32, c 128, 28 x 28, k 128, r 3 \| Kernelwright \| ([0-9.]+) \|"
    operations = 2 * 128 * 64 * 64  # one product of 128 x 64 x 64
    waiting, ahead = step_time(row % "", operations), step_time(row % ", streamed", operations)
    return timeline(f"Three steps of a convolution: {waiting:.2g} µs each if a step gathers its tile first, and {ahead:.2g} µs if patches "
                    "are fetched ahead", waiting, ahead, ("fetch", "multiply"))


@figure("A tile of 2 x 2 of the matrix of patches needs elements 6, 7 and 8 of the image", 206, 570)
def convolution_gathered(picture):
    index = lambda place, tap: (place // 2 + tap // 2) * 3 + place % 2 + tap % 2
    wanted = {index(place, tap) for place in (2, 3) for tap in (2, 3)}
    picture.text(20, 22, "image, 3 x 3", "small strong")
    picture.text(250, 22, "matrix of patches, not stored", "small strong")
    for i in range(9):
        picture.cell(20 + 44 * (i % 3), 36 + 34 * (i // 3), 42, 32, "mine" if i in wanted else "cell", i)
    for place in range(4):
        picture.text(240, 57 + 34 * place, f"place {place}", "tiny end")
        for tap in range(4):
            picture.cell(250 + 60 * tap, 36 + 34 * place, 58, 32, "mine" if min(place, tap) > 1 else "gap", index(place, tap))
    picture.arrow(154, 120, 196, 140)
    picture.legend(184, (("mine", "a tile, and what it loads"), ("gap", "other tiles, of other programs or steps")), 20)
