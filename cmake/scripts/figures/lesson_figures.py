"""What the figures of lessons 06 to 15 share: matrices, dots, a legend of lines, and time lines."""

import math
import re
import struct
from pathlib import Path

from figures import figure

DOCS = Path(__file__).resolve().parents[3] / "docs"
MORE_STYLE = """
  .kw { max-width: 100%; height: auto; }
  .kw .second-line { fill: none; stroke: #c98313; stroke-width: 2; }
  .kw .third-line { fill: none; stroke: #2f8f5b; stroke-width: 2.5; }
  .kw .faint { stroke-width: 0.4; }
  .kw .thick { fill: none; stroke: var(--kw-ink, #647082); stroke-width: 2; }
  .kw .mine-dot { fill: var(--kw-mine-line, #1779c4); }
  .kw .warn-dot { fill: var(--kw-out-line, #d05727); }
  .kw .second-dot { fill: #c98313; }
  .kw .third-dot { fill: #2f8f5b; }
"""
LINES = ("line", "bold", "warn", "second-line", "third-line", "thick")


class Figure(figure.Figure):
    """A figure with more shapes."""

    style = figure.STYLE + MORE_STYLE

    def matrix(self, x, y, rows, size, kind="cell", form="{:g}"):
        """Rows of numbers. The kind is that of all cells, or a function of row and column."""
        wide, high = size
        for r, row in enumerate(rows):
            for c, value in enumerate(row):
                self.cell(x + c * wide, y + r * high, wide - 2, high - 2,
                          kind if isinstance(kind, str) else kind(r, c), form.format(value))

    def dot(self, x, y, kind, radius=4):
        self.parts.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"/>')

    def frame(self, x, y, width, height, kind="thick"):
        self.parts.append(f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
                          f'height="{height:.1f}"/>')

    def key(self, x, y, entries):
        """A legend with one entry per line, which may be a box, a line or a dot."""
        for kind, words in entries:
            if kind in LINES:
                self.line([(x, y - 4), (x + 16, y - 4)], kind)
            elif kind.endswith("-dot"):
                self.dot(x + 8, y - 4, kind)
            else:
                self.cell(x, y - 12, 16, 15, kind)
            self.text(x + 24, y, words, "small")
            y += 21

    def axes_of_curve(self, name, scale):
        """Axes for a curve over -4 to 4, with marks at whole numbers. Gives the places of x and of y."""
        left, right, zero = 60, 540, 250
        place = lambda z: left + (z + 4) / 8 * (right - left)
        height = lambda y: zero - y * scale
        for tick in range(-4, 5):
            self.line([(place(tick), zero - 3), (place(tick), zero + 3)])
            self.text(place(tick), zero + 36, tick, "tiny mid")
        for tick in range(0, 5):
            self.text(left - 10, height(tick) + 4, tick, "tiny end")
        self.line([(left, zero), (right, zero)])
        self.text(right, zero + 54, name, "small end")
        return place, height


def labelled_rows(title, rows, legend=(), size=44, left=150):
    """Rows of cells under each other, each as its label, its values (None leaves a gap), their kinds and a remark."""
    picture = Figure(title, 42 * len(rows) + 40)
    for at, (label, values, kinds, remark) in enumerate(rows):
        y = 8 + 42 * at
        picture.text(left - 12, y + 21, label, "small end")
        for lane, value in enumerate(values):
            if value is not None:
                picture.cell(left + size * lane, y, size, 32, kinds if isinstance(kinds, str) else kinds[lane], value)
        picture.text(left + size * len(values) + 12, y + 21, remark, "small")
    picture.legend(42 * len(rows) + 16, legend)
    return picture


def rows_of(values, columns):
    """A list as the rows of a matrix."""
    return [values[i:i + columns] for i in range(0, len(values), columns)]


def float16(value):
    """The nearest float16."""
    return struct.unpack("e", struct.pack("e", value))[0]


def float32(value):
    """The nearest float32."""
    return struct.unpack("f", struct.pack("f", value))[0]


def gelu(z):
    """GELU by tanh, as the electives compute it."""
    return z / (1 + math.exp(-2 * (2 / math.pi) ** 0.5 * (z + 0.044715 * z ** 3)))


def step_time(pattern, operations, multiprocessors=132):
    """How long a multiprocessor of an H200 takes for so many operations, in microseconds, at the rate of a row of
    docs/measurements.md."""
    rate = re.search(pattern, (DOCS / "measurements.md").read_text(encoding="utf-8"))
    return operations / (float(rate[1]) * 1e12 / multiprocessors) * 1e6


def timeline(title, waiting, overlapped, words):
    """Three steps of a loop that waits for its loads, and of one whose loads run ahead, to scale.

    Both loops take as long for the arithmetic, so what a waiting step takes longer is its load.
    """
    picture = Figure(title, 252, 570)
    scale, load = 440 / (3 * waiting), waiting - overlapped
    place = lambda t: 112 + t * scale
    for top, name, multiply in ((10, f"waiting: a step takes {waiting:.2g} µs", 68),
                                (112, f"loads run ahead: a step takes {overlapped:.2g} µs", 104)):
        picture.text(8, top + 14, name, "small strong")
        picture.text(104, top + 40, words[0], "small end")
        picture.text(104, top + multiply, words[1], "small end")
    for step in range(3):
        begin = step * waiting
        picture.cell(place(begin), 33, load * scale, 25, "mine", step + 1)
        picture.cell(place(begin + load), 61, overlapped * scale, 25, "third", step + 1)
        begin = step * overlapped  # each load has a stage of its own
        picture.cell(place(begin), 135 + 21 * step, load * scale, 19, "mine", step + 1, "tiny")
        picture.cell(place(begin + load), 199, overlapped * scale, 25, "third", step + 1)
    return picture
