"""The map of the rooms, from the table of who may include whom."""

from pathlib import Path

from checks.layers import Table
from figures import figure

TABLE = Path(__file__).resolve().parents[2] / "layers.ini"

WIDTH, HEIGHT = 250, 76  # of a box
GAP, ROW_GAP, MARGIN, PART_GAP = 12, 28, 20, 64
LEGEND = ("A room may include the rooms that its arrows lead to, those named in italics, "
          "and all that these may include.")
MORE_STYLE = """
  .kw { font-size: 14px; }
  .kw .small { font-size: 12px; }
  .kw .code { font-size: 11px; }
  .kw .other { font-size: 12px; font-style: italic; }
  .kw .arrow { fill: none; stroke: var(--kw-line, #8793a3); stroke-width: 1.2; }
"""


class Map(figure.Figure):
    """The rooms of the table that belong to a part of the map, and where their boxes are."""

    style = figure.STYLE + MORE_STYLE

    def __init__(self, text):
        self.table = Table(text)
        self.part = {room: part for room, part in self.table.part.items() if self.table.holds[room]}
        super().__init__("The rooms of the repository, and which of them may include which", *self.place())
        self.text(MARGIN, 20, LEGEND, "small")
        for part, y in self.titles:
            self.text(MARGIN, y, part, "strong")
        for room in self.boxes:
            self.draw_arrows(room)
        for room in self.boxes:
            self.draw_box(room)

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
        """Gives each room its place. The height and the width of the map."""
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
        return f"{top - PART_GAP + MARGIN:g}", f"{inner + 2 * MARGIN:g}"

    def draw_arrows(self, room):
        x, y = self.boxes[room]
        for other in self.next_below(room):
            to_x, to_y = self.boxes[other]
            x1, y1, x2, y2 = x + WIDTH / 2, y + HEIGHT, to_x + WIDTH / 2, to_y - 6
            middle = (y1 + y2) / 2
            self.parts.append(f'<path class="arrow" d="M{x1:g} {y1:g} C{x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {y2:g}"/>')
            self.parts.append(f'<path class="head" d="M{x2:g} {to_y:g} l-4 -7 h8 z"/>')

    def draw_box(self, room):
        x, y = self.boxes[room]
        self.cell(x, y, WIDTH, HEIGHT)
        first, *more = self.table.files[room]
        named = self.next_below(room)
        others = ", ".join(other for other in self.table.direct[room] if other not in named)
        path = first.removeprefix("common/include/") + (" ..." if more else "")
        for style, words, below in (("strong", room, 18), ("code", path, 34), ("small", self.table.holds[room], 50),
                                    ("other", others, 67)):
            if words:
                self.text(x + WIDTH / 2, y + below, words, f"{style} mid")


figure.FIGURES["rooms"] = lambda: Map(TABLE.read_text(encoding="utf-8"))
