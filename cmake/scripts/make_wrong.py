#!/usr/bin/env python3
"""Makes a wrong kernel: the solution of a task with a mistake.

    make_wrong.py MISTAKES NAME SOLUTION OUTPUT

MISTAKES is the file lessons/<lesson>/wrong/<task>.mistakes, and NAME one of its mistakes. Each is below the test that
must catch it, and has a name, a sentence, and what it changes in the solution:

    === Softmax.ExtremeValues

    == no_maximum: by not subtracting the maximum, so exp overflows
    tl.exp(v - tl.max(v)) => tl.exp(v)

The sentence goes on after "Your values are what you get", which a learner reads whose values are those of
this kernel. It may go on in the next line. What must catch it is any text that the tests print, or several with
semicolons. `OLD => NEW` changes a part of a line. For whole lines, each begins with a mark: `-` for one that goes, `+` for
one that comes, a blank for one that stays, and `-...` is for lines that go between others. An empty line ends such an
edit, and another one may follow.

Below the sentence may be what a learner should read of the mistake (measure_mistakes.py).

What is to be replaced is in the solution without the marks of a skeleton, and exactly once. So when the solution
changes, the build reports it, instead of making a wrong kernel that has become right.
"""

import re
import sys
from collections import Counter
from pathlib import Path

import make_skeleton

INSTEAD = " =>"
FIELDS = ("kind", "line", "fix", "not", "answered by")


class BadEdit(Exception):
    """A mistake that does not fit its solution, or is not one."""


class Mistake:
    """One mistake of a task: how it is named, told and caught, and its edits [(old text, new text), ...]."""

    def __init__(self, name, sentence, caught_by):
        self.name, self.sentence, self.caught_by = name, sentence, caught_by
        self.code = ""  # its edits, as they are written
        self.fields = {field: [] for field in FIELDS}

    @property
    def edits(self):
        return list(edits(self.code))

    def kernel(self, solution, solution_name):
        """The wrong kernel. `solution` is without the marks of a skeleton."""
        try:
            for old, new in self.edits:
                solution = replace_once(solution, old, new, solution_name)
        except BadEdit as problem:
            raise BadEdit(f"{self.name}: {problem}") from None
        return solution

    def check(self):
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            raise BadEdit(f"a name has small letters, digits and _, and is not: {self.name}")
        if not self.sentence:
            raise BadEdit(f"{self.name}: there is no sentence that says what it does")
        if not self.caught_by and not any(self.fields.values()):
            raise BadEdit(f"{self.name}: there is no line `=== ` above it, with the test that must catch it")
        if any(self.fields.values()) and not self.fields["fix"]:
            raise BadEdit(f"{self.name}: there is no line `fix: `")
        if not self.code:
            raise BadEdit(f"{self.name}: there is nothing to replace")


def parse(text):
    """The mistakes of a task."""
    mistakes, caught_by = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("=== "):
            caught_by = line[4:].strip().split("; ")
        elif line.startswith("== "):
            name, _, sentence = line[3:].strip().partition(": ")
            mistakes.append(Mistake(name, sentence, caught_by))
        elif not line.strip():
            if mistakes and mistakes[-1].code:
                mistakes[-1].code += "\n"
        elif not mistakes:
            raise BadEdit(f"line {number}: a mistake begins with `== ` and its name, not with: {line}")
        elif line[0] in "-+ " or INSTEAD in line:
            mistakes[-1].code += line + "\n"
        elif mistakes[-1].code:
            raise BadEdit(f"line {number}: a line of an edit begins with `-`, `+` or a blank, or has `=>`: {line}")
        elif (field := line.partition(": ")[0]) in FIELDS:
            mistakes[-1].fields[field].append(line.partition(": ")[2].strip())
        elif any(mistakes[-1].fields.values()):
            raise BadEdit(f"line {number}: the sentence comes before the first field, not after it: {line}")
        else:
            mistakes[-1].sentence = f"{mistakes[-1].sentence} {line.strip()}".strip()
    for mistake in mistakes:
        mistake.check()
    for name, count in Counter(mistake.name for mistake in mistakes).items():
        if count > 1:
            raise BadEdit(f"there are {count} mistakes with the name {name}")
    return mistakes


def file_of(solution):
    """The file with the mistakes of a task, which may be missing. `solution` is in the folder solutions."""
    return solution.parents[2] / "lessons" / solution.parent.name / "wrong" / f"{solution.stem}.mistakes"


def read(file):
    """The mistakes in a file, which may be missing."""
    if not file.is_file():
        return []
    try:
        return parse(file.read_text(encoding="utf-8"))
    except BadEdit as problem:
        raise BadEdit(f"{file}: {problem}") from None


def edits(code):
    """[(old text, new text), ...] of what is written of a mistake: parts of lines, and whole lines that end with a newline."""
    for hunk in re.split(r"\n{2,}", code.strip("\n")):
        marked = [line + "\n" for line in hunk.splitlines() if line[0] in "-+ "]
        for line in hunk.splitlines():
            if line[0] not in "-+ ":
                old, _, new = line.partition(INSTEAD)
                yield old, new.strip()
        if marked:
            yield tuple("".join(line[1:] for line in marked if line[0] in marks) for marks in ("- ", "+ "))


def replace_once(kernel, old, new, solution_name):
    """The kernel with `new` in place of `old`, which has `...` in place of lines between its others."""
    if not old or old == new:
        raise BadEdit(f"this is replaced by itself:\n{old}" if old else "there is nothing to replace")
    whole_lines = "(?:.*\n)*?".join(re.escape(part) for part in old.split("...\n"))
    found = list(re.finditer(f"^{whole_lines}" if old.endswith("\n") else re.escape(old), kernel, re.MULTILINE))
    if not found:
        raise BadEdit(f"this is not in {solution_name}:\n{old}")
    if len(found) > 1:
        raise BadEdit(f"this is in {solution_name} more than once; add what is before or after it:\n{old}")
    return kernel[:found[0].start()] + new + kernel[found[0].end():]


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
