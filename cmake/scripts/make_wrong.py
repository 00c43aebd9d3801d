#!/usr/bin/env python3
"""Makes a wrong kernel: the solution with a mistake.

    make_wrong.py MISTAKES NAME SOLUTION OUTPUT

MISTAKES is the file lessons/<lesson>/wrong/<task>.mistakes, and NAME one of its mistakes. Each has a name, a
sentence, what must catch it, and lines of the solution with those that replace them:

    == no_maximum
    by not subtracting the maximum, so exp overflows
    caught by: Softmax.ExtremeValues
    -    auto e = tl.exp(v - tl.max(v));
    +    auto e = tl.exp(v);

The sentence goes on after "Your values are what you get", which a learner reads whose values are those of
this kernel. It may go on in the next line. After the first character, lines are those of the solution without
the marks of a skeleton: `-` for a line that goes, `+` for one that comes, a blank for one that stays. What is to
be replaced must be in the solution exactly once. So when the solution changes, the build reports it, instead of
making a wrong kernel that has become right. An empty line ends an edit, and another one may follow.
"""

import re
import sys
from pathlib import Path

import make_skeleton

CAUGHT = "caught by"
# measure_mistakes.py has those that follow, in mistakes that are not kernels of the course.
FIELDS = (CAUGHT, "kind", "line", "fix", "not")


class BadEdit(Exception):
    """A mistake that does not fit its solution, or is not one."""


class Mistake:
    """One mistake of a task: how it is named, told and caught, and its edits [(old lines, new lines), ...]."""

    def __init__(self, name):
        self.name, self.sentence, self.edits = name, "", []
        self.fields = {field: [] for field in FIELDS}

    def kernel(self, solution, solution_name):
        """The wrong kernel. `solution` is without the marks of a skeleton."""
        try:
            for old, new in self.edits:
                solution = replace_once(solution, old, new, solution_name)
        except BadEdit as problem:
            raise BadEdit(f"{self.name}: {problem}") from None
        return solution

    @property
    def caught_by(self):
        return self.fields[CAUGHT]

    def check(self, needed):
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            raise BadEdit(f"a name has small letters, digits and _, and is not: {self.name}")
        if not self.sentence:
            raise BadEdit(f"{self.name}: there is no sentence that says what it does")
        for field in needed:
            if not self.fields[field]:
                raise BadEdit(f"{self.name}: there is no line `{field}: `")
        if not self.edits:
            raise BadEdit(f"{self.name}: there is no line to replace")


def parse(text, needed=(CAUGHT,)):
    """The mistakes of a task, each with a line of the fields that are needed."""
    mistakes, in_edit = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("== "):
            mistakes.append(Mistake(line[3:].strip()))
            in_edit = False
        elif not line.strip():
            in_edit = False
        elif not mistakes:
            raise BadEdit(f"line {number}: a mistake begins with `== ` and its name, not with: {line}")
        elif line[0] in "-+ ":
            if not in_edit:
                mistakes[-1].edits.append(("", ""))
                in_edit = True
            old, new = mistakes[-1].edits[-1]
            mistakes[-1].edits[-1] = (old + line[1:] + "\n" if line[0] in "- " else old,
                                      new + line[1:] + "\n" if line[0] in "+ " else new)
        elif mistakes[-1].edits:
            raise BadEdit(f"line {number}: a line of an edit begins with `-`, `+` or a blank, not with: {line}")
        elif (field := line.partition(": ")[0]) in FIELDS:
            mistakes[-1].fields[field].append(line.partition(": ")[2].strip())
        elif any(mistakes[-1].fields.values()):
            raise BadEdit(f"line {number}: the sentence comes before the first field, such as `{CAUGHT}: `, not after it: "
                          + line)
        else:
            mistakes[-1].sentence = f"{mistakes[-1].sentence} {line.strip()}".strip()
    for mistake in mistakes:
        mistake.check(needed)
    names = [mistake.name for mistake in mistakes]
    for name in names:
        if names.count(name) > 1:
            raise BadEdit(f"there are {names.count(name)} mistakes with the name {name}")
    return mistakes


def read(file, needed=(CAUGHT,)):
    """The mistakes in a file; none if there is no such file."""
    if not file.is_file():
        return []
    try:
        return parse(file.read_text(encoding="utf-8"), needed)
    except BadEdit as problem:
        raise BadEdit(f"{file}: {problem}") from None


def edits(text):
    """[(old lines, new lines), ...] of lines with marks; an empty line is between two of them."""
    for hunk in re.split(r"\n{2,}", text.strip("\n")):
        lines = [line + "\n" for line in hunk.splitlines()]
        yield tuple("".join(line[1:] for line in lines if line[0] in marks) for marks in ("- ", "+ "))


def replace_once(kernel, old, new, solution_name):
    """The kernel with the lines `new` in place of `old`."""
    kernel, lines = "\n" + kernel, "\n" + old  # so that every line begins after a newline
    first = kernel.find(lines)
    if not old or first < 0:
        raise BadEdit(f"these lines are not in {solution_name}:\n{old}")
    if kernel.rfind(lines) != first:
        raise BadEdit(
            f"these lines are in {solution_name} more than once; add a line before or after them:\n"
            + old)
    if old == new:
        raise BadEdit(f"these lines are replaced by themselves:\n{old}")
    return kernel[1:first + 1] + new + kernel[first + len(lines):]


def main(arguments):
    if len(arguments) != 4:
        sys.exit(__doc__)
    mistakes, name, solution, output = Path(arguments[0]), arguments[1], Path(arguments[2]), Path(arguments[3])
    output.unlink(missing_ok=True)  # a mistake in the edits must not leave an old kernel to compile
    try:
        marked = solution.read_text(encoding="utf-8")
        kernels = {mistake.name: mistake for mistake in read(mistakes)}
        if name not in kernels:
            raise BadEdit(f"{mistakes}: there is no mistake {name}")
        kernel = kernels[name].kernel(make_skeleton.make("solution", marked, solution), solution)
    except (BadEdit, make_skeleton.BrokenMarks) as problem:
        sys.exit(str(problem))
    output.write_text(kernel, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
