#!/usr/bin/env python3
"""Makes a wrong kernel: the solution with a mistake.

    make_wrong.py EDITS SOLUTION OUTPUT

The file of edits begins with comments. The mistakes follow, each as whole lines of the solution
(without the marks of a skeleton) and the lines that replace them, of which there may be none:

    // wrong: the maximum is not subtracted, so exp overflows
    // caught by: Softmax.ExtremeValues
    replace:
        auto e = tl.exp(v - tl.max(v));
    with:
        auto e = tl.exp(v);

The lines to replace must be in the solution exactly once. So when the solution changes, the build
reports it, instead of making a wrong kernel that has become right.
"""

import sys
from pathlib import Path

import make_skeleton


class BadEdit(Exception):
    """A file of edits that does not fit its solution, or is not one."""


def parse_edits(text):
    """A file of edits as (comments, [(old lines, new lines), ...])."""
    if text and not text.endswith("\n"):
        raise BadEdit("the last line does not end with a newline")
    header = ""
    edits = []
    part = "comment"  # then "old" and "new", for each edit
    for line in (line + "\n" for line in text.split("\n")[:-1]):
        if line == "replace:\n":
            if part == "old":
                raise BadEdit("`replace:` where `with:` is expected")
            part = "old"
            edits.append(["", ""])
        elif line == "with:\n":
            if part != "old":
                raise BadEdit("`with:` without `replace:`")
            part = "new"
        elif part == "comment":
            if not line.startswith("//") and line != "\n":
                raise BadEdit(
                    f"before the first `replace:` only comments are expected, not: {line}")
            header += line
        else:
            edits[-1][part == "new"] += line
    if part != "new":
        raise BadEdit("at least one `replace:` with its `with:` is needed")
    return header, edits


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


def make(edits_text, solution_text, solution_name):
    """The text of the wrong kernel."""
    kernel = make_skeleton.make("solution", solution_text, solution_name)
    header, edits = parse_edits(edits_text)
    for old, new in edits:
        kernel = replace_once(kernel, old, new, solution_name)
    return header + kernel


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    edits, solution, output = map(Path, arguments)
    output.unlink(missing_ok=True)  # a mistake in the edits must not leave an old kernel to compile
    try:
        kernel = make(edits.read_text(encoding="utf-8"), solution.read_text(encoding="utf-8"),
                      solution)
    except BadEdit as problem:
        sys.exit(f"{edits}: {problem}")
    except make_skeleton.BrokenMarks as problem:
        sys.exit(str(problem))
    output.write_text(kernel, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
