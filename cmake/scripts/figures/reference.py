"""The figures in the reference of tl.

Each shows what a call makes of small tiles. The first half of the elements is blue, the second is orange.
"""

import functools
import math
from itertools import accumulate, chain

from figures.figure import FIGURES, Figure, rows_of

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


def figures():
    index, counted = [0, 3, 0, 1, 2, 2, 1, 0], [3, 1, 0, 3, 2, 3, 1, 3]
    rows = rows_of(range(8), 4)
    first, second = rows
    sums, products = list(map(sum, rows)), list(map(math.prod, rows))
    turned = list(chain(*zip(first, second)))
    x, a, b = ("x", range(8), 4), ("a", first, 4), ("b", second, 4)
    plain = lambda value: "cell"
    by_row = lambda sums: lambda value: "mine" if value == sums[0] else "second"
    largest = lambda value: "mine" if value == 3 else "cell"
    return {
        "trans": ("tl.trans turns a tile of 2 x 4 into one of 4 x 2", [
            ([x], ("tl.trans(x)", turned, 2))]),
        "reshape": ("tl.reshape keeps the order of the elements, row by row", [
            ([x], ("tl.reshape(x, shape<4, 2>)", range(8), 2))]),
        "join": ("tl.join, tl.interleave and tl.cat of two tiles of four elements", [
            ([a, b], ("tl.join(a, b)", turned, 2)),
            ([], ("tl.interleave(a, b)", turned, 8)),
            ([], ("tl.cat(a, b)", range(8), 8))]),
        "broadcast_to": ("tl.broadcast_to repeats an axis of extent 1", [
            ([("x", first, 4, None, False)], ("tl.broadcast_to(x, shape<4, 4>)", 4 * list(first), 4))]),
        "gather": ("tl.gather chooses elements of each row, and tl.flip turns rows around", [
            ([x, ("index", index, 4, plain)], ("tl.gather(x, index, axis<1>)", [rows[i // 4][at] for i, at in enumerate(index)], 4)),
            ([x], ("tl.flip(x)", [*first[::-1], *second[::-1]], 4))]),
        "counting": ("tl.topk gives the largest elements, and tl.histogram counts each number", [
            ([("x", counted, 8, largest)], ("tl.topk(x, size<4>)", sorted(counted)[:3:-1], 4, largest)),
            ([("x", counted, 8, largest)],
             ("tl.histogram(x, size<4>)", [counted.count(number) for number in range(4)], 4, lambda value: "mine" if value == 4 else "cell"))]),
        "sum": ("tl.sum along each row and down each column, and tl.argmax and tl.reduce along rows", [
            ([x], ("tl.sum(x, axis<1>)", sums, 2, by_row(sums))),
            ([x], ("tl.sum(x, axis<0>)", list(map(sum, zip(*rows))), 4, plain)),
            ([x], ("tl.reduce(x, axis<1>, product)", products, 2, by_row(products))),
            ([("x", index, 4, plain)], ("tl.argmax(x, axis<1>)", [row.index(max(row)) for row in rows_of(index, 4)], 2, plain))]),
        "cumsum": ("tl.cumsum gives the sum of all elements up to each", [
            ([("x", counted, 8, plain)], ("tl.cumsum(x)", list(accumulate(counted)), 8, plain))]),
    }


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


FIGURES.update({f"reference_{name}": functools.partial(laid_out, title, lines) for name, (title, lines) in figures().items()})
