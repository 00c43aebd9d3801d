"""The changes that one slip of a learner may need: each replaces a few words of the learner's file."""

from dataclasses import dataclass
from typing import NamedTuple

import tokens as cpp


class Kind(NamedTuple):
    """A kind of change: the lower its order, the sooner it is tried. One that is sure is seldom right by luck and
    keeps what the learner has, so it is tried before the solution's words."""
    order: int
    sure: bool = False


# A change that brings in a name which nothing uses comes far sooner, because a name that nothing uses is
# mostly the one that was forgotten.
KINDS = {
    "shadow": Kind(10),         # a second variable of the same name
    "argument": Kind(14),       # one more: a mask, an axis, an accumulator
    "cdiv": Kind(16, True),
    "limit": Kind(18, True),    # < for <=
    "axis": Kind(20),
    "begins": Kind(24),         # where a block begins
    "kept": Kind(30),           # a new value that is computed and dropped
    "left out": Kind(32),       # an operand or an argument
    "sign": Kind(34),
    "comparison": Kind(34, True),
    "more": Kind(34),           # a factor or a summand
    "function": Kind(36),       # another one, or none
    "name": Kind(36),
    "number": Kind(36),
    "view": Kind(40),           # (_, None), (None, _) or tl.trans
    "exchanged": Kind(42),      # two names, arguments or operands
    "regrouped": Kind(46),      # other parentheses
    "wrapped": Kind(52),        # a function around a name
    "call": Kind(54),           # x.columns() for n
    "statement": Kind(56),      # left out, or moved
    "one more": Kind(58),
    "name of another kind": Kind(78),
}
UNUSED_SOONER = 26
SIMILAR_SOONER = 8
OF_ANOTHER_KIND = 42

# Functions that learners take for each other.
FAMILIES = (
    ("sum", "max", "min", "mean"), ("argmax", "argmin"), ("maximum", "minimum"),
    ("exp", "exp2", "log", "log2"), ("rsqrt", "sqrt"), ("program_id", "num_programs"),
    ("atomic_add", "store", "atomic_max", "atomic_min"), ("rows", "columns"),
    ("cumsum", "sum"), ("sigmoid", "tanh", "erf", "exp"), ("sin", "cos"),
)
INTEGER_CALLS = ("rows", "columns", "extent", "stride", "program_id", "num_programs")
OF_AN_AXIS = ("program_id", "num_programs", "extent", "stride", "axis")
COMPARED = {"<": ("<=", ">", ">="), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="),
            "==": ("!=", "<="), "!=": ("==",)}
COMPUTED = {"+": ("-", "*"), "-": ("+",), "*": ("/", "+"), "/": ("*", "%"), "%": ("/",), "&": ("|",),
            "|": ("&",), "&&": ("||",), "||": ("&&",), "+=": ("=", "-=", "*="), "-=": ("+=",),
            "*=": ("/=", "+="), "/=": ("*=",)}
RANK = {"?": 0, "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7,
        ">=": 7, "<<": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}
ADDRESS_FIRST = ("load", "store", "atomic_add", "atomic_max", "atomic_min")  # no other order compiles
OPEN, CLOSE = ("(", "[", "{"), (")", "]", "}")
ENDS_OPERAND = frozenset(", ; = ? : return { } ( ) [ ] += -= *= /=".split())


@dataclass(frozen=True)
class Change:
    """A part of the file, and what may belong there instead."""
    start: int
    end: int
    text: str
    kind: str
    order: float

    def applied(self, source):
        return source[:self.start] + self.text + source[self.end:]


@dataclass(frozen=True)
class Several:
    """Changes of several places that are only right together."""
    parts: tuple  # in the order of their places
    kind: str
    order: float

    @property
    def start(self):
        return self.parts[0].start

    def applied(self, source):
        made, done = "", 0
        for part in self.parts:
            made += source[done:part.start] + part.text
            done = part.end
        return made + source[done:]


class Collector:
    """What those who collect changes share. They have the file's text as `source`, its tokens as `t`, and
    a function `at`, which tries a text in the place of some characters."""

    def put(self, first, last, text, kind, later=0.0):
        """Tries `text` in the place of the tokens first..last."""
        self.at(self.t[first].start, self.t[last].end, text, kind, later)

    def text(self, first, last):
        """The text of the tokens first..last."""
        return self.source[self.t[first].start:self.t[last].end]

    def renamed(self, first, last, new):
        """The text of the tokens first..last, with a new word for some of them: `new`, by their index."""
        text, done = "", self.t[first].start
        for i in sorted(new):
            text += self.source[done:self.t[i].start] + new[i]
            done = self.t[i].end
        return text + self.source[done:self.t[last].end]

    def arguments(self, opening):
        """The arguments of a call, each as its first and its last token."""
        return cpp.arguments(self.t, opening)
