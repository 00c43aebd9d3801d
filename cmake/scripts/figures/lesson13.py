"""Draws the figures of elective 13 from a run of docs.figures.lesson13."""

from figures.lesson_figures import Figure, rows_of


def edges(lists):
    """A filter at two places of a row, and the whole result."""
    picture = Figure("A row of an image, the filter at places 0 and 2, and the result, which is large at "
                     "the two edges of the row", 262, 570)
    left, size = 92, 54
    place = lambda i: left + i * size
    for i in range(8):
        picture.text(place(i) + size / 2 - 1, 18, i, "tiny mid")
    picture.text(left - 10, 48, "x", "code end")
    picture.matrix(left, 28, [lists["row.x"]], (size, 30),
                   lambda _, i: "third" if lists["row.x"][i] > 5 else "cell")
    for y, at, kind in ((76, 0, "second"), (112, 2, "mine")):
        picture.text(place(at - 1) - 8, y + 20, f"at {at}", "small end")
        picture.matrix(place(at - 1), y, [lists["row.w"]], (size, 30), kind)
        terms = [f"{weight:g} · {lists['row.x'][at + j - 1]:g}" for j, weight in enumerate(lists["row.w"])
                 if at + j > 0]
        picture.text(place(at + 2) + 12, y + 20,
                     " + ".join(terms) + f" = {lists['row.out'][at]:g}", "small")
    picture.text(left - 10, 180, "out", "code end")
    picture.matrix(left, 160, [lists["row.out"]], (size, 30),
                   lambda _, i: {0: "second", 2: "mine"}.get(i, "cell"))
    picture.key(20, 218, (("third", "bright: the edges are where this begins and ends"),
                          ("second", "place 0: the first weight has no element, and counts 0")))
    picture.key(400, 218, (("mine", "place 2"),))
    return picture


def patches(lists):
    """A 3 x 3 image, and its matrix of patches for filters of 2 x 2."""
    picture = Figure("A 3 x 3 image and its matrix of patches for filters of 2 x 2: the element in the "
                     "middle is in all four rows", 246, 570)
    image, size = rows_of(lists["patches.x"], 3), 40
    picture.text(30, 24, "image", "small strong")
    picture.matrix(30, 36, image, (size, size),
                   lambda r, c: "third" if (r, c) == (1, 1) else "mine" if r < 2 and c < 2 else "cell")
    picture.arrow(170, 100, 216, 100)
    picture.text(320, 24, "the matrix of patches", "small strong")
    rows = rows_of(lists["patches.out"], 4)
    for at in range(4):
        picture.text(310, 62 + at * size, f"place {at}", "small end")
    picture.matrix(320, 36, rows, (52, size),
                   lambda r, c: "third" if rows[r][c] == image[1][1] else "mine" if r == 0 else "cell")
    picture.key(30, 218, (("mine", "place 0, and its row"),))
    picture.key(220, 218, (("third", "one element of the image, four of the matrix"),))
    return picture


def draw(lists, _):
    return {"convolution_row": edges(lists), "convolution_patches": patches(lists)}
