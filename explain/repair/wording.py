"""What a learner reads about a change that repairs the file."""

import difflib
import re

import tokens as cpp

WORK_OUT = "Before you change it, work out why that is right."
MOST_WORDS = 60  # letters of what is quoted in a sentence
MOST_LINES = 4   # of what is shown of a place


def words(now, then):
    """The words of some lines that go, and those that come in their place: once, if it is everywhere the same word."""
    old, new = " ".join(now), " ".join(then)
    a, b = cpp.read(old), cpp.read(new)
    pairs = {(x.text, y.text) for x, y in zip(a, b) if x.text != y.text} if len(a) == len(b) else ()
    if len(pairs) == 1:
        return pairs.pop()
    while a and b and a[0].text == b[0].text:
        a, b = a[1:], b[1:]
    while a and b and a[-1].text == b[-1].text:
        a, b = a[:-1], b[:-1]
    return tuple(text[t[0].start:t[-1].end] if t else "" for text, t in ((old, a), (new, b)))


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
    return f"All tests of this task pass with {'these changes' if change.more else 'one change'}:"


def message(source, change, task=""):
    """What a learner reads: the line's number, the lines before and after, and the question that is left. Before there
    was a hint for the task, only the place and the kind of change."""
    places = changed_lines(source, change.applied(source))
    now, then = (sum((place[part] for place in places), []) for part in (1, 2))
    moved, old, new = _moved(now, then), *words(now, then)
    kind, question = (
        ("These lines belong in another place.", "") if len(places) > 1 and moved else
        ("These places have to change together.", "") if len(places) > 1 else
        ("Something is missing here.", "Before you add it, work out what goes wrong without it.") if not now else
        ("Something here has to go.", "Before you take it out, work out what it does to the result.") if not then else
        ("These lines are in the wrong order.", "Before you change their order, work out what the lines do in this one.")
        if moved else (_kind_of(old, new), _it_has(old, new) + WORK_OUT))
    shown = "\n".join([
        line for number, before, after in places
        for line in ([_where(source, number, before)] if task or len(places) > 1 else [])
        + ([f"    {line}" for line in _shortened(before)] if task else _lines(before, after))])
    return places[0][0], shown, (
        f"{kind} Work out what, or ask: after `./course hint {task}` the change is shown as well." if task else
        question or f"{kind} {WORK_OUT}")


def _kind_of(old, new):
    if not old or not new:
        return f"Something in this line {'is missing' if not old else 'has to go'}."
    for kind, pattern in (("number", r"[\d.]+f?"), ("name", r"[\w.]+")):
        if re.fullmatch(pattern, old) and re.fullmatch(pattern, new):
            return f"A {kind} in this line has to change."
    return "Part of this line has to change."


def _it_has(old, new):
    """A sentence about the words that differ, if they can be read without the rest of the line."""
    brackets = [t for text in (old, new) for t in cpp.read(text) if t.text in (*cpp.OPEN, *cpp.OPEN.values())]
    if max(len(old), len(new)) > MOST_WORDS or any(t.match < 0 for t in brackets):
        return ""
    return (f"It has `{new}` where you have `{old}`. " if old and new else
            f"It adds `{new}`. " if new else f"It leaves out `{old}`. " if old else "")


def _moved(now, then):
    """Whether the lines are the same ones."""
    return sorted(re.sub(r"\s*//.*", "", line) for line in now) == sorted(re.sub(r"\s*//.*", "", line) for line in then)


def _lines(now, then):
    return [f"  - {line}" for line in _shortened(now)] + [f"  + {line}" for line in _shortened(then)]


def _shortened(lines):
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES - 1], "..."]


def _where(source, number, old):
    """The line that changes, or where lines are added before line `number`: after the one above that is no comment."""
    lines, above = source.splitlines(), number - 1
    while above > 0 and (lines[above - 1].strip() or "//").startswith("//"):
        above -= 1
    return (f"  line {number}:" if old else
            f"  after line {above}, `{lines[above - 1].strip()}`:" if above else "  at the beginning:")
