"""The tokens around a place where the compiler stopped, and the changes that are collected there."""

import bisect
import re

import tokens as cpp
from changes import Change, Collector

# The lower, the sooner. Each line between the error and the change counts as LINE, each token as TOKEN.
ORDER = {
    "bracket": 4, "semicolon": 4, "similar": 6, "instead": 8, "declared": 8, "wrapped": 9, "pair": 10,
    "view": 12, "call": 14, "convert": 16, "template": 16, "exchanged": 20, "left out": 20, "argument": 22,
    "type": 22, "inserted": 24, "include": 26, "known": 26, "line": 30,
}
LINE, TOKEN, FAR = 12, 1.2, 12
BEFORE, AFTER = 3, 1  # lines around the error

OPEN = cpp.OPEN
CLOSE = {end: begin for begin, end in OPEN.items()}
BEFORE_A_DECLARED_NAME = ("auto", "int", "float", "bool", "double", "*", "&", "struct", "T", ">")
AFTER_A_DECLARED_NAME = ("=", ",", ")", ";", ">", "{", "(")


class NearError(Collector):
    """A file that does not compile, and what a change of it needs to know."""

    def __init__(self, source, line, column, known):
        """`column`: from 1, or None. `known`: what the file may use (surroundings.py)."""
        self.source, self.line, self.known = source, line, known
        self.t = cpp.read(source)
        self.starts = [0]  # of the lines
        for text in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(text))
        self.line_of = [self.line_at(t.start) for t in self.t]
        self.begins = [t.start for t in self.t]
        self.near = [i for i, number in enumerate(self.line_of) if -BEFORE <= number - line <= AFTER]
        at = self.starts[min(line, len(self.starts)) - 1] + (column or 1) - 1
        self.error = bisect.bisect_left(self.begins, at) if column else None
        self.own = self._own_names()
        self.file_words = sorted({t.text for t in self.t if t.kind == "name"})
        self.constants = list(dict.fromkeys(
            re.findall(r"\b(?:int|bool|class|typename) (\w+)(?=\s*[,>])", source)
            + re.findall(r"\bconstexpr \w+ (\w+) =", source)))
        self.found = {}

    def at(self, start, end, text, kind, later=0.0):
        """Tries `text` in the place of the characters start..end."""
        if self.source[start:end] == text:
            return
        order = ORDER[kind] + later + LINE * abs(self.line_at(start) - self.line)
        if self.error is not None:
            order += TOKEN * min(abs(bisect.bisect_left(self.begins, start) - self.error), FAR)
        self.keep(Change(start, end, text, kind, order))

    def keep(self, change):
        key = (change.start, change.end, change.text)
        if key not in self.found or self.found[key].order > change.order:
            self.found[key] = change

    def line_at(self, place):
        return max(1, bisect.bisect_right(self.starts, place))

    def word(self, i):
        return self.t[i].text if 0 <= i < len(self.t) else ""

    def is_name(self, i):
        return 0 <= i < len(self.t) and self.t[i].kind == "name"

    def _own_names(self):
        """The variables, parameters and types of the file, and where each is declared."""
        found = {}
        for i, t in enumerate(self.t):
            before = self.word(i - 1)
            declares = before in BEFORE_A_DECLARED_NAME or self.is_name(i - 1) and before not in (
                "return", "using", "namespace", "template")
            if t.kind == "name" and declares and self.word(i + 1) in AFTER_A_DECLARED_NAME:
                found.setdefault(t.text, i)
        return found
