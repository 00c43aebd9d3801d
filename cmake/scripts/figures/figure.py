"""The parts that figures are drawn from: cells, arrows, text and a legend.

A figure is SVG. Its colours are those of the page around it (docs/theme/kernelwright.css), which
change between light and dark. Where there is no such page, as in README.md on the web, it has
colours of its own that can be read on both.
"""

from html import escape
from pathlib import Path

RUN = Path(__file__).resolve().parents[3] / "docs" / "figures" / "numbers.txt"
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
"""
WIDTH = 560  # a phone shows it at two thirds, where 14 pixels can still be read


class Figure:
    """One figure. Coordinates are pixels from the upper left corner."""

    style = STYLE

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

    def svg(self):
        title = escape(self.title)
        size = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        return (f'<svg xmlns="http://www.w3.org/2000/svg" class="kw" {size} role="img" '
                f'aria-label="{escape(self.title, quote=True)}">\n<title>{title}</title>\n'
                f"<style>{self.style}</style>\n" + "\n".join(self.parts) + "\n</svg>\n")


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
