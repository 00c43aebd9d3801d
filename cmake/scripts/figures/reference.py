"""Draws the figures in the reference of tl from a run of docs.figures.reference.

Each shows what a call makes of small tiles. The first half of the elements is blue, the second is orange.
"""

from figures.lesson_figures import Figure, rows_of

SIZE = 34  # of an element


def tile(picture, x, y, name, values, columns, colours=None, one_axis=True):
    """A tile with its name and its shape, which has two axes if it has several rows. Gives its width."""
    rows = rows_of([int(value) for value in values], columns)
    colour = colours or (lambda value: "mine" if value < 4 else "second")
    extents = f"({columns})" if one_axis and len(rows) == 1 else f"({len(rows)}, {columns})"
    picture.text(x, y - 10, f"{name} {extents}", "small strong")
    picture.matrix(x, y, rows, (SIZE, SIZE), lambda r, c: colour(rows[r][c]))
    return max(columns * SIZE, 8 * len(f"{name} {extents}"))


def line(picture, y, inputs, output):
    """Tiles, an arrow, and what a call makes of them. A tile is (name, values, columns[, colours[, one_axis]])."""
    x = 10
    for each in inputs:
        x += tile(picture, x, y, *each) + 22
    middle = y + SIZE * max(len(each[1]) // each[2] for each in inputs) / 2
    picture.arrow(x - 6, middle, x + 26, middle)
    tile(picture, x + 40, y, *output)


def draw(lists, _):
    first, index, counted = rows_of(lists["in"], 8)
    out = rows_of(lists["out"], 16)
    x, a, b = ("x", first, 4), ("a", first[:4], 4), ("b", first[4:], 4)
    plain = lambda value: "cell"
    by_row = lambda sums: lambda value: "mine" if value == sums[0] else "second"
    largest = lambda value: "mine" if value == 3 else "cell"
    figures = {
        "trans": ("tl.trans turns a tile of 2 x 4 into one of 4 x 2", [
            ([x], ("tl.trans(x)", out[0][:8], 2))]),
        "reshape": ("tl.reshape keeps the order of the elements, row by row", [
            ([x], ("tl.reshape(x, shape<4, 2>)", out[1][:8], 2))]),
        "join": ("tl.join, tl.interleave and tl.cat of two tiles of four elements", [
            ([a, b], ("tl.join(a, b)", out[2][:8], 2)),
            ([], ("tl.interleave(a, b)", out[3][:8], 8)),
            ([], ("tl.cat(a, b)", out[4][:8], 8))]),
        "broadcast_to": ("tl.broadcast_to repeats an axis of extent 1", [
            ([("x", first[:4], 4, None, False)], ("tl.broadcast_to(x, shape<4, 4>)", out[5], 4))]),
        "gather": ("tl.gather chooses elements of each row, and tl.flip turns rows around", [
            ([x, ("index", index, 4, plain)], ("tl.gather(x, index, axis<1>)", out[6][:8], 4)),
            ([x], ("tl.flip(x)", out[7][:8], 4))]),
        "counting": ("tl.topk gives the largest elements, and tl.histogram counts each number", [
            ([("x", counted, 8, largest)], ("tl.topk(x, size<4>)", out[8][:4], 4, largest)),
            ([("x", counted, 8, largest)],
             ("tl.histogram(x, size<4>)", out[9][:4], 4, lambda value: "mine" if value == 4 else "cell"))]),
        "sum": ("tl.sum along each row and down each column, and tl.argmax and tl.reduce along rows", [
            ([x], ("tl.sum(x, axis<1>)", out[11][:2], 2, by_row(out[11][:2]))),
            ([x], ("tl.sum(x, axis<0>)", out[12][:4], 4, plain)),
            ([x], ("tl.reduce(x, axis<1>, product)", out[14][:2], 2, by_row(out[14][:2]))),
            ([("x", index, 4, plain)], ("tl.argmax(x, axis<1>)", out[13][:2], 2, plain))]),
        "cumsum": ("tl.cumsum gives the sum of all elements up to each", [
            ([("x", counted, 8, plain)], ("tl.cumsum(x)", out[10][:8], 8, plain))]),
    }
    return {f"reference_{name}": laid_out(title, lines) for name, (title, lines) in figures.items()}


def laid_out(title, lines):
    """One line of tiles below the other. A line without inputs is a result alone."""
    heights = [SIZE * max(len(each[1]) // each[2] for each in [*inputs, output])
               for inputs, output in lines]
    picture = Figure(title, sum(heights) + 42 * len(lines) + 6, 660)
    y = 34
    for (inputs, output), height in zip(lines, heights):
        if inputs:
            line(picture, y, inputs, output)
        else:
            tile(picture, 10, y, *output)
        y += height + 42
    return picture
