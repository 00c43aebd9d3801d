"""What a learner reads about a change that repairs the file."""

import difflib
import re

from changes import Several

MOST_WORDS = 60  # letters of what is quoted in a sentence
MOST_LINES = 4   # of what is shown of a place


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
    """The places where lines differ: the first line's number, the old lines and the new ones."""
    before, after = source.splitlines(), made.splitlines()
    same = difflib.SequenceMatcher(None, before, after, autojunk=False)
    places = []
    for kind, a, b, c, d in same.get_opcodes():
        now = [line.strip() for line in before[a:b] if line.strip()]
        then = [line.strip() for line in after[c:d] if line.strip()]
        if kind != "equal" and (now or then):
            places.append((a + 1, now, then))
    return places


def heading(change):
    """What has been found out about a change that repairs the file."""
    count = len(change.parts) if isinstance(change, Several) else 1
    return ("All tests of this task pass with one change:" if count == 1
            else "All tests of this task pass with these changes:")


def message(source, change):
    """What a learner reads: the line's number, the lines before and after, and the question that is left."""
    places = changed_lines(source, change.applied(source))
    number, now, then = (places[0][0], sum((place[1] for place in places), []),
                         sum((place[2] for place in places), []))
    if isinstance(change, Several) and len(places) > 1:
        return number, _in_places(source, places), _of_several(places, now, then)
    shown = _lines(now, then)
    if isinstance(change, Several):
        return number, shown, "Before you change this, work out why that is right."
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
    elif _is_clear(old) and _is_clear(new):
        question = f"It has `{new}` where you have `{old}`. Before you change it, work out why that is right."
    else:
        question = "Before you change it, work out why that is right."
    return number, shown, question


def _is_clear(text):
    """Whether the words can be read without the rest of the line."""
    return len(text) <= MOST_WORDS and all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))

def _lines(now, then):
    return "\n".join([f"  - {line}" for line in _shortened(now)] + [f"  + {line}" for line in _shortened(then)])


def _shortened(lines):
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES - 1], "..."]


def _in_places(source, places):
    """The changes of several places, each with its line."""
    lines, parts = source.splitlines(), []
    for number, now, then in places:
        where = f"  line {number}:"
        if not now:
            above = number - 1
            while above > 0 and (lines[above - 1].strip() or "//").startswith("//"):
                above -= 1
            where = f"  after line {above}, `{lines[above - 1].strip()}`:" if above else "  at the beginning:"
        parts.append(f"{where}\n{_lines(now, then)}")
    return "\n".join(parts)


def _of_several(places, now, then):
    def code(lines):
        return sorted(re.sub(r"\s*//.*", "", line) for line in lines)

    if code(now) == code(then):
        what = "this line" if len(now) == 1 else "these lines"
        return f"It moves {what}. Before you do, work out what is different there."
    return "They are right only together. Before you change them, work out what each one does."
