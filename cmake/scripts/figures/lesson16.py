"""The figures of elective 16."""

from figures.figure import figure


@figure("Three maps of 8 x 8 elements: the last rows are wrong, the last columns are wrong, and all rows but the "
        "first", 230, 570)
def clinic_maps(picture):
    for at, (words, cause, wrong) in enumerate((("from a row on", "no program owns them", lambda r, c: r > 5),
                                                ("from a column on", "a loop ends too early", lambda r, c: c > 5),
                                                ("all rows but the first", "the distance between rows", lambda r, c: r > 0))):
        left = 20 + 180 * at
        picture.text(left, 20, words, "small strong")
        for i in range(64):
            picture.cell(left + 17 * (i % 8), 32 + 17 * (i // 8), 15, 15, "out" if wrong(i // 8, i % 8) else "mine")
        picture.text(left, 188, cause, "tiny")
    picture.legend(206, (("mine", "right"), ("out", "wrong")), 20)


@figure("The place of an access depends on the array that the launch passes, on the offset, and on the mask", 140)
def clinic_access(picture):
    for at, (name, words) in enumerate((("array", "from the launch"), ("offset", "from the kernel"), ("mask", "from the kernel"))):
        picture.cell(10 + 124 * at, 30, 104, 40, ("second", "third", "fourth")[at], name)
        picture.text(62 + 124 * at, 90, words, "tiny mid")
        picture.arrow(114 + 124 * at, 50, 132 + 124 * at, 50)
    picture.cell(384, 30, 166, 40, "out", "the access")
    picture.text(467, 90, "the line that a finding names", "tiny mid")


@figure("The largest element is 2.999; the range should be 1.99 and is 2.999, as if an element were 0", 176)
def clinic_range(picture):
    most, returned, wanted = 2.99909019, 2.99909019, 1.99354935  # as the report prints them
    place = lambda value: 50 + 160 * value
    picture.line([(place(-0.1), 60), (place(3.1), 60)])
    picture.marks(range(4), place, 82, ends=(56, 64))
    picture.cell(place(most - wanted), 50, 160 * wanted, 20, "mine")
    for y, length, kind, words in ((112, wanted, "bold", "wanted"), (146, returned, "warn", "returned")):
        picture.line([(place(most - length), y), (place(most), y)], kind)
        picture.text(place(most - length / 2), y - 6, f"{words}: {length:.3f}", "mid small")
    picture.text(place(2), 38, "the elements of the row", "mid small")


@figure("One program sums a vector in eight steps; eight programs take one step each, and their sums meet in one number", 190)
def clinic_programs(picture):
    picture.text(92, 34, "one program", "small end")
    picture.text(92, 98, "eight", "small end")
    for step in range(8):
        picture.cell(104 + 52 * step, 14, 50, 30, "mine", step)
        picture.cell(104 + 52 * step, 78, 50, 30, ("mine", "second", "third", "fourth")[step % 4], step)
        picture.arrow(129 + 52 * step, 108, 312 + 5 * (step - 3.5), 144)
    picture.cell(282, 146, 60, 30, "cell", "sum")
    picture.text(360, 166, "several programs, one place", "small")
