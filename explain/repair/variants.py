"""Puts many changes of a file into one program, which runs with the one that its environment names.

To compile a file takes ten times as long as to run its tests, so each change that leaves the types of
the values as they are becomes a variant (variants.hpp) of the statement that it is in:

    auto total = tl.sum(v, axis<1>);
    auto total = ::kw_variants::vary<7, ...>([&] { return tl.sum(v, axis<1>); },
      [&] { return tl.max(v, axis<1>); },
      [&] { return tl.sum(v, axis<0>); });
"""

import re
from dataclasses import dataclass, field

import tokens as cpp

TYPES = frozenset("auto int float double bool long std const".split())
NOT_IN_A_LAMBDA = frozenset(("return", "break", "continue", "goto", "else", "do", "using", "template", "struct",
                             "static", "constexpr", "static_assert", "case"))


@dataclass
class Place:
    """An expression or a statement of the file, and the changes in it."""
    start: int
    end: int
    declared: str        # the type that its value is declared with; `auto`, or empty for a statement
    here: str = "true"   # in which instances of a template it varies
    changes: list = field(default_factory=list)


def places(source, tokens):
    """What can vary in the functions of a file."""
    found = []
    for opening, brace in cpp.bodies(tokens):
        here = _instances(source, tokens, opening)
        for place in _in_body(source, tokens, brace):
            place.here = here
            found.append(place)
    return found


def _instances(source, tokens, opening):
    """A kernel for several element types varies for one of them, because the others then compile sooner."""
    begin = opening
    while begin > 0 and tokens[begin - 1].text not in (";", "{", "}"):
        begin -= 1
    head = source[tokens[begin].start:tokens[opening].start]
    return "std::is_same_v<T, float>" if re.search(r"template <[^>]*\bclass T\b", head) else "true"


def _in_body(source, tokens, brace):
    for first, end in cpp.statements(tokens, brace):
        for (begin, after), *more in cpp.heads(tokens, first, end):
            if more:  # of a loop that counts
                yield from _statement(source, tokens, begin, after)
            for a, b in more or [(begin, after)]:
                if a < b:
                    yield Place(tokens[a].start, tokens[b - 1].end, "" if more and b == more[-1][1] else "auto")
        if tokens[end].text == ";":
            yield from _statement(source, tokens, first, end)


def _statement(source, tokens, first, end):
    """What can vary in the statement from token `first` to the semicolon at `end`."""
    word = tokens[first].text
    if first >= end or any(tokens[k].text in NOT_IN_A_LAMBDA for k in range(first + (word == "return"), end)):
        return []
    if word == "return":
        return [Place(tokens[first + 1].start, tokens[end - 1].end, "auto")] if first + 1 < end else []
    if word in TYPES or tokens[first + 1].kind == "name" and tokens[first].kind == "name":
        return _declaration(source, tokens, first, end)
    return [Place(tokens[first].start, tokens[end - 1].end, "")]


def _declaration(source, tokens, first, end):
    """The values in `auto v = ...;`, `int a = ..., b = ...;` and the like."""
    around = tokens[end].around
    signs = [k for k in range(first, end) if tokens[k].text == "=" and tokens[k].around == around and not tokens[k].constant]
    ends = [last for _, last in cpp.split(tokens, first, end, ",", around)]
    if len(signs) != len(ends) or any(tokens[sign + 1].text in ("{", "[") for sign in signs):
        return []
    written = source[tokens[first].start:tokens[signs[0] - 1].start].replace("const ", "").strip()
    if tokens[signs[0] - 1].text == "]":
        written = "auto"  # auto [a, b] = ...
    if "&" in written or "*" in written:
        return []
    return [Place(tokens[sign + 1].start, tokens[last - 1].end, written) for sign, last in zip(signs, ends)]


class Variants:
    """Some changes of a file as one program. Variant k is the change `changes[k - 1]`."""

    def __init__(self, source, changes):
        self.source, self.lines, self.left_out = source, {}, []
        tokens = cpp.read(source)
        self.places = sorted(places(source, tokens), key=lambda place: place.start)
        types = [(t.start, tokens[t.match].end) for t in tokens if t.angle and t.text == "<"]
        for change in changes:
            place = next((p for p in self.places if p.start <= change.start and change.end <= p.end
                          and not any(a < change.start < b for a, b in types)), None)
            (self.left_out.append(change) if place is None else place.changes.append(change))

    @property
    def changes(self):
        return [change for place in self.places for change in place.changes]

    def text(self):
        """The program. Each variant is in a line of its own, which `lines` knows."""
        made, done, number, self.lines = "", 0, 1, {}
        for place in self.places:
            if not place.changes:
                continue
            made += self.source[done:place.start] + self._head(place, number)
            for change in place.changes:
                made += ",\n"
                self.lines[made.count("\n") + 1] = change
                made += self._lambda(self.source[place.start:change.start] + change.text
                                     + self.source[change.end:place.end], place)
            made += ")"
            number += len(place.changes)
            done = place.end
        return made + self.source[done:]

    def _head(self, place, number):
        declared = "::kw_variants::auto_type" if place.declared in ("auto", "") else place.declared
        return (f"::kw_variants::vary<{number}, {declared}, {place.here}>("
                + self._lambda(self.source[place.start:place.end], place))

    @staticmethod
    def _lambda(code, place):
        flat = " ".join(re.sub(r"//[^\n]*", "", code).split())
        return f"[&] {{ {'return ' if place.declared else ''}{flat}; }}"

    def drop(self, told):
        """Leaves out the variants of the lines that a compiler mentions; if there are none, half of them."""
        lines = {int(number) for number in re.findall(r"variants\d*\.cpp:(\d+)", told)}
        bad = {id(change) for number, change in self.lines.items() if number in lines}
        bad = bad or {id(change) for change in self.changes[::2]}
        for place in self.places:
            self.left_out += [change for change in place.changes if id(change) in bad]
            place.changes = [change for change in place.changes if id(change) not in bad]
