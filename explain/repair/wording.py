"""What a learner reads about a change that repairs the file."""

import difflib
import re


def words(source, change):
    """The words that the change takes out and those that it puts in, with enough around them to be read."""
    old, new = source[change.start:change.end], change.text
    start, end = change.start, change.end
    while old and new and old[0] == new[0]:
        old, new, start = old[1:], new[1:], start + 1
    while old and new and old[-1] == new[-1]:
        old, new, end = old[:-1], new[:-1], end - 1
    # Whole words, and a sign or a number with its neighbours.
    left = re.search(r"[\w.]*$", source[:start])[0]
    right = re.match(r"\w*", source[end:])[0]
    old, new = left + old + right, left + new + right
    start, end = start - len(left), end + len(right)
    if not re.search(r"[A-Za-z]", old) or not re.search(r"[A-Za-z]", new):
        before = re.search(r"[\w.:<>]*[(\[]?[ ,]*$", source[:start])[0].lstrip(" ,")
        if before.rstrip().endswith(("(", "[")):
            after = re.match(r"[^()\n;]*[)\]]?", source[end:])[0]
        else:
            before = re.search(r"(?:[\w.]+(?:\([\w, ]*\))?)? ?$", source[:start])[0]
            after = re.match(r" ?(?:[\w.]+(?:\([\w, ]*\))?)?", source[end:])[0]
        old, new = before + old + after, before + new + after
    return " ".join(old.split()), " ".join(new.split())


def changed_lines(source, made):
    """The lines that differ: the first one's number, the old ones and the new ones."""
    before, after = source.splitlines(), made.splitlines()
    same = difflib.SequenceMatcher(None, before, after, autojunk=False)
    blocks = [block for block in same.get_opcodes() if block[0] != "equal"]
    now = [before[k].strip() for _, a, b, _, _ in blocks for k in range(a, b)]
    then = [after[k].strip() for _, _, _, a, b in blocks for k in range(a, b)]
    return blocks[0][1] + 1, [line for line in now if line], [line for line in then if line]


def message(source, change):
    """What a learner reads: the line's number, the lines before and after, and the question that is left."""
    number, now, then = changed_lines(source, change.applied(source))
    shown = "\n".join([f"  - {line}" for line in now] + [f"  + {line}" for line in then])
    old, new = words(source, change)
    if not then:
        question = "Before you take it out, work out what it does to the result."
    elif not now:
        question = "Before you add it, work out what goes wrong without it."
    elif sorted(now) == sorted(then):
        question = "Before you change their order, work out what the lines do in this one."
    elif not old:
        question = f"It adds `{new}`. Before you do, work out why that is right."
    elif not new:
        question = f"It leaves out `{old}`. Before you do, work out why that is right."
    else:
        question = f"It has `{new}` where you have `{old}`. Before you change it, work out why that is right."
    return number, shown, question
