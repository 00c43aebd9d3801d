"""The changes that one slip of a learner may need, whatever the kernel is: each replaces a few words of the learner's file.

A row of TABLE has what is written at the beginning of some word, and what may belong there instead. What needs to know the
names and the brackets around a word is collected by token_changes.py.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple


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
    "rescaled": Kind(19),       # a sum for the old maximum, brought to the new one
    "axis": Kind(20),
    "partner": Kind(22),        # a statement for another name as well
    "begins": Kind(24),         # where a block begins
    "start": Kind(28),          # what a maximum or a sum begins with
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
    "statement": Kind(56),      # left out, or moved
    "one more": Kind(58),
    "name of another kind": Kind(78),
}


@dataclass(frozen=True)
class Change:
    """A part of the file, and what may belong there instead."""
    start: int
    end: int
    text: str
    kind: str
    order: float
    more: tuple = ()  # changes of later places that are only right together with it

    def applied(self, source):
        for part in reversed((self, *self.more)):
            source = source[:part.start] + part.text + source[part.end:]
        return source


NAME = r"[A-Za-z_]\w*"
PART = r"(?:[\w.]+(?:<[^<>]*>)?(?:\([^()]*\)|\[[^\[\]]*\])*|\([^()]*\))"  # an operand
# Functions that learners take for each other.
FAMILIES = ("sum max min mean", "argmax argmin", "maximum minimum", "exp exp2 log log2", "rsqrt sqrt", "program_id num_programs",
            "atomic_add store atomic_max atomic_min", "rows columns", "cumsum sum", "sigmoid tanh erf exp", "sin cos")
# (kind, added to its order, what is written, the texts that are tried). Lower orders come first, as do the first texts.
TABLE = tuple((kind, later, re.compile(pattern), texts) for kind, later, pattern, texts in (
    ("limit", 0, r"<=(?= )", ("<",)), ("limit", 0, r"<(?= )", ("<=",)), ("limit", 0, r">=(?= )", (">",)),
    ("limit", 0, r">(?= )", (">=",)), ("comparison", 0, r"<(?= )", (">", ">=")), ("comparison", 0, r">(?= )", ("<", "<=")),
    ("comparison", 0, r"==", ("!=", "<=")), ("comparison", 0, r"!=", ("==",)),
    ("sign", 0, r"\+(?= )", ("-", "*")), ("sign", 0, r"-(?= )", ("+",)), ("sign", 0, r"\*(?= )", ("/", "+")),
    ("sign", 0, r"/(?= )", ("*", "%")), ("sign", 0, r"%(?= )", ("/",)), ("sign", 0, r"&(?= )", ("|",)),
    ("sign", 0, r"\|(?= )", ("&",)), ("sign", 0, r"&&", ("||",)), ("sign", 0, r"\|\|", ("&&",)), ("sign", 0, r"-(?=\w)", ("",)),
    ("sign", -4, r"\+=", ("=", "-=", "*=")), ("sign", -4, r"-=", ("+=",)), ("sign", -4, r"\*=", ("/=", "+=")),
    ("sign", -4, r"/=", ("*=",)), ("sign", -4, rf"({NAME}) = (?=[^;]*;)", (r"\1 += ",)),
    ("cdiv", 0, rf"({PART}) / ({PART})(?=[,)])", (r"cdiv(\1, \2)",)),
    ("exchanged", -14, rf"({PART}) ([-/%]) ({PART})", (r"\3 \2 \1",)),
    ("left out", 0, rf"({PART}) [-+*/%&|] ({PART})", (r"\1", r"\2")),
    ("left out", 0, rf" [-+*/%&|] ({PART})", ("",)),
    ("start", 0, r"(?<== )0(?:\.\d*f?)?(?=[,;])|0(?:\.\d*f?)?(?=\);)", ("-inf", "inf")), ("start", 0, r"-?inf(?=\)?;)", ("0.0f",)),
    ("regrouped", 0, rf"({PART} [-+] {PART}) ([*/%]) ({PART})", (r"(\1) \2 \3",)),
    ("regrouped", 0, rf"\(({PART} [-+] {PART})\)(?= )", (r"\1",)),
    ("axis", 0, r"(?<=[(<])0(?=[)>])", ("1", "2")), ("axis", 0, r"(?<=[(<])1(?=[)>])", ("0", "2")),
    ("axis", 0, r"(?<=[(<])2(?=[)>])", ("1", "0")),
    ("number", 0, r"0\b(?!\.)", ("1", "2")), ("number", 0, r"1\b(?!\.)", ("0", "2")), ("number", 0, r"([2-9]|\d\d+)\b(?!\.)", ("1", "0", r"\1 / 2", r"\1 * 2")),
    ("number", 0, r"(\d+)(?= / )", (r"\1.0f",)), ("number", 0, r"\d+\.\d*f?", ("0.0f", "1.0f", "-inf", "0.5f", "2.0f")),
    ("number", 0, r"-?inf", ("0.0f", "1.0f")), ("number", -20, r"(?<!-)inf", ("-inf",)), ("number", 0, r"-inf", ("inf",)),
    ("one more", 0, rf"({NAME})(?= ?[-+);,])(?!\()", (r"\1 - 1", r"(\1 + 1)")),
    ("view", 0, r"\(_, None\)", ("(None, _)",)), ("view", 0, r"\(None, _\)", ("(_, None)",)), ("view", 32, r"\((?:_, None|None, _)\)", ("",)),
    ("view", -10, r"tl\.trans\(([^()]*)\)", (r"\1",)), ("view", 0, r"(?<=dot\()\w+", (r"tl.trans(\g<0>)",)),
    ("view", 0, r"(dot\(\w+, )(\w+)", (r"\1tl.trans(\2)",)),
    ("function", 7, rf"tl\.(?!load|store|arange|dot)\w+\(({PART})(?:, {PART})?\)", (r"\1",)),
    ("begins", 0, r"tl\.arange\((?:size<)?(\w+)>?\)", tuple(rf"tl.program_id({k}) * \1 + \g<0>" for k in range(3))),
    ("wrapped", 0, rf"(?<=[(=,/*] )({NAME})(?=[);,])", (r"(1.0f - \1)", r"tl.exp(\1)", r"tl.sum(\1)", r"tl.max(\1)", r"\1 * \1", r"(1.0f / \1)")),
    *(("function", 0, rf"(?<=\.){word}(?=[(<])", tuple(other for other in family.split() if other != word))
      for family in FAMILIES for word in family.split()),
))
