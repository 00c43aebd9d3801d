"""Draws the figures of elective 11 from a run of docs.figures.lesson11."""

from figures.lesson_figures import Figure, rows_of


def rows(lists):
    """A part of a memory of two rows, the struct that describes it, and what a kernel writes."""
    picture = Figure("A memory of ten floats; the struct names the second one, two rows of three, and "
                     "a stride of five", 330)
    picture.text(20, 24, "the memory of a tensor of 2 x 5", "small strong")
    memory = lists["rows.memory"]
    inside = [1 <= i % 5 <= 3 for i in range(10)]
    picture.row(20, 36, 50, [f"{value:g}" for value in memory],
                ["mine" if part else "cell" for part in inside], 36)
    for i in range(10):
        picture.text(45 + i * 50, 88, i, "tiny mid")
    picture.arrow(95, 150, 95, 96)
    struct(picture, 20, 156, "x", ("data   = element 1", "sizes   = 2, 3", "strides = 5, 1"))
    picture.line([(105, 96), (105, 116), (345, 116), (345, 96)])
    picture.text(225, 134, "5 elements from row to row", "tiny mid")
    struct(picture, 300, 156, "y", ("data   = an array of 6", "sizes   = 2, 3", "strides = 3, 1"))
    picture.text(20, 290, "softmax", "small strong")
    picture.arrow(90, 285, 290, 285)
    for at, values in enumerate(rows_of(lists["rows.softmax"], 3)):
        picture.row(300 + at * 125, 268, 40, [f"{value:.2f}" for value in values], "second", 34, "tiny")
    return picture


def struct(picture, left, top, name, lines):
    """A box with the fields of an array."""
    picture.cell(left, top, 200, 86, "cell")
    picture.text(left + 10, top + 20, f"array {name}", "small strong")
    for at, line in enumerate(lines):
        picture.text(left + 10, top + 40 + at * 18, line, "tiny")


def axes(lists):
    """Six heads in memory, and where the strides of [heads, n] lead."""
    strides = [f"{value:g}" for value in lists["axes.strides"]]
    picture = Figure("In memory the heads of a row are side by side; the strides of [heads, n] reach "
                     "the same heads in another order", 310)
    picture.text(20, 24, "memory: [n, heads, d], 64 elements in each box", "small strong")
    begins = rows_of([int(value) for value in lists["axes.begins"]], 3)
    kinds = ("mine", "second")
    for head in range(2):
        for row in range(3):
            left = 20 + begins[head][row] / 64 * 86
            picture.cell(left, 36, 84, 40, kinds[head], f"row {row}", "tiny")
            picture.text(left, 94, begins[head][row], "tiny")
    picture.text(20, 132, f"view: [heads, n, d], strides {', '.join(strides[1:])}", "small strong")
    for head in range(2):
        picture.text(20, 168 + head * 62, f"head {head}", "small")
        for row in range(3):
            picture.cell(90 + row * 150, 146 + head * 62, 140, 36, kinds[head],
                         f"{head} x {strides[1]} + {row} x {strides[2]}", "small")
            picture.text(90 + row * 150, 146 + head * 62 + 52, f"= {begins[head][row]}", "tiny")
    picture.legend(280, (("mine", "head 0"), ("second", "head 1")), 20)
    return picture


def call(_):
    """The way of a call."""
    picture = Figure("kwt.softmax(x) goes through torch.library, _call and ctypes to kw_softmax, and to "
                     "the kernel of lesson 05; the result comes back the same way", 330)
    boxes = (("kwt.softmax(x)", "Python: your model", "cell"),
             ("torch.library", "which device? keep what the gradient needs", "cell"),
             ("ctypes", "structs of sizes and strides; the stream", "cell"),
             ("kw_softmax", "tasks 1 and 2: checks, views, codes", "mine"),
             ("lesson05::softmax", "your kernel, on the tensor's memory", "second"))
    for at, (name, words, kind) in enumerate(boxes):
        top = 12 + at * 56
        picture.cell(20, top, 170, 38, kind, name)
        picture.text(206, top + 24, words, "small")
        if at + 1 < len(boxes):
            picture.arrow(80, top + 38, 80, top + 56)
            picture.arrow(130, top + 56, 130, top + 38)
    picture.legend(300, (("cell", "given"), ("mine", "your C++"), ("second", "your kernel")), 20)
    return picture


def streams():
    """A softmax on another stream than the kernel that writes its input, and on the same one. It shows no run."""
    picture = Figure("On two streams the softmax begins while PyTorch still writes x; on one stream it begins after that", 224)
    for top, words, begin in ((10, "two streams: the softmax reads x before it is complete", 120),
                              (116, "one stream: work is done in order", 250)):
        picture.text(20, top + 14, words, "small strong")
        picture.text(112, top + 44, "PyTorch", "small end")
        picture.cell(120, top + 24, 130, 30, "second", "writes x")
        picture.text(112, top + 78, "yours", "small end")
        picture.cell(begin + 30 * (begin == 120), top + 58, 130, 30, "mine", "reads x")
        if begin == 120:
            picture.cell(150, top + 24, 100, 64, "out")
    picture.arrow(120, 214, 540, 214)
    picture.text(540, 208, "time", "small end")
    return picture


def draw(lists, _):
    return {"pytorch_rows": rows(lists), "pytorch_axes": axes(lists), "pytorch_call": call(lists), "pytorch_streams": streams()}
