"""Turns the tables of docs/measurements.md that compare speeds into charts, and folds the tables.

A table of ratios has columns such as `of Triton`, or a column `contender` with columns `ours over it`.
The goals for these ratios are in tables whose columns are `bar`, `least` and `measured`: they follow
in the same section, and the chart marks it. README.md's readers on the web see the tables alone.
"""

import html
import re
import sys
from typing import NamedTuple

from figures import figure

TABLE = re.compile(r"(?:^\|.*\|\n)+", re.M)
HEADING = re.compile(r"^#+ (.*)$", re.M)
NUMBER = re.compile(r"\d+\.\d+")
OURS = "Kernelwright"

WIDTH, LEFT, RIGHT = 476, 196, 404  # of the picture, and where its scale begins and ends
BAR, GAP, LABEL = 13, 5, 21         # heights: of a bar, between rows, and of a group's name
ENDS = (1, 1.25, 1.5, 2)            # of a scale; a longer bar ends in an arrow
PART = 660                          # the height that the groups of one picture may have
KINDS = ("mine", "second", "third", "fourth")


class Ratio(NamedTuple):
    """Our speed over another's, and the goal for it, if there is one."""
    value: float
    goal: float = 0
    met: bool = True


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rows_of(table):
    """The rows of a table as dictionaries from the names of its columns; the first column is `case`."""
    lines = table.splitlines()
    names = ["case", *cells(lines[0])[1:]]
    return [dict(zip(names, cells(line))) for line in lines[2:]]


class Chart:
    """Ratios by group, row of the group and series, in the order of their tables."""

    def __init__(self, series, by_contender):
        self.series = list(series)
        self.by_contender = by_contender
        self.groups = {}

    def place(self, case, other):
        """The group and the row of a case, beside another contender."""
        if self.by_contender:
            return case, f"beside {other}"
        group, _, row = case.partition(", ")
        return group, row or "all"

    def put(self, group, row, series, ratio):
        if series not in self.series:
            self.series.append(series)
        self.groups.setdefault(group, {}).setdefault(row, {})[series] = ratio

    def add_goal(self, text, goal, measured, met):
        """Adds the goal for `text`, which names a case, the other, and with contenders a series."""
        found = re.fullmatch(r"(.*), of ([^,]+)(?:, ([^,]+))?", text)
        if not found:
            sys.exit(f"docs/measurements.md: this names no contender: {text}")
        group, row = self.place(found[1], found[2])
        series = found[3] if self.by_contender else found[2]
        known = self.groups.get(group, {}).get(row, {}).get(series)
        if known and known.value != measured:
            sys.exit(f"docs/measurements.md has two figures for `{text}`: {known.value:.3f} and "
                     f"{measured:.3f}")
        self.put(group, row, series, Ratio(measured, goal, met))


def ratios_in(groups):
    return [ratio for rows in groups.values() for row in rows.values() for ratio in row.values()]


def chart_of(rows):
    """The chart of a table, or None if it has no ratios to another contender."""
    names = list(rows[0]) if rows else []
    if "contender" in names:
        over = {name: name.partition(", ")[2] or "in turn" for name in names
                if name.startswith("ours over it")}
    else:
        over = {name: name[3:] for name in names if name.startswith("of ")
                and any(NUMBER.fullmatch(row[name]) for row in rows)}
    if not over:
        return None
    chart = Chart(over.values(), "contender" in names)
    for row in rows:
        if row.get("contender", "").startswith(f"{OURS}, "):  # another kernel of ours
            continue
        for name, series in over.items():
            if NUMBER.fullmatch(row[name]):
                chart.put(*chart.place(row["case"], row.get("contender")), series, Ratio(float(row[name])))
    return chart


def height_of(rows):
    """The height of a group in a picture."""
    return LABEL + sum(BAR * len(ratios) + GAP for ratios in rows.values()) + GAP


def parts_of(groups):
    """The groups, divided so that each part fits a sheet of paper and a screen."""
    parts, height = [{}], 0
    for group, rows in groups.items():
        if parts[-1] and height + height_of(rows) > PART:
            parts.append({})
            height = 0
        parts[-1][group] = rows
        height += height_of(rows)
    return parts


def draw(chart, title):
    """The pictures of a chart: a bar for each ratio, and lines at 1 and at each goal."""
    most = max(ratio.value for ratio in ratios_in(chart.groups))
    end = next(end for end in ENDS if most <= end or end == ENDS[-1])
    parts = parts_of(chart.groups)
    number = lambda at: f", part {at} of {len(parts)}" if len(parts) > 1 else ""
    return "".join(draw_part(chart, groups, end, title + number(at)) for at, groups in enumerate(parts, 1))


def draw_part(chart, groups, end, title):
    """A picture of some groups, on a scale from 0 to `end`."""
    place = lambda value: LEFT + min(value, end) / end * (RIGHT - LEFT)
    picture = figure.Figure(title, 0, WIDTH)
    shown = {series for rows in groups.values() for row in rows.values() for series in row}
    picture.legend(10, [(kind, f"{'' if chart.by_contender else 'of '}{series}")
                        for kind, series in zip(KINDS, chart.series) if series in shown])
    top = 56
    if any(ratio.goal for ratio in ratios_in(groups)):
        picture.line([(18, 36), (18, 50)], "warn")
        picture.text(32, 48, "the goal", "small")
        top = 82
    bottom = top + sum(map(height_of, groups.values()))
    draw_scale(picture, place, end, (top, bottom))
    y = top
    for group, rows in groups.items():
        picture.text(6, y + 14, group, "figure small strong")
        y += LABEL
        for row, ratios in rows.items():
            picture.text(LEFT - 8, y + BAR * len(ratios) / 2 + 4, row, "tiny end")
            for series, ratio in ratios.items():
                draw_bar(picture, y, place, ratio, KINDS[chart.series.index(series)], ratio.value > end)
                y += BAR
            y += GAP
        y += GAP
    picture.height = bottom + 22
    return picture.svg().replace("</style>", MORE_STYLE + "</style>", 1)


def draw_scale(picture, place, end, extent):
    """Lines from top to bottom with their numbers; the one at 1 is where both are as fast."""
    step = 0.5 if end > 1.25 else 0.25
    for value in (step * i for i in range(round(end / step) + 1)):
        x = place(value)
        picture.line([(x, extent[0] - 6), (x, extent[1])], "thick-line" if value == 1 else "gap")
        for y in (extent[0] - 12, extent[1] + 14):
            picture.text(x, y, f"{value:g}", "tiny mid" + (" strong" if value == 1 else ""))


MORE_STYLE = """  .kw .thick-line { fill: none; stroke: var(--kw-ink, #647082); stroke-width: 1.5; }
  .kw .figure { paint-order: stroke; stroke: var(--page-background-color, transparent); stroke-width: 3; }
  .kw .missed { font-weight: 600; fill: var(--kw-out-line, #d05727); }
"""


def draw_bar(picture, y, place, ratio, kind, cut):
    """A bar with its figure at its end. One that leaves the scale ends in an arrow."""
    x = place(ratio.value)
    picture.cell(LEFT, y + 1, max(x - LEFT, 1), BAR - 3, kind)
    if cut:
        picture.parts.append(f'<path class="head" d="M{x:g} {y} L{x + 7:g} {y + BAR / 2 - 0.5:g} '
                             f'L{x:g} {y + BAR - 1} Z"/>')
    if ratio.goal:
        mark = place(ratio.goal)
        picture.line([(mark, y - 1), (mark, y + BAR)], "warn")
        x = mark if x < mark < x + 90 else x  # where the words end
    kind = "figure tiny" if ratio.met else "figure tiny missed"
    words = f"{ratio.value:.3f}" + ("" if ratio.met else " missed")
    if x + 10 + 7.2 * len(words) < WIDTH:
        picture.text(x + 10, y + BAR - 3, words, kind)
    else:
        picture.text(WIDTH - 2, y + BAR - 3, words, f"{kind} end")


def caption(chart, others):
    """What the picture shows, in words."""
    said = (f"{OURS}'s speed over that of {others}. At 1 both are as fast as each other; a longer bar means "
            f"that {OURS} is faster.")
    goals = [ratio.met for ratio in ratios_in(chart.groups) if ratio.goal]
    if not goals:
        return said
    met = sum(goals)
    share = "none" if not met else "all" if met == len(goals) else f"{met}"
    return (f"{said} A line across a bar marks a goal; of the {len(goals)} goals, {share} "
            f"{'is' if met == 1 else 'are'} met.")


def others_of(chart, rows):
    """The names of those that we are compared with, as a list in words."""
    names = list(dict.fromkeys(row["contender"] for row in rows if not row["contender"].startswith(OURS))) \
        if chart.by_contender else list(chart.series)
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def folded(table, summary):
    """A table that opens on demand, with or without scripts."""
    return (f'\\htmlonly<details class="kw-figures"><summary>{html.escape(summary)}</summary><div>'
            f"\\endhtmlonly\n\n{table}\n\\htmlonly</div></details>\\endhtmlonly\n")


def with_charts(text):
    """A page with a chart in front of each table of ratios, and these tables folded."""
    tables = list(TABLE.finditer(text))
    headings = list(HEADING.finditer(text))
    section = lambda table: sum(heading.start() < table.start() for heading in headings)
    charts, new = {}, {}
    for at, table in enumerate(tables):
        rows = rows_of(table[0])
        if re.match(r"\| bar \| least \| measured \|", table[0]):
            if section(table) not in charts:
                sys.exit("docs/measurements.md has goals in a section without a table of ratios")
            for row in rows:
                charts[section(table)][0].add_goal(row["case"], float(row["least"]),
                                                   float(row["measured"]), row[""] == "met")
            new[at] = folded(table[0], "The goals, as a table")
        elif chart := chart_of(rows):
            charts[section(table)] = chart, at, others_of(chart, rows)
    for number, (chart, at, others) in charts.items():
        picture = draw(chart, f"{headings[number - 1][1]}: {OURS}'s speed over that of {others}")
        new[at] = (f'\\htmlonly<figure class="kw-chart">{picture}<figcaption>'
                   f"{html.escape(caption(chart, others))}</figcaption></figure>\\endhtmlonly\n\n"
                   + folded(tables[at][0], "All figures, as a table"))
    for at, replacement in sorted(new.items(), reverse=True):
        text = text[:tables[at].start()] + replacement + text[tables[at].end():]
    return text
