"""The figures of lessons 04 and 05, which show how values are computed."""

import math

from figures.figure import COLOURS, Figure, figure, labelled_rows, number, numbers_of_a_run


@figure("Eight elements are added in three steps: pairs, fours, all", 300)
def tree(figure):
    levels = [[3, 1, 4, 1, 5, 9, 2, 6]]
    while len(levels[-1]) > 1:
        levels.append([a + b for a, b in zip(levels[-1][::2], levels[-1][1::2])])
    for step, values in enumerate(levels):
        y, width = 14 + 64 * step, 480 / len(values)
        for i, value in enumerate(values):
            middle = 60 + width * i + width / 2
            figure.cell(middle - 22, y, 44, 30, "mine" if step == 3 else "cell" if step == 0
                        else "second", number(value))
            if step:
                for side in (-1, 1):
                    figure.arrow(middle + side * width / 4, y - 33, middle + side * 8, y - 2)
        figure.text(6, y + 20, ("x", "step 1", "step 2", "step 3")[step], "small")
    figure.legend(270, [("cell", "loaded"), ("second", "sum of two"), ("mine", "the result")])


@figure("A tile of 4 x 4: sums along the rows, down the columns, and of everything", 316)
def axes(figure):
    rows = [[3, 1, 4, 1], [5, 9, 2, 6], [5, 3, 5, 8], [9, 7, 9, 3]]
    figure.grid(20, 40, 44, 4, sum(rows, []), "cell", 36)
    figure.text(20, 26, "v", "code")
    figure.grid(290, 40, 44, 1, list(map(sum, rows)), "mine", 36)
    figure.text(352, 118, "tl.sum(v, axis<1>)", "code")
    figure.row(20, 216, 44, list(map(sum, zip(*rows))), "second", 36)
    figure.text(20, 270, "tl.sum(v, axis<0>)", "code")
    figure.cell(290, 216, 44, 36, "third", sum(map(sum, rows)))
    figure.text(352, 239, "tl.sum(v)", "code")
    for i in range(4):
        figure.arrow(200, 58 + 36 * i, 284, 58 + 36 * i)
        figure.arrow(42 + 44 * i, 188, 42 + 44 * i, 212)
    figure.legend(290, [("mine", "one per row"), ("second", "one per column"),
                        ("third", "one per tile")], 20)


@figure()
def lost_update():
    """Lesson 04: two programs add to one element, and one addition is lost."""
    read, added = 10, (5, 7)
    wrote = [read + one for one in added]
    figure = Figure(f"Two programs read {read}, add {added[0]} and {added[1]}, and store; the sum is {wrote[1]} and should be "
                    f"{read + sum(added)}", 216)
    for program in range(2):
        y, kind = 30 + 46 * program, ("mine", "second")[program]
        figure.text(10, y + 20, f"program {program}", "small")
        figure.cell(100 + 90 * program, y, 82, 30, kind, f"reads {read}")
        figure.cell(290 + 110 * program, y, 102, 30, kind, f"stores {wrote[program]}")
        figure.line([(182 + 90 * program, y + 15), (290 + 110 * program, y + 15)])
        figure.text(236 + 76 * program, y + 11, f"+ {added[program]}", "mid small")
        figure.arrow(341 + 110 * program, y + 30, 341 + 110 * program, 132)
    figure.text(10, 154, "out[0]", "code")
    for x, width, value in ((100, 190, read), (292, 108, wrote[0]), (402, 148, wrote[1])):
        figure.cell(x, 134, width, 30, "out" if x == 402 else "cell", value)
    figure.arrow(100, 184, 550, 184)
    figure.text(325, 204, "time", "mid small")
    return figure


@figure("Three programs share ten blocks, and three partial sums become one", 290)
def shares(figure):
    partials = [0, 0, 0]
    figure.text(10, 20, "1, 2, ..., 38 in blocks of 4: block b goes to program b mod 3", "strong")
    for block in range(10):
        program, end = block % 3, min(38, 4 * block + 4)
        partials[program] += sum(range(4 * block + 1, end + 1))
        figure.cell(10 + 54 * block, 34, 54, 34, COLOURS[program], f"{4 * block + 1}..{end}")
        figure.line([(37 + 54 * block, 70), (110 + 170 * program, 116)])
    for program, partial in enumerate(partials):
        figure.cell(50 + 170 * program, 118, 120, 34, COLOURS[program], partial)
        figure.arrow(110 + 170 * program, 154, 280 + 24 * (program - 1), 202)
    figure.cell(220, 204, 120, 34, "cell", sum(partials))
    figure.text(350, 226, "the second launch", "small")
    figure.legend(262, [(COLOURS[p], f"program {p}") for p in range(3)] + [("cell", "the result")])


@figure("Adding 0.1 n times: one after the other, and with many programs", 316)
def errors(figure):
    in_order, by_programs = numbers_of_a_run("errors.in_order"), numbers_of_a_run("errors.by_programs")
    left, top, width, height = 74, 34, 460, 216
    lowest, highest = -9, 0  # powers of ten
    count = len(in_order)

    def place(i, error):
        power = math.log10(max(error, 10.0 ** lowest))
        return (round(left + width * i / (count - 1)),
                round(top + height * (highest - power) / (highest - lowest)))

    figure.text(10, 18, "relative error", "small")
    for power in range(lowest, highest + 1, 3):
        y = place(0, 10.0 ** power)[1]
        figure.line([(left, y), (left + width, y)], "gap")
        figure.text(left - 8, y + 5, f"1e{power}" if power else "1", "end small")
    for i in range(count):
        figure.text(place(i, 1)[0], top + height + 20, f"2^{10 + 2 * i}", "mid small")
    figure.line([place(i, e) for i, e in enumerate(in_order)], "warn")
    figure.line([place(i, e) for i, e in enumerate(by_programs)], "bold")
    figure.text(left + width, top + height + 38, "n", "end small")
    figure.line([(74, 296), (94, 296)], "warn")
    figure.text(100, 301, "one after the other", "small")
    figure.line([(274, 296), (294, 296)], "bold")
    figure.text(300, 301, "partial sums of programs", "small")


@figure("The softmax of 1, 2, 3", 236)
def bars(figure):
    exponentials = [math.exp(x - 3) for x in (1, 2, 3)]
    softmax = [e / sum(exponentials) for e in exponentials]
    for i, (label, values, most) in enumerate((("x", (1, 2, 3), 3), ("exp(x - 3)", exponentials, 1),
                                               ("softmax", softmax, 1))):
        x = 30 + 182 * i
        figure.text(x, 22, label, "code")
        for c, value in enumerate(values):
            height = 130 * value / most
            figure.cell(x + 46 * c, 170 - height, 36, height, COLOURS[i])
            figure.text(x + 46 * c + 18, 188, number(value), "mid tiny")
        figure.line([(x - 6, 170), (x + 134, 170)])
    figure.legend(206, [("mine", "scores"), ("second", "exponentials, the largest is 1"),
                        ("third", "they add up to 1")])


@figure("Online softmax on the row 3 4 | 5 10 | 9 10", 262)
def online(figure):
    largest, total = -math.inf, 0
    for step, block in enumerate(((3, 4), (5, 10), (9, 10))):
        raised = max(largest, *block)
        factor = math.exp(largest - raised)
        largest, total = raised, total * factor + sum(math.exp(v - raised) for v in block)
        x = 30 + 184 * step
        figure.row(x, 14, 60, block, "cell", 34)
        figure.arrow(x + 60, 50, x + 60, 76)
        figure.cell(x, 78, 120, 34, "second", f"m = {largest}")
        figure.cell(x, 156, 120, 34, "mine", f"s = {number(total)}")
        if step:
            figure.arrow(x - 62, 173, x - 2, 173)
            figure.text(x - 32, 166, f"x {number(factor, 4)}", "mid tiny")
    figure.text(30, 134, "the sum of exp(x - m) so far:", "small")
    figure.legend(220, [("cell", "block"), ("second", "maximum so far"), ("mine", "sum so far")])


@figure("The softmax of four rows at once", 332)
def rows(figure):
    v = [(1, 2, 3, 0), (0, 0, 0, 0), (3, 4, 5, 10), (-9, -8, -9, -7)]
    e = [[math.exp(one - max(row)) for one in row] for row in v]
    digits = lambda values: [f"{value:.3f}" for row in values for value in row]
    for x, size, label, columns, values, kind in (
            (10, 40, "v", 4, sum(v, ()), "cell"), (176, 40, "max", 1, list(map(max, v)), "second"),
            (232, 52, "exp(v - max)", 4, digits(e), "cell"), (452, 52, "sum", 1, [number(sum(row), 2) for row in e], "third")):
        figure.text(x, 22, label, "code")
        figure.grid(x, 34, size, columns, values, kind, 34)
    figure.text(10, 206, "exp(v - max) / sum", "code")
    figure.grid(232, 188, 52, 4, digits([one / sum(row) for one in row] for row in e), "mine", 26)
    figure.legend(306, [("second", "largest of each row"), ("third", "sum of each row"),
                        ("mine", "the result")])


@figure()
def masked_maximum():
    """Lesson 04: the maximum of a row of three in a tile of four lanes, with two values in the last one."""
    row = [-3, -1, -4]
    return labelled_rows(
        "The row -3 -1 -4 in four lanes: with 0 in the last one the maximum is 0, with -inf it is -1",
        [(f"{words} in the last lane", [*row, words], ["cell"] * 3 + ["out"],
          f"maximum {number(max(*row, other))}, sum {number(sum(row) + other)}")
         for words, other in (("0", 0), ("-inf", -math.inf))], (("cell", "the row"), ("out", "masked off")), 44, 180)


@figure("The row 2 4 6 in four lanes: the mean of the lanes is 3, and that of the row is 4", 214)
def mean_of_lanes(figure):
    row = (2, 4, 6)
    for lane, value in enumerate((*row, 0)):
        figure.cell(30 + 56 * lane, 150 - 22 * value, 44, 22 * value, "mine")
        figure.text(52 + 56 * lane, 168, value, "mid small")
    figure.cell(198, 146, 44, 4, "out")
    for count, kind, words in ((4, "warn", "lanes"), (3, "bold", "elements")):
        y = 150 - 22 * sum(row) / count
        figure.line([(24, y), (256, y)], kind)
        figure.text(266, y + 5, f"{sum(row)} / {count} {words} = {number(sum(row) / count)}", "small")
    figure.legend(186, (("mine", "the row"), ("out", "a lane without an element")))


@figure("The row 3 4 as an arrow: 3 to the right, 4 up, and 5 long", 216)
def length(figure):
    figure.line([(120, 190), (240, 190), (240, 30)])
    figure.line([(120, 190), (240, 30)], "bold")
    figure.text(180, 208, "3", "mid")
    figure.text(250, 116, "4")
    figure.text(276, 116, "length: square root of 3 * 3 + 4 * 4 = 5", "small")


@figure("The loss over the probability of the target: large for small probabilities, and 0 for 1", 288)
def cross_entropy(figure):
    place, height = lambda p: 60 + 470 * p, lambda loss: 230 - 46 * loss
    figure.levels(range(5), height, 60, 530, gap=10)
    figure.marks((tick / 4 for tick in range(5)), place, 248, "{}")
    figure.text(530, 268, "probability of the target", "small end")
    figure.text(60, 22, "loss", "small")
    figure.line([(place(i / 100), height(-math.log(i / 100))) for i in range(2, 101)], "bold")
    exponentials = [math.exp(score) for score in (1, 2, 3)]
    for score, one in enumerate(exponentials, 1):
        p = one / sum(exponentials)
        figure.dot(place(p), height(-math.log(p)), "second-dot", 5)
        figure.text(place(p) + 10, height(-math.log(p)) - 6, f"score {score}: {number(-math.log(p), 2)}", "small")
