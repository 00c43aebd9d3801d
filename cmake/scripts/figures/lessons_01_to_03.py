"""The figures of lessons 01 to 03."""

from figures.figure import COLOURS, figure, labelled_rows


@figure("Four programs share 256 elements, 64 elements each", 178)
def programs(figure):
    figure.text(10, 22, "grid(4): four programs run the same kernel", "strong")
    for i, start in enumerate(range(0, 256, 64)):
        x, middle = 10 + 135 * i, 77.5 + 135 * i
        figure.cell(x + 8, 36, 119, 28, COLOURS[i], f"program {i}")
        figure.arrow(middle, 66, middle, 90)
        figure.cell(x, 92, 135, 30, COLOURS[i], f"{start} .. {start + 63}")
    figure.text(10, 142, "out, 256 elements", "code")
    figure.legend(154, [(COLOURS[i], f"owned by {i}") for i in range(4)])


@figure("The start of a block plus 0, 1, 2, 3 is the offsets of its elements", 206)
def offsets(figure):
    for p in range(3):
        x = 26 + 184 * p
        figure.text(x + 64, 20, f"program {p}", "mid strong")
        figure.row(x, 32, 32, [4 * p] * 4, "cell")
        figure.text(x - 14, 88, "+", "mid")
        figure.row(x, 68, 32, range(4), "second")
        figure.text(x - 14, 134, "=", "mid")
        figure.row(x, 114, 32, range(4 * p, 4 * p + 4), "mine")
    figure.legend(176, [("cell", "block start"), ("second", "arange"), ("mine", "offsets")], 26)


@figure("32 lanes touch 4, 8 or more units of 32 bytes", 276)
def units(figure):
    y = 8
    for label, offset_of in (("adjacent: x + lane", lambda lane: lane),
                             ("strided: x + lane * 2", lambda lane: lane * 2),
                             ("gathered: x + table[lane]", lambda lane: (lane * 97 + 31) % 256)):
        lanes = [offset_of(lane) for lane in range(32)]
        touched = {offset // 8 for offset in lanes}
        figure.text(10, y + 14, label, "code")
        figure.text(550, y + 14, f"{len(touched)} units, {32 * len(touched)} bytes moved",
                    "end small")
        for unit in range(32):
            figure.cell(8 + 17 * unit, y + 24, 17, 30, "mine" if unit in touched else "cell")
        for offset in lanes:
            x = 8 + 17 * offset / 8 + 1
            figure.line([(x, y + 44), (x, y + 52)], "warn")
        y += 78
    figure.legend(y + 12, [("mine", "unit is moved"), ("cell", "unit stays where it is")])
    figure.line([(358, y + 12), (358, y + 28)], "warn")
    figure.text(368, y + 25, "float that a lane reads", "small")


STRIDE = 14  # of the matrix of 8 x 12 whose tile of rows 4 to 7 and columns 8 to 11 belongs to program (1, 2)
ROWS, COLUMNS = range(4, 8), range(8, 12)
TILE = [row * STRIDE + column for row in ROWS for column in COLUMNS]


@figure("A matrix of 8 x 12 with a row stride of 14, and the tile of program (1, 2)", 346)
def matrix(figure):
    for c in range(12):
        figure.text(10 + 38 * c + 19, 18, c, "mid tiny")
    values = list(range(8 * 14))
    kinds = ["mine" if v in TILE else "gap" if v % 14 > 11 else "cell" for v in values]
    figure.grid(10, 24, 38, 14, values, kinds, 34)
    figure.legend(312, [("mine", "tile of program (1, 2)"), ("cell", "the matrix"),
                        ("gap", "padding")])


@figure("A column of rows times the stride, plus a row of columns, is a tile", 232)
def broadcast(figure):
    figure.text(10, 22, "rows(_, None) * 14", "code")
    figure.grid(66, 66, 40, 1, [row * STRIDE for row in ROWS], "second", 34)
    figure.text(142, 140, "+", "mid strong")
    figure.text(200, 22, "cols(None, _)", "code")
    figure.row(166, 66, 40, COLUMNS, "third", 34)
    figure.text(350, 140, "=", "mid strong")
    figure.text(374, 22, "4 x 4 offsets", "code")
    figure.grid(374, 66, 40, 4, TILE, "mine", 34)
    figure.text(200, 42, "repeated in each row", "small")
    figure.text(10, 42, "repeated in each column", "small")
    figure.legend(210, [("second", "column, 4 x 1"), ("third", "row, 1 x 4"),
                        ("mine", "their sum, 4 x 4")])


@figure("A tile of 4 x 4 and its transpose: the first row of x becomes the first column of out, and the first row of out was "
        "the first column of x", 264)
def turned(figure):
    out = [4 * column + row for row in range(4) for column in range(4)]
    for left, name, values, row, column in ((30, "x", range(16), "mine", "second"), (340, "out", out, "second", "mine")):
        figure.text(left, 24, name, "code")
        figure.grid(left, 36, 44, 4, values,
                    [row if i < 4 else column if i % 4 == 0 else "cell" for i in range(16)], 36)
    figure.arrow(220, 108, 326, 108)
    figure.text(273, 98, "tl.trans", "code mid")
    figure.legend(202, [("mine", "four lanes load a row of x: one unit"),])
    figure.legend(226, [("second", "four lanes store a row of out: one unit as well")])


@figure("21 elements in blocks of 8: the last mask is true in five lanes", 182)
def mask(figure):
    values = [int(offset < 21) for offset in range(24)]
    for p in range(3):
        part = values[8 * p:8 * p + 8]
        kinds = ["mine" if v else "out" for v in part]
        figure.text(10 + 184 * p, 20, f"program {p}", "strong")
        figure.row(10 + 184 * p, 34, 22, range(8 * p, 8 * p + 8), kinds, 30)
        figure.row(10 + 184 * p, 96, 22, part, kinds, 30)
    figure.text(10, 86, "above: offsets; below: the mask offsets < 21, where 1 is true", "small")
    figure.legend(152, [("mine", "lane takes part"), ("out", "lane is switched off")])


@figure("A matrix of 20 x 150 in tiles of 16 x 64: four kinds of tile", 318)
def edges(figure):
    scale_x, scale_y = 2.75, 7
    figure.text(10, 20, "20 rows x 150 columns, tiles of 16 x 64", "strong")
    for r, c in ((r, c) for r in range(2) for c in range(3)):
        wide, high = min(150, 64 * c + 64) - 64 * c, min(20, 16 * r + 16) - 16 * r
        lanes = wide * high
        kind = "mine" if lanes == 1024 else ("second", "third", "fourth")[
            (r == 0 and c == 2, r == 1 and c < 2, r == 1 and c == 2).index(True)]
        x, y = 10 + 64 * c * scale_x, 34 + 16 * r * scale_y
        figure.cell(x, y, 64 * scale_x, 16 * scale_y, "gap")
        figure.cell(x, y, wide * scale_x, high * scale_y, kind)
        figure.text(x + 6, y + 20, lanes, "small strong")
    figure.legend(268, [("mine", "whole: 1024 lanes"), ("second", "cut on the right"),
                        ("third", "cut at the bottom")])
    figure.legend(292, [("fourth", "cut twice"), ("gap", "lanes that the mask switches off")])


@figure("Lanes past the last column are in the next row of memory", 268)
def wide(figure):
    figure.text(10, 20, "a tile of 2 x 8 lanes on a matrix of 6 columns", "strong")
    kinds = ["mine" if i % 8 < 6 else "out" for i in range(16)]
    places = [row * 6 + column for row in range(2) for column in range(8)]
    figure.grid(10, 32, 38, 8, places, kinds, 32)
    figure.text(326, 52, "row 0: 6 and 7 are", "small")
    figure.text(326, 70, "elements of row 1", "small")
    figure.text(10, 130, "the same offsets in memory", "strong")
    times = [places.count(i) for i in range(14)]
    figure.row(10, 142, 38, range(14), ["cell" if n < 2 and i < 12 else "out"
                                          for i, n in enumerate(times)], 32)
    for row in range(2):
        figure.line([(12 + 228 * row, 180), (234 + 228 * row, 180)], "bold")
        figure.text(123 + 228 * row, 198, f"row {row}", "mid small")
    figure.text(504, 198, "after the end", "mid small")
    figure.legend(222, [("mine", "inside its row"), ("out", "outside, or claimed by two lanes")])


@figure("Rows of 3, 6, 1 and 4 elements, padded with 0", 226)
def ragged(figure):
    lengths = (3, 6, 1, 4)
    memory = [4, 8, 5, 77, 77, 77, 2, 6, 1, 9, 3, 7, 8, 77, 77, 77, 77, 77, 5, 3, 2, 6, 77, 77]
    read = [i % 6 < lengths[i // 6] for i in range(24)]
    padded = [value if inside else 0 for value, inside in zip(memory, read)]
    for x, name, values, other in ((50, "x", memory, "out"), (330, "out", padded, "second")):
        figure.text(x, 22, name, "code")
        figure.grid(x, 34, 34, 6, values, ["mine" if r else other for r in read])
    for r, length in enumerate(lengths):
        figure.text(40, 56 + 34 * r, length, "end small")
    figure.text(40, 22, "length", "tiny end")
    figure.arrow(266, 102, 318, 102)
    figure.legend(192, [("mine", "read and written"), ("out", "need not be read"),
                        ("second", "padding")])


@figure()
def past_the_end():
    """Lesson 01: the mask of each program, for a length that is not a multiple of a block's."""
    owners = [COLOURS[lane // 4] if lane < 10 else "out" for lane in range(12)]
    return labelled_rows(
        "10 elements in blocks of 4: the mask is false in the last two lanes of the third program",
        (("offsets", range(12), owners, ""), ("mask", [int(lane < 10) for lane in range(12)], owners, "")),
        [(COLOURS[p], f"program {p}") for p in range(3)] + [("out", "past the end")], 38, 84)


@figure("1000 elements in blocks of 64: fifteen blocks are full, and the last one has 40 elements", 132)
def covered(figure):
    figure.text(10, 22, "1000 elements, 16 programs", "strong")
    for block in range(16):
        part = min(64, 1000 - 64 * block) / 64
        figure.cell(10 + 34 * block, 36, 34, 34, "gap")
        figure.cell(10 + 34 * block, 36, 34 * part, 34, "mine" if part == 1 else "second")
        figure.text(27 + 34 * block, 86, block, "tiny mid")
    figure.legend(104, [("mine", "64 elements"), ("second", "the last 40"), ("gap", "24 that do not exist")])


@figure()
def masked_load():
    """Lesson 03: what a load returns in lanes that its mask switches off."""
    x, inside = (7, 2, 9), [lane + 1 < 3 for lane in range(4)]
    lanes = lambda on, off: ["cell"] + [on if one else off for one in inside]
    return labelled_rows(
        "x is 7, 2, 9; the load of the element after each one returns 2, 9, 0, 0",
        (("x", [*x, None, None], "cell", ""), ("offsets + 1", [None, 1, 2, 3, 4], lanes("cell", "out"), ""),
         ("result", [None] + [x[lane + 1] if one else 0 for lane, one in enumerate(inside)], lanes("mine", "second"), "")),
        (("mine", "read"), ("out", "masked off"), ("second", "other, here 0")))


@figure("ReLU is 0 for negative numbers and x for positive ones", 330)
def relu(picture):
    place, height = picture.axes_of_curve("x", 55)
    picture.line([(place(-4), height(0)), (place(0), height(0)), (place(4), height(4))], "bold")
    for x in (3, -1, 0, -4):
        picture.dot(place(x), height(max(x, 0)), "second-dot", 5)
    picture.key(80, 60, (("bold", "max(x, 0)"), ("second-dot", "3, -1, 0 and -4")))


@figure()
def reversed():
    """Lesson 03: which element of x each element of a reversed vector is."""
    owners = [COLOURS[lane // 4] if lane < 5 else "out" for lane in range(8)]
    return labelled_rows(
        "Five elements reversed in blocks of 4: three lanes of the second program have no element",
        (("element of out", range(8), owners, ""), ("element of x", range(4, -4, -1), owners, "")),
        (("mine", "program 0"), ("second", "program 1"), ("out", "no element")))
