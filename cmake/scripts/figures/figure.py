"""The parts that figures are drawn from: cells, matrices, arrows, dots, curves, text and legends.

A figure is SVG. Its colours are those of the page around it (docs/theme/kernelwright.css), which
change between light and dark. Where there is no such page, as in README.md on the web, it has
colours of its own that can be read on both.
"""

import math
import re
import struct
from html import escape
from pathlib import Path

DOCS = Path(__file__).resolve().parents[3] / "docs"
RUN = DOCS / "figures" / "numbers.txt"
STYLE = """
  .kw { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-size: 16px; fill: var(--kw-ink, #647082); }
  .kw .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 15px; }
  .kw .small { font-size: 14px; }
  .kw .tiny { font-size: 12px; }
  .kw .strong { font-weight: 600; }
  .kw .mid { text-anchor: middle; }
  .kw .end { text-anchor: end; }
  .kw .cell { fill: var(--kw-cell, #6a768622); stroke: var(--kw-line, #8793a3); }
  .kw .mine { fill: var(--kw-mine, #1779c440); stroke: var(--kw-mine-line, #1779c4); stroke-width: 1.5; }
  .kw .second { fill: #c9831350; stroke: #c98313; stroke-width: 1.5; }
  .kw .third { fill: #2f8f5b50; stroke: #2f8f5b; stroke-width: 1.5; }
  .kw .fourth { fill: #9458b050; stroke: #9458b0; stroke-width: 1.5; }
  .kw .out { fill: var(--kw-out, #d0572722); stroke: var(--kw-out-line, #d05727); stroke-dasharray: 4 3; }
  .kw .gap { fill: none; stroke: var(--kw-line, #8793a3); stroke-dasharray: 4 3; }
  .kw .line { fill: none; stroke: var(--kw-line, #8793a3); stroke-width: 1.5; }
  .kw .bold { fill: none; stroke: var(--kw-mine-line, #1779c4); stroke-width: 2.5; }
  .kw .warn { fill: none; stroke: var(--kw-out-line, #d05727); stroke-width: 2.5; }
  .kw .head { fill: var(--kw-line, #8793a3); }

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
COLOURS = ("mine", "second", "third", "fourth")
LINES = ("line", "bold", "warn", "second-line", "third-line", "thick")
WIDTH = 560  # a phone shows it at two thirds, where 14 pixels can still be read


class Figure:
    """One figure. Coordinates are pixels from the upper left corner."""

    def __init__(self, title, height, width=WIDTH):
        self.title, self.height, self.width = title, height, width
        self.parts = []

    def text(self, x, y, words, kind=""):
        """Words whose line is at y; the kinds mid and end centre them at x and end them there."""
        self.parts.append(f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(str(words))}</text>')

    def cell(self, x, y, width, height, kind="cell", words=None, font="small"):
        """A box, with words in its middle."""
        self.parts.append(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" '
                          f'height="{height:g}" rx="2"/>')
        if words is not None:
            self.text(x + width / 2, y + height / 2 + 5, words, f"mid {font}")

    def row(self, x, y, size, values, kind="cell", height=None, font="small"):
        """Cells side by side. The kind is that of all of them, or a list."""
        kinds = [kind] * len(values) if isinstance(kind, str) else kind
        for i, (value, one) in enumerate(zip(values, kinds)):
            self.cell(x + i * size, y, size, height or size, one, value, font)

    def grid(self, x, y, size, columns, values, kinds="cell", height=None, font="small"):
        """Rows of cells, from a list in row-major order."""
        for r in range(len(values) // columns):
            part = slice(r * columns, (r + 1) * columns)
            self.row(x, y + r * (height or size), size, values[part],
                     kinds if isinstance(kinds, str) else kinds[part], height, font)

    def line(self, points, kind="line"):
        path = " L".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(f'<path class="{kind}" d="M{path}"/>')

    def arrow(self, x0, y0, x1, y1):
        """A line that ends in a head at (x1, y1)."""
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        bx, by = x1 - 8 * dx, y1 - 8 * dy
        self.line([(x0, y0), (bx, by)])
        self.parts.append(f'<path class="head" d="M{x1:.1f} {y1:.1f} L{bx - 4 * dy:.1f} '
                          f'{by + 4 * dx:.1f} L{bx + 4 * dy:.1f} {by - 4 * dx:.1f} Z"/>')

    def legend(self, y, entries, x=10):
        """What each colour means: pairs of a kind and words, side by side, in the last line."""
        for kind, words in entries:
            self.cell(x, y, 16, 16, kind)
            self.text(x + 22, y + 13, words, "small")
            x += 22 + 7.8 * len(words) + 12

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

    def levels(self, ticks, height, left, right, form="{:g}", kind="line faint", gap=8):
        """Level lines of a chart, each with its number on the left."""
        for tick in ticks:
            self.line([(left, height(tick)), (right, height(tick))], kind)
            self.text(left - gap, height(tick) + 4, form.format(tick), "tiny end")

    def marks(self, ticks, place, y, form="{:g}", ends=None):
        """Numbers below a chart or an axis, on which `ends` are those of their marks."""
        for tick in ticks:
            if ends:
                self.line([(place(tick), end) for end in ends])
            self.text(place(tick), y, form.format(tick), "tiny mid")

    def axes_of_curve(self, name, scale):
        """Axes for a curve over -4 to 4, with marks at whole numbers. Gives the places of x and of y."""
        left, right, zero = 60, 540, 250
        place = lambda z: left + (z + 4) / 8 * (right - left)
        height = lambda y: zero - y * scale
        self.marks(range(-4, 5), place, zero + 36, ends=(zero - 3, zero + 3))
        for tick in range(0, 5):
            self.text(left - 10, height(tick) + 4, tick, "tiny end")
        self.line([(left, zero), (right, zero)])
        self.text(right, zero + 54, name, "small end")
        return place, height

    def svg(self):
        title = escape(self.title)
        size = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        return (f'<svg xmlns="http://www.w3.org/2000/svg" class="kw" {size} role="img" '
                f'aria-label="{escape(self.title, quote=True)}">\n<title>{title}</title>\n'
                f"<style>{STYLE}</style>\n" + "\n".join(self.parts) + "\n</svg>\n")


FIGURES = {}  # functions that draw them, by name


def figure(title=None, height=0, width=WIDTH):
    """The function draws a figure of its name: on the one that it gets, or without a title one of its own."""
    def known(draw):
        def drawn():
            picture = Figure(title, height, width)
            draw(picture)
            return picture
        FIGURES[draw.__name__] = drawn if title else draw
        return draw
    return known


def number(value, digits=3):
    """A number as a reader writes it: 4, 0.368, and no trailing zeros."""
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def numbers_of_a_run(name):
    """The numbers of docs/figures/numbers.txt, which docs/figures/numbers.cpp prints."""
    for line in RUN.read_text(encoding="utf-8").splitlines():
        first, *rest = line.split()
        if first == name:
            return [float(one) for one in rest]
    raise KeyError(name)


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
