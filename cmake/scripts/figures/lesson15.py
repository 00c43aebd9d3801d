"""The figures of elective 15.

The loss curve is that of docs/figures/training_loss.txt, which `./course train solution
--losses=FILE` wrote: the loss of each step, after two lines that say where and when.
"""

from figures.figure import DOCS, Figure, figure, gelu

LOSSES = DOCS / "figures" / "training_loss.txt"


@figure("Two texts of three characters and two heads: each row of the matrix is cut in two, and the halves of a text are "
        "gathered by head", 292, 560)
def training_heads(picture):
    size = 34
    kinds = ("mine", "second", "third", "fourth")
    picture.text(20, 24, "matrix [6, 4]", "small strong")
    for r in range(6):
        for c in range(4):
            picture.cell(90 + c * size, 40 + r * size, size - 2, size - 2, kinds[2 * (r // 3) + c // 2], 4 * r + c)
        picture.text(80, 40 + r * size + 21, f"{r % 3}", "tiny end")
    for text in range(2):
        picture.text(20, 40 + (3 * text + 1) * size + 21, f"text {text}", "tiny")
    picture.arrow(242, 140, 296, 140)
    picture.text(300, 24, "heads [2, 2, 3, 2]", "small strong")
    for block in range(4):
        left, top = 310 + (block % 2) * 120, 40 + (block // 2) * 3 * size
        for at in range(6):
            value = 4 * (3 * (block // 2) + at // 2) + 2 * (block % 2) + at % 2
            picture.cell(left + at % 2 * size, top + at // 2 * size, size - 2, size - 2, kinds[block], value)
    for head in range(2):
        picture.text(342 + head * 120, 40 + 6 * size + 16, f"head {head}", "tiny mid")
    picture.text(20, 284, "A colour is a head of a text. In memory its six elements are neighbours.", "tiny")


@figure("GELU from -4 to 4, and its slope: 0 on the left, 1 on the right, below 0 near -1.5 and above 1 near 1.5", 330, 560)
def training_slope(picture):
    place, height = picture.axes_of_curve("z + bias", 50)
    slope_at = lambda z: (gelu(z + 1e-5) - gelu(z - 1e-5)) / 2e-5
    for curve, kind in ((gelu, "bold"), (slope_at, "warn")):
        picture.line([(place(i / 16), height(curve(i / 16))) for i in range(-64, 65)], kind)
    picture.key(80, 60, (("bold", "gelu, as task 5 stores it"), ("warn", "its slope")))


@figure()
def training_loss():
    """The loss of each step, and a mean that one can follow."""
    values = [float(value) for line in LOSSES.read_text(encoding="utf-8").splitlines()
              if not line.startswith("#") for value in line.split()]
    picture = Figure(f"The loss falls from {values[0]:.1f} to {sum(values[-20:]) / 20:.2f} in "
                     f"{len(values)} steps", 330, 560)
    left, right, bottom, top = 60, 540, 262, 24
    place = lambda step: left + step / len(values) * (right - left)
    height = lambda value: bottom - value / 4.5 * (bottom - top)
    picture.levels(range(5), height, left, right, gap=10)
    picture.marks(range(0, len(values) + 1, 500), place, bottom + 20, ends=(bottom, bottom + 4))
    picture.line([(place(i + 1), height(value)) for i, value in enumerate(values)], "line")
    means = [(place(i + 5), height(sum(values[i:i + 10]) / 10)) for i in range(0, len(values) - 9, 5)]
    picture.line(means, "bold")
    picture.text(right, bottom + 40, "step", "small end")
    picture.key(left + 220, 72, (("line", "loss of a step"), ("bold", "mean of ten steps")))
    return picture
