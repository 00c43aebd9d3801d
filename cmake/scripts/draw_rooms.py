#!/usr/bin/env python3
"""Draws the map of the rooms from the table of who may include whom.

    draw_rooms.py TABLE FIGURE             writes the figure
    draw_rooms.py --check TABLE FIGURE     fails if the figure is not what the table says
"""

import configparser
import sys
from html import escape
from pathlib import Path

from checks.layers import Table

WIDTH, HEIGHT = 250, 76  # of a box
GAP, ROW_GAP, MARGIN, PART_GAP = 12, 28, 20, 64
LEGEND = ("A room may include the rooms that its arrows lead to, those named in italics, "
          "and all that these may include.")
STYLE = """
    .kw { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-size: 14px; fill: var(--kw-ink, #647082); }
    .kw .small { font-size: 12px; }
    .kw .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 11px; }
    .kw .other { font-size: 12px; font-style: italic; }
    .kw .strong { font-weight: 600; }
    .kw .mid { text-anchor: middle; }
    .kw .cell { fill: var(--kw-cell, #6a768622); stroke: var(--kw-line, #8793a3); stroke-width: 1; }
    .kw .arrow { fill: none; stroke: var(--kw-line, #8793a3); stroke-width: 1.2; }
    .kw .head { fill: var(--kw-line, #8793a3); stroke: none; }
  """


class Map:
    """The rooms of the table that belong to a part of the map, and where their boxes are."""

    def __init__(self, text):
        self.table = Table(text)
        parser = configparser.ConfigParser()
        parser.read_string(text)
        rooms = [room for room in parser.sections() if "part" in parser[room]]
        self.holds = {room: parser[room]["holds"] for room in rooms}
        self.files = {room: parser[room]["files"].split() for room in rooms}
        self.part = {room: parser[room]["part"] for room in rooms}
        self.place()

    def inside(self, room):
        """The rooms of the same part that a room may include directly."""
        return [other for other in self.table.direct[room]
                if self.part.get(other) == self.part[room]]

    def level(self, room):
        """How many rooms of its part are below a room, one below the other."""
        return max((self.level(other) + 1 for other in self.inside(room)), default=0)

    def next_below(self, room):
        """The rooms that arrows lead to: an arrow to one farther down would cross others."""
        return [other for other in self.inside(room)
                if self.level(other) == self.level(room) - 1]

    def place(self):
        rows = {}  # (part, level): rooms
        for room, part in self.part.items():
            rows.setdefault((part, self.level(room)), []).append(room)
        inner = max(map(len, rows.values())) * (WIDTH + GAP) - GAP
        self.boxes, self.titles, top = {}, [], PART_GAP
        for part in dict.fromkeys(self.part.values()):
            self.titles.append((part, top - 12))
            for level in sorted((level for name, level in rows if name == part), reverse=True):
                rooms = rows[part, level]
                left = MARGIN + (inner - len(rooms) * (WIDTH + GAP) + GAP) / 2
                for at, room in enumerate(rooms):
                    self.boxes[room] = left + at * (WIDTH + GAP), top
                top += HEIGHT + ROW_GAP
            top += PART_GAP - ROW_GAP
        self.width, self.height = inner + 2 * MARGIN, top - PART_GAP + MARGIN

    def arrows(self):
        for room, (x, y) in self.boxes.items():
            for other in self.next_below(room):
                to_x, to_y = self.boxes[other]
                x1, y1, x2, y2 = x + WIDTH / 2, y + HEIGHT, to_x + WIDTH / 2, to_y - 6
                middle = (y1 + y2) / 2
                yield (f'<path class="arrow" d="M{x1:g} {y1:g} C{x1:g} {middle:g} '
                       f'{x2:g} {middle:g} {x2:g} {y2:g}"/>')
                yield f'<path class="head" d="M{x2:g} {to_y:g} l-4 -7 h8 z"/>'

    def box(self, room):
        x, y = self.boxes[room]
        yield f'<rect class="cell" x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
        first, *more = self.files[room]
        named = set(self.next_below(room))
        others = ", ".join(other for other in self.table.direct[room] if other not in named)
        path = first.removeprefix("common/include/") + (" ..." if more else "")
        lines = (("strong", room, 18), ("code", path, 34),
                 ("small", self.holds[room], 50), ("other", others, 67))
        for style, text, below in lines:
            if text:
                yield (f'<text class="{style} mid" x="{x + WIDTH / 2:g}" y="{y + below:g}">'
                       f'{escape(text)}</text>')

    def svg(self):
        title = "The rooms of the repository, and which of them may include which"
        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" class="kw" '
                 f'viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" '
                 f'height="{self.height:g}" role="img" aria-label="{title}">',
                 f"  <title>{title}</title>", f"  <style>{STYLE}</style>",
                 f'  <text class="small" x="{MARGIN}" y="20">{LEGEND}</text>']
        lines += [f'  <text class="strong" x="{MARGIN}" y="{y:g}">{escape(part)}</text>'
                  for part, y in self.titles]
        lines += [f"  {line}" for line in self.arrows()]
        for room in self.boxes:
            lines += [f"  {line}" for line in self.box(room)]
        return "\n".join([*lines, "</svg>\n"])


def main(arguments):
    check = arguments[:1] == ["--check"]
    if len(arguments) != 2 + check:
        sys.exit(__doc__)
    table, figure = (Path(argument) for argument in arguments[check:])
    drawing = Map(table.read_text(encoding="utf-8")).svg()
    if not check:
        figure.write_text(drawing, encoding="utf-8")
    elif figure.read_text(encoding="utf-8") != drawing:
        sys.exit(f"{figure} is not what {table} says now. Draw it again:\n"
                 f"  cmake/scripts/draw_rooms.py {table} {figure}")


if __name__ == "__main__":
    main(sys.argv[1:])
