"""What the solution computes, in the words of the learner's file, as changes of single expressions.

Learners split what the solution has in one line, give parts of it names, and write sums in another order. So
each expression of the two files is compared with all names replaced by their definitions. What only the
solution has is offered in the place of what only the learner has, written with the learner's own variables.
"""

import difflib
import re
from typing import NamedTuple

import names
import tokens as cpp
import trees
from beside_solution import KIND, File, names_for
from changes import Change

SOONEST = -100    # before any other change
MOST_CHANGES = 60
LEAST_ALIKE = 0.3
WRITTEN = 0.5     # so much as the skeleton lacks has to be there, right or wrong
ASSIGNED, STEPS = ("=", "+=", "-=", "*=", "/="), ("++", "--")


class Expression(NamedTuple):
    """An expression of a function, and its definition."""
    first: int    # its tokens
    last: int
    role: str     # what it is for: the function whose argument it is, `=` or `?`
    full: tuple   # the tree without the names of values
    known: tuple  # ((name, tree without such names), ...) that can be used there


class Function:
    """The expressions of a function. `called` has other names for some of those in it."""

    def __init__(self, t, opening, brace, called):
        self.t, self.called, self.found, self.values = t, called, [], {}
        blocks = []
        for first, end in cpp.statements(t, brace):
            while blocks and t[blocks[-1]].match < first:
                self._forget(blocks[-1], t[blocks.pop()].match)
            if t[end].text == "{":
                self._head(first, end)
                blocks.append(end)
            else:
                self._statement(first, end)

    def _head(self, start, brace):
        """The head of a block. What the block assigns has no known value in it or after it."""
        self._forget(start, self.t[brace].match)
        for parts in cpp.heads(self.t, start, brace):
            for number, (first, end) in enumerate(parts):
                if number == 0 and len(parts) > 1:
                    self._statement(first, end)
                elif first < end:
                    self._add(first, end - 1, "?")
        self._forget(start, self.t[brace].match)

    def _forget(self, first, last):
        """The names that these tokens declare or change have no known value."""
        for i in range(first, last):
            if self.t[i].text in STEPS:
                self.values.pop(self.t[i + 1].text, None)
            elif self.t[i + 1].text in ASSIGNED + STEPS:
                self.values.pop(self.t[i].text, None)

    def _statement(self, first, end):
        """An assignment, several declarations with commas, or a call."""
        around = self.t[end].around
        for a, b in cpp.split(self.t, first, end, ",", around):
            sign = next((k for k in range(a, b) if self.t[k].text in ASSIGNED and self.t[k].around == around), None)
            if sign is None:
                if a < b:
                    begin = a + (self.t[a].text in ("return", "else"))
                    begin += self.t[begin].kind == "name" and self.t[begin + 1].kind == "name"  # grid programs(...)
                    if begin < b:
                        self._add(begin, b - 1, "")
                continue
            full = self._add(sign + 1, b - 1, "=") if sign + 1 < b else None
            name, before = self.t[sign - 1].text, self.t[sign - 2].text if sign - 2 >= a else ""
            if full is None or self.t[sign - 1].kind != "name" or before == ".":
                continue
            if self.t[sign].text != "=":
                old = self.values.get(name)
                full = old and trees.joined(self.t[sign].text[0], [old, full])
            if full and not (full[0] == "name" and full[1][0].isdigit()):
                self.values[self.called.get(name, name)] = full
            else:
                self.values.pop(name, None)

    def _add(self, first, last, role):
        """Keeps an expression and its arguments. Returns its tree without the names of values."""
        tree = trees.read(self.t, first, last)
        full = self._full(tree)
        self.found.append(Expression(first, last, role, full, tuple(self.values.items())))
        for i in range(first, last + 1):
            if self.t[i].text == "(" and first < i < self.t[i].match <= last:
                called = self.t[i - 1].text
                for number, (a, b) in enumerate(cpp.arguments(self.t, i)):
                    part = self._full(trees.read(self.t, a, b))
                    self.found.append(Expression(a, b, f"{called} {number}", part, tuple(self.values.items())))
        return full

    def _full(self, tree):
        def value(part):
            if part[0] != "name":
                return None
            name = self.called.get(part[1], part[1])
            return self.values.get(name, ("name", name))
        return trees.mapped(tree, value)


def changes(source, solution, skeleton):
    """Changes of the learner's file, the likeliest first."""
    mine, theirs = File(source), File(solution)
    called = names_for(theirs, mine)
    unknown = {called.get(name, name) for name in theirs.declared()} - mine.declared()
    empty = File(skeleton).t
    given = _parts(Function(empty, *body, called) for body in cpp.bodies(empty))
    found = {}
    for own, other in zip(cpp.bodies(mine.t), cpp.bodies(theirs.t)):
        here, there = Function(mine.t, *own, {}), Function(theirs.t, *other, called)
        have, want = _parts([here]), _parts([there])
        if len(have - given) < WRITTEN * len(want - given):
            continue
        roles = {}
        for e in there.found:
            for part in trees.parts_of(e.full):
                if part not in have and len(trees.words(part)) > 1 and part[0] != "member":
                    roles.setdefault(part, set()).add(e.role if part is e.full else "?")
        for e in here.found:
            if e.full not in want and e.role:
                for part, of_part in roles.items():
                    if _alike(part, e.full):
                        _offer(found, source, mine.t, e, part, e.role in of_part, unknown)
    ranked = sorted(found.items(), key=lambda item: item[1])[:MOST_CHANGES]
    return [Change(start, end, text, KIND, SOONEST + rank) for rank, ((start, end, text), _) in enumerate(ranked)]


def _parts(functions):
    """Everything that the functions compute."""
    return {part for function in functions for e in function.found for part in trees.parts_of(e.full)}


def _alike(part, other):
    words = trees.words(part)
    return "store" not in words and "launch" not in words and difflib.SequenceMatcher(
        None, words, trees.words(other), autojunk=False).ratio() >= LEAST_ALIKE


def _offer(found, source, t, e, part, same_role, unknown):
    """Keeps `part` for the place of the expression e. It is tried sooner if it has the same role, such as
    the same argument of the same function, and if it changes little."""
    tree = in_words(part, e.known)
    text = trees.text(grouped(tree, source))
    start, end = t[e.first].start, t[e.last].end
    if set(trees.words(tree)) & unknown or text == source[start:end]:
        return
    old, new = [t[i].text for i in range(e.first, e.last + 1)], [token.text for token in cpp.read(text)]
    same = sum(block.size for block in difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks())
    late = (not same_role, max(len(old), len(new)) - same)
    found[start, end, text] = min(found.get((start, end, text), late), late)


def grouped(tree, source):
    """The tree with one offset for each pointer: x + (n - 1 - i), because x + n may point nowhere."""
    def offset(part):
        if part[0] == "+" and any(each[:2] == ("sign", "-") for each in part[2:]) and (
                part[1][0] == "name" and re.search(rf"\*\s*{re.escape(part[1][1])}\b", source)):
            return ("text", f"{part[1][1]} + ({trees.text(part[:1] + part[2:])})")
        return None
    return trees.mapped(tree, offset)


def in_words(tree, known):
    """The tree with the names of what is known. The latest names come first."""
    by_value = {value: name for name, value in known if value[0] not in ("name", "text")}

    def named(part):
        if part in by_value:
            return ("name", by_value[part])
        for value, name in by_value.items():
            if value[0] != part[0] or part[0] not in trees.FLAT:
                continue
            for inner, word in ((value[1:], ("name", name)),
                                (trees.negated(value)[1:], ("sign", "-", ("name", name)))):
                for at in range(1, len(part) - len(inner) + 1):
                    if part[at:at + len(inner)] == inner:
                        rest = part[1:at] + (word,) + part[at + len(inner):]
                        return trees.mapped((part[0], *rest), named)
        return None

    return trees.mapped(tree, named)
