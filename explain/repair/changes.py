"""The changes that one slip of a learner may need: each replaces a few words of the learner's file."""

from dataclasses import dataclass

import tokens as cpp

# What is tried first: the smaller, the sooner. A change that brings in a name which nothing uses comes
# far sooner, because a name that nothing uses is mostly the one that was forgotten.
ORDER = {
    "shadow": 10, "ids exchanged": 12, "add argument": 14, "infinity": 14, "limit": 18, "axis": 20,
    "begins": 24, "begins again": 14, "remainder": 20, "leaves otherwise": 22, "rest": 16,
    "advance last": 18, "added already": 12,
    "moves twice": 12, "last block": 16, "what is left": 14,
    "down the rows": 12, "in the loop": 14, "with the loop": 12, "from zero": 20, "advance": 14, "opposite": 18, "times block": 22, "factor moved": 22, "nested": 24, "cdiv": 16, "operands exchanged": 28, "assignment": 30, "kept": 30,
    "left out": 32, "comparison": 34, "inserted": 34, "sign": 34, "function": 36, "name": 36,
    "number": 36, "value": 36, "argument left out": 40, "square": 40, "view": 40, "turned": 40,
    "names exchanged": 42, "unwrapped": 43, "arguments exchanged": 44, "regrouped": 46,
    "statement": 56, "everywhere": 56, "factor": 58, "one more": 58, "part": 66,
    "bounded below": 44, "wrapped": 52, "reciprocal": 50, "atom": 54, "summand": 62,
    "name of another kind": 78,
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
REDUCTIONS = ("sum", "max", "min", "mean", "argmax", "argmin")
FIELDS = (("row", "col", "column"), ("rows", "cols"), ("first", "second"))  # without parentheses
INTEGER_CALLS = ("rows", "columns", "extent", "stride", "program_id", "num_programs")
OF_AN_AXIS = ("program_id", "num_programs", "extent", "stride", "axis")
COMPARED = {"<": ("<=", ">", ">="), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="),
            "==": ("!=", "<="), "!=": ("==",)}
COMPUTED = {"+": ("-", "*"), "-": ("+",), "*": ("/", "+"), "/": ("*", "%"), "%": ("/",), "&": ("|",),
            "|": ("&",), "&&": ("||",), "||": ("&&",), "+=": ("=", "-=", "*="), "-=": ("+=",),
            "*=": ("/=", "+="), "/=": ("*=",)}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
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
