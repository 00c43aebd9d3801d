"""What a learner reads about a change that repairs the file."""

import difflib
import re

from changes import Several

LOOP = re.compile(r"(?:for|while) \(")
WORK_OUT = "Before you change this, work out why that is right."
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
    """The places where lines differ: the first line's number, the old lines, the new ones and their number."""
    before, after = source.splitlines(), made.splitlines()
    same = difflib.SequenceMatcher(None, before, after, autojunk=False)
    places = []
    for kind, a, b, c, d in same.get_opcodes():
        now = [line.strip() for line in before[a:b] if line.strip()]
        then = [line.strip() for line in after[c:d] if line.strip()]
        if kind != "equal" and (now or then):
            places.append((a + 1, now, then, c + 1))
    return places


def heading(change):
    """What has been found out about a change that repairs the file."""
    count = len(change.parts) if isinstance(change, Several) else 1
    return ("All tests of this task pass with one change:" if count == 1
            else "All tests of this task pass with these changes:")


def message(source, change):
    """What a learner reads: the line's number, the lines before and after, and the question that is left."""
    made = change.applied(source)
    places = changed_lines(source, made)
    number, now, then = (places[0][0], sum((place[1] for place in places), []),
                         sum((place[2] for place in places), []))
    if len(places) > 1 and isinstance(change, Several):
        return number, _in_places(source, places), _of_several(source, made, places, now, then)
    shown = _lines(now, then)
    if isinstance(change, Several):
        return number, shown, WORK_OUT
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


def outline(source, change, task):
    """The same before a learner has asked for a hint: the place and the kind of change, and not the change."""
    places = changed_lines(source, change.applied(source))
    now, then = (sum((place[part] for place in places), []) for part in (1, 2))
    if len(places) > 1:
        kind = ("These lines belong in another place." if sorted(map(_code, now)) == sorted(map(_code, then))
                else "These places have to change together.")
    elif not now or not then:
        kind = "Something is missing here." if not now else "Something here has to go."
    elif sorted(now) == sorted(then):
        kind = "These lines are in the wrong order."
    else:
        kind = _kind_of(*words(source, change) if not isinstance(change, Several) else ("?", "?"))
    shown = "\n".join("\n".join([f"  line {number}:", *(f"    {line}" for line in _shortened(old))])
                      if old else _after(source.splitlines(), number) for number, old, _, _ in places)
    return places[0][0], shown, f"{kind} Work out what, or ask: after `./course hint {task}` the change is shown as well."


def _kind_of(old, new):
    if not old or not new:
        return f"Something in this line {'is missing' if not old else 'has to go'}."
    for kind, pattern in (("number", r"[\d.]+f?"), ("name", r"[\w.]+")):
        if re.fullmatch(pattern, old) and re.fullmatch(pattern, new):
            return f"A {kind} in this line has to change."
    return "Part of this line has to change."


def _is_clear(text):
    """Whether the words can be read without the rest of the line."""
    depth = 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0:
            return False
    return len(text) <= MOST_WORDS and depth == 0


def _lines(now, then):
    return "\n".join([f"  - {line}" for line in _shortened(now)] + [f"  + {line}" for line in _shortened(then)])


def _shortened(lines):
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES - 1], "..."]


def _in_places(source, places):
    """The changes of several places, each with its line."""
    lines, parts = source.splitlines(), []
    for number, now, then, _ in places:
        where = f"  line {number}:" if now else _after(lines, number)
        parts.append(f"{where}\n{_lines(now, then)}")
    return "\n".join(parts)


def _after(lines, number):
    """Where lines are added before line `number`: after the one above that is no comment."""
    above = number - 1
    while above > 0 and (lines[above - 1].strip() or "//").startswith("//"):
        above -= 1
    return f"  after line {above}, `{lines[above - 1].strip()}`:" if above else "  at the beginning:"


def _of_several(source, made, places, now, then):
    """The sentence about changes of several places."""
    if sorted(map(_code, now)) == sorted(map(_code, then)):
        return f"It moves {'this line' if len(now) == 1 else 'these lines'}{_to(source, made, places)}. {WORK_OUT}"
    loops = [number + k for number, old, new, _ in places for k, line in enumerate(old)
             if LOOP.match(line) and not any(LOOP.match(other) for other in new)]
    if loops:
        return f"It leaves out the loop of line {loops[0]}. {WORK_OUT}"
    return f"They are right only together. {WORK_OUT}"


def _to(source, made, places):
    """Where lines move to: up or down, and out of which block or into which one."""
    first = next(number for number, old, _, _ in places if old)
    second, there = next((number, made_number) for number, _, new, made_number in places if new)
    old, new = _blocks(source, first), _blocks(made, there)
    direction = "down" if second > first else "up"
    for blocks, others, word in ((old, new, "out of"), (new, old, "into")):
        inner = [text for text in blocks if text not in others]
        if inner:
            number = next(k for k, line in enumerate(source.splitlines(), 1) if inner[-1] in line)
            return f" {direction}, {word} {_block_name(inner[-1])} of line {number}"
    return f" {direction}"


def _block_name(head):
    if LOOP.match(head):
        return "the loop"
    return "the `if`" if head.startswith("if ") else "the function" if ")" in head else "the block"


def _code(line):
    return re.sub(r"\s*//.*", "", line).strip()


def _blocks(text, number):
    """The line that opens each block around a line, the outermost first."""
    opened = []
    for line in text.splitlines()[:number - 1]:
        code = _code(line)
        for letter in code:
            if letter == "{":
                opened.append(code)
            elif letter == "}" and opened:
                opened.pop()
    return opened
