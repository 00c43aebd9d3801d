"""Puts a bar behind each ratio in the tables of docs/measurements.md that compare speeds.

A table of ratios has columns such as `of Triton`, or a column `contender` with columns `ours over it`.
The goals for these ratios are in tables whose columns are `bar`, `least` and `measured`: they follow
in the same section, and a line across a bar marks its goal. docs/theme/kernelwright.css draws them.
README.md's readers on the web see the numbers alone.
"""

import re
import sys

TABLE = re.compile(r"(?:^\|.*\|\n)+", re.M)
HEADING = re.compile(r"^#+ ", re.M)
NUMBER = re.compile(r"\d+\.\d+")
GOAL = re.compile(r"(.*), of ([^,]+)(?:, ([^,]+))?")
OURS = "Kernelwright"
END = 2  # of the scale; a longer bar leaves the cell


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def bar(number, goal=None, met=True):
    """The cell of a ratio: a bar of this length, with a line at the goal if there is one."""
    part = lambda value: f"{min(float(value), END) / END:.1%}"
    mark = f"; --goal: {part(goal)}" if goal else ""
    return (f'<span class="kw-ratio{"" if met else " kw-missed"}" style="--ratio: {part(number)}{mark}">'
            f"{number}</span>")


def with_ratios(lines):
    """The lines of a table with bars, its ratios by what a goal calls them, and who is compared with."""
    names = cells(lines[0])
    by_contender = "contender" in names
    start = "ours over it" if by_contender else "of "
    columns = [at for at, name in enumerate(names) if name.startswith(start)]
    ratios, others, new = {}, {}, lines[:2]
    for line in lines[2:]:
        row = cells(line)
        other = row[names.index("contender")] if by_contender else ""
        for at in columns:
            if not NUMBER.fullmatch(row[at]) or other.startswith(OURS):  # a share, or another kernel of ours
                continue
            series = names[at].partition(", ")[2] or "in turn"
            ratios[(row[0], other, series) if by_contender else (row[0], names[at][3:], None)] = row[at]
            others[other or names[at][3:]] = None
            row[at] = bar(row[at])
        new.append(f"| {' | '.join(row)} |")
    return new, ratios, list(others)


def with_goals(lines, ratios):
    """The lines of a table of goals with bars, and how many of them are met."""
    new, met = lines[:2], 0
    for line in lines[2:]:
        case, least, measured, verdict = cells(line)
        found = GOAL.fullmatch(case)
        if not found:
            sys.exit(f"docs/measurements.md: this names no contender: {case}")
        known = ratios.get(found.groups(), measured)
        if known != measured:
            sys.exit(f"docs/measurements.md has two figures for `{case}`: {known} and {measured}")
        met += verdict == "met"
        new.append(f"| {case} | {least} | {bar(measured, least, verdict == 'met')} | {verdict} |")
    return new, met


def caption(others, goals, met):
    """What the bars show, in words."""
    names = f"{', '.join(others[:-1])} and {others[-1]}" if len(others) > 1 else others[0]
    said = (f"*A bar is {OURS}'s speed over that of {names}. At the line in the middle both are as fast as each "
            f"other; a longer bar means that {OURS} is faster.")
    if goals:
        share = "none" if not met else "all" if met == goals else f"{met}"
        said += f" A line across a bar marks a goal; of the {goals} goals, {share} {'is' if met == 1 else 'are'} met."
    return said + "*\n\n"


def with_bars(text):
    """A page with bars in each table of ratios, and with what they show in front of it."""
    tables = list(TABLE.finditer(text))
    section = lambda table: len(HEADING.findall(text[:table.start()]))
    found, new, captions = {}, {}, {}
    for table in tables:
        lines = table[0].splitlines()
        if cells(lines[0])[:3] == ["bar", "least", "measured"]:
            if section(table) not in found:
                sys.exit("docs/measurements.md has goals in a section without a table of ratios")
            first, ratios, others = found[section(table)]
            new[table], met = with_goals(lines, ratios)
            captions[first] = caption(others, len(lines) - 2, met)
            continue
        lines, ratios, others = with_ratios(lines)
        if ratios:
            found[section(table)] = table, ratios, others
            new[table], captions[table] = lines, caption(others, 0, 0)
    for table, lines in sorted(new.items(), key=lambda item: item[0].start(), reverse=True):
        written = captions.get(table, "") + "".join(f"{line}\n" for line in lines)
        text = text[:table.start()] + written + text[table.end():]
    return text
