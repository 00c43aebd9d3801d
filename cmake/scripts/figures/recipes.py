"""The figures of the pages on scans, sorting, few bits, decoding and Stream-K."""

import itertools

from figures.figure import COLOURS, figure, number


def scanned(values):
    """The sums of 0.5^(t - s) x[s], from a state of 0."""
    return list(itertools.accumulate(values, lambda state, x: state / 2 + x))


@figure("A scan of eight numbers in two chunks of four: the second chunk begins with a state of 0, and gets half, a quarter, "
        "an eighth and a sixteenth of the first chunk's last state", 274, 570)
def recipe_scan(picture):
    x = [8, 4, 2, 6, 1, 3, 5, 2]
    inner, h = scanned(x[:4]) + scanned(x[4:]), scanned(x)
    size, left = 58, 96
    for row, (name, values, kinds) in enumerate((
            ("x", x, ["cell"] * 8), ("inner", inner, ["mine"] * 4 + ["second"] * 4),
            ("carried", [after - alone for after, alone in zip(h, inner)], ["gap"] * 4 + ["third"] * 4),
            ("h", h, ["mine"] * 4 + ["fourth"] * 4))):
        y = 12 + 52 * row
        picture.text(left - 10, y + 24, name, "code end")
        picture.row(left, y, size, [number(v) for v in values], kinds, 36)
    picture.key(20, 238, (("mine", "the first chunk"), ("second", "the second one, from 0")))
    picture.key(220, 238, (("third", "decays * state"), ("fourth", "inner + decays * state")))


@figure("Eight keys of two hexadecimal digits: sorted by the lower digit first, then by the upper one, in which equal digits "
        "keep their order", 226, 570)
def recipe_sorting(picture):
    keys = (0x3a, 0x15, 0x32, 0x1a, 0x25, 0x31, 0x12, 0x2a)
    digits = (None, lambda key: key & 15, lambda key: key >> 4)
    order = before = list(range(8))  # as places in keys
    for step, label in enumerate(("keys", "by the lower digit", "by the upper digit")):
        y = 12 + 66 * step
        picture.text(136, y + 22, label, "small end")
        digit = digits[step]
        if step:
            before, order = order, sorted(order, key=lambda place: digit(keys[place]))
        for at, value in enumerate(order):
            kind = COLOURS[sorted(set(map(digit, keys))).index(digit(keys[value]))] if step else "cell"
            picture.cell(146 + 52 * at, y, 48, 34, kind, f"{keys[value]:02x}", "code")
            if step:
                picture.line([(170 + 52 * before.index(value), y - 30), (170 + 52 * at, y - 2)], "line faint")
    picture.text(146, 212, "A colour is a digit of the pass.", "small")


@figure("A word of 32 bits has eight fields of four bits; each less 8 and times the scale 0.25 is a weight", 218, 570)
def recipe_bits(picture):
    word = 0x9c2758b3
    picture.text(88, 32, "bits", "small end")
    picture.text(88, 94, "q", "code end")
    picture.text(88, 160, "weight", "small end")
    for i in range(8):
        x = 96 + 58 * (7 - i)  # the lowest bits are on the right, as in a number
        picture.text(x + 29, 32, f"{4 * i + 3}..{4 * i}", "mid tiny")
        picture.cell(x, 42, 56, 34, "mine", f"{word >> 4 * i & 15:04b}", "code")
        picture.text(x + 29, 94, word >> 4 * i & 15, "mid small")
        picture.arrow(x + 29, 100, x + 29, 134)
        picture.cell(x, 138, 56, 34, "second", number(((word >> 4 * i & 15) - 8) * 0.25))
    picture.key(96, 202, (("mine", f"{word:#x}"),))
    picture.key(260, 202, (("second", "(q - 8) * 0.25, rows 7 to 0 of a column"),))


@figure("Nine pages in memory, three texts of 5, 16 and 45 tokens, and the table that says which page is whose", 286, 570)
def recipe_pages(picture):
    table, lengths = ((7,), (3,), (8, 1, 5)), (5, 16, 45)
    owner = {}
    for text, (row, length) in enumerate(zip(table, lengths)):
        y = 14 + 46 * text
        picture.text(110, y + 22, f"{length} tokens", "small end")
        for at, page in enumerate(row):
            owner[page] = (text, min(16, length - 16 * at))
            picture.cell(120 + 74 * at, y, 66, 34, COLOURS[text], f"page {page}")
        # Each value is the number of its page, and all keys are 0.
        out = sum(page * owner[page][1] for page in row) / length
        picture.text(360, y + 22, f"out = {number(out, 2)}", "code")
    picture.text(20, 180, "the cache, page by page", "small strong")
    for page in range(9):
        x = 20 + 59 * page
        picture.cell(x, 192, 55, 44, "gap")
        if page in owner:
            text, used = owner[page]
            picture.cell(x, 192, 55 * used / 16, 44, COLOURS[text])
        picture.text(x + 27, 219, page, "mid small")
    picture.text(20, 264, "Filled: tokens. The rest belongs to no text and is never read.", "small")


@figure("Six tiles of seven steps for four programs: three programs have 11 steps, the last one has 9, and three tiles are "
        "shared by two programs", 272, 570)
def recipe_stream_k(picture):
    size, left = 56, 96
    for step in range(7):
        picture.text(left + size * step + size / 2, 20, f"step {step}", "mid tiny")
    for tile in range(6):
        picture.text(left - 10, 46 + 34 * tile, f"tile {tile}", "small end")
    for program in range(4):
        begin, end = 11 * program, min(11 * program + 11, 42)
        for tile in reversed(range(begin // 7, (end + 6) // 7)):
            for step in range(max(begin, 7 * tile), min(end, 7 * tile + 7)):
                picture.cell(left + size * (step % 7), 28 + 34 * tile, size - 3, 28, COLOURS[program], program)
    for program in range(4):
        picture.key(left + 110 * program, 258, ((COLOURS[program], f"program {program}"),))


@figure("Each element adds its left neighbour, and then the element two to its left: 8, 12, 14 and 20 after two "
        "steps", 200, 570)
def recipe_doubling(picture):
    rows = [[8, 4, 2, 6]]
    for step, label in enumerate(("begin", "add the left neighbour", "add the one two to the left")):
        y, distance = 8 + 66 * step, 2 ** (step - 1) if step else 0
        if step:
            rows.append([value + (rows[-1][at - distance] if at >= distance else 0) for at, value in enumerate(rows[-1])])
        picture.text(216, y + 23, label, "small end")
        for at, value in enumerate(rows[-1]):
            picture.cell(230 + 84 * at, y, 70, 36, "mine" if step and at >= distance else "cell", value)
            if step and at >= distance:
                picture.arrow(265 + 84 * (at - distance), y - 28, 255 + 84 * at, y - 2)
                picture.arrow(265 + 84 * at, y - 28, 265 + 84 * at, y - 2)


@figure("Three programs take two blocks each, keep the counts of four bins, and add them to memory once at the end", 226, 570)
def recipe_counts(picture):
    blocks = ("0112", "3301", "1120", "2223", "0013", "1321")
    totals = [0] * 4
    picture.text(82, 30, "blocks", "small end")
    picture.text(82, 106, "counts", "small end")
    picture.text(82, 196, "in memory", "small end")
    for program in range(3):
        left, mine = 96 + 160 * program, blocks[program] + blocks[program + 3]
        for at, block in enumerate((blocks[program], blocks[program + 3])):
            picture.cell(left + 74 * at, 10, 70, 30, COLOURS[program], " ".join(block))
        picture.arrow(left + 72, 42, left + 72, 82)
        here = [mine.count(str(bin)) for bin in range(4)]
        totals = [a + b for a, b in zip(totals, here)]
        picture.row(left, 84, 36, here, COLOURS[program], 34)
        picture.arrow(left + 72, 120, 328 + 20 * (program - 1), 170)
    picture.row(256, 172, 36, totals, "cell", 36)
    picture.text(412, 196, "12 additions", "small")


@figure("A group of a row of x has one scale, and so has a square of w; the sum of each group along k is scaled before it is "
        "added", 230, 570)
def recipe_scales(picture):
    for left, name in ((20, "x"), (250, "w")):
        picture.text(left, 20, f"{name}, GROUP = 2", "small strong")
        for row in range(4):
            for column in range(4):
                kind = COLOURS[column // 2 + (2 * (row // 2) if name == "w" else 2 * (row % 2))]
                picture.cell(left + 44 * column, 32 + 30 * row, 42, 28, kind)
    picture.text(440, 60, "colours: elements", "small")
    picture.text(440, 80, "with one scale", "small")
    for step in range(2):
        picture.cell(20 + 190 * step, 168, 166, 32, "cell", f"group {step}: sum * scales", "small")
    picture.text(198, 189, "+", "mid")
    picture.text(390, 189, "= y", "")
    picture.text(20, 220, "Each row of x has its own scales.", "small")
