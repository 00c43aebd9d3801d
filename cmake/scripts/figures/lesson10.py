"""The figures of elective 10."""

from figures.figure import figure

IN_A_UNIT = 8  # float32 elements in a unit of 32 bytes


@figure("Eight lanes ask for 32 bytes each time. Neighbours move 1 unit, neighbours from element 3 on move 2, every second "
        "element moves 2, a column moves 6", 382, 560)
def slow_units(picture):
    patterns = ((range(8), "neighbours"), (range(3, 11), "neighbours, from element 3 on"),
                (range(0, 16, 2), "every second element"), (range(1, 49, 6), "down a column of a matrix, 6 wide"))
    size, left = 10, 40
    for at, (places, words) in enumerate(patterns):
        top = 42 + at * 82
        moved = {place // IN_A_UNIT for place in places}
        count = len(moved)
        picture.text(left, top - 10, f"{words}: {count} unit{'s' if count > 1 else ''}, "
                     f"{count * 32} bytes moved for 32", "small")
        for element in range(6 * IN_A_UNIT):
            picture.cell(left + element * size, top, size, 26, "mine" if element in places else
                         "second" if element // IN_A_UNIT in moved else "cell")
        for unit in range(7):
            x = left + unit * IN_A_UNIT * size
            picture.line([(x, top - 3), (x, top + 33)], "thick")
            if unit < 6:
                picture.text(x + IN_A_UNIT * size / 2, top + 44, unit * 32, "tiny mid")
    picture.legend(358, (("mine", "a lane asks for it"), ("second", "moves as well"),
                         ("cell", "does not move")), left)


@figure("Bytes moved for each byte asked for: they grow with the distance between lanes, up to 16 for float16 and up to 4 for "
        "float64", 340, 560)
def slow_strides(picture):
    left, right, bottom, top = 60, 530, 270, 40
    place = lambda step: left + (step - 1) / 23 * (right - left)
    height = lambda ratio: bottom - ratio / 16 * (bottom - top)
    picture.line([(left, top - 10), (left, bottom), (right, bottom)])
    picture.levels((1, 4, 8, 12, 16), height, left, right, gap=10)
    picture.marks((1, 4, 8, 12, 16, 20, 24), place, bottom + 18)
    picture.text(right, bottom + 38, "elements from one lane to the next", "small end")
    picture.text(left, top - 18, "bytes moved for each byte asked for", "small")
    for most, kind in ((16, "bold"), (4, "warn")):  # elements in a unit
        picture.line([(place(step), height(min(step, most))) for step in range(1, 25)], kind)
    picture.key(left + 20, 66, (("bold", "float16"), ("warn", "float64")))


@figure("A product of 256 x 256 loads each element 16 times with tiles of 16 x 16, and twice with tiles of 128 x 128", 246, 560)
def slow_reuse(picture):
    left, width = 140, 240
    picture.text(20, 26, "How often each element of a and b is loaded from memory", "small strong")
    for at, tile in enumerate((16, 32, 64, 128)):
        times = 256 // tile
        top = 42 + at * 44
        picture.text(left - 12, top + 19, f"tiles of {tile} x {tile}", "small end")
        for load in range(times):
            picture.cell(left + load * width / 16, top, width / 16 - 2, 28, "mine")
        picture.text(left + times * width / 16 + 8, top + 19,
                     f"{times} times, for {tile} uses each", "tiny")
    picture.text(left, 232, "256 uses of each element in all", "tiny")
