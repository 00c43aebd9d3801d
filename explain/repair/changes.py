"""The changes that one slip of a learner may need, whatever the kernel is: each replaces a few words of the learner's file.

A row of TABLE has what is written at the beginning of some word, and what may belong there instead. What needs to know the
names and the brackets around a word, or where a compiler stopped, is collected by token_changes.py and slips.py.
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
    "begins": Kind(24),         # where a block begins
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
    # of a file that does not compile
    "instead": Kind(0), "compiler's": Kind(2), "bracket": Kind(4), "semicolon": Kind(4), "similar": Kind(6),
    "declared": Kind(10), "template": Kind(16), "include": Kind(26), "line": Kind(30),
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
ARGUMENT = r"[\w.]+(?:<[^<>]*>)?(?:\([^()]*\))?"  # a plain one
SOLE, BEGINS = "[;{}(]", "[;{}]"   # what is before a statement
TYPES = ("auto", "int", "float", "bool", "float16_t", "std::int32_t", "T")
# Functions that learners take for each other.
FAMILIES = ("sum max min mean", "argmax argmin", "maximum minimum", "exp exp2 log log2", "rsqrt sqrt", "program_id num_programs",
            "atomic_add store atomic_max atomic_min", "rows columns", "cumsum sum", "sigmoid tanh erf exp", "sin cos")
INSTEAD = "instead"
# (kind, added to its order, what is written, the texts that are tried). A fifth part is what the word before must be. Lower
# orders come first, as do the first texts.
TABLE = tuple((kind, later, re.compile(pattern), texts, re.compile(before[0]) if before else None)
              for kind, later, pattern, texts, *before in (
    # ---- where a test fails
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
    ("regrouped", 0, rf"({PART} [-+] {PART}) ([*/%]) ({PART})", (r"(\1) \2 \3",)),
    ("regrouped", 0, rf"\(({PART} [-+] {PART})\)(?= )", (r"\1",)),
    ("axis", 0, r"(?<=[(<])0(?=[)>])", ("1", "2")), ("axis", 0, r"(?<=[(<])1(?=[)>])", ("0", "2")),
    ("axis", 0, r"(?<=[(<])2(?=[)>])", ("1", "0")),
    ("number", 0, r"0\b(?!\.)", ("1", "2")), ("number", 0, r"1\b(?!\.)", ("0", "2")), ("number", 0, r"([2-9]|\d\d+)\b(?!\.)", ("1", r"\1 / 2", r"\1 * 2")),
    ("number", 0, r"(\d+)(?= / )", (r"\1.0f",)), ("number", 0, r"\d+\.\d*f?", ("0.0f", "1.0f", "-inf", "0.5f", "2.0f")),
    ("number", 0, r"-?inf", ("0.0f", "1.0f")), ("number", -20, r"(?<!-)inf", ("-inf",)), ("number", 0, r"-inf", ("inf",)),
    ("one more", 0, rf"({NAME})(?= ?[-+);,])(?!\()", (r"\1 - 1", r"(\1 + 1)")),
    ("view", 0, r"\(_, None\)", ("(None, _)",)), ("view", 0, r"\(None, _\)", ("(_, None)",)), ("view", 32, r"\((?:_, None|None, _)\)", ("",)),
    ("view", -10, r"tl\.trans\(([^()]*)\)", (r"\1",)), ("view", 0, r"(?<=dot\()\w+", (r"tl.trans(\g<0>)",)),
    ("view", 0, r"(dot\(\w+, )(\w+)", (r"\1tl.trans(\2)",)),
    ("function", 7, rf"tl\.(?!load|store|arange|dot)\w+\(({PART})(?:, {PART})?\)", (r"\1",)),
    ("begins", 0, r"tl\.arange\((?:size<)?(\w+)>?\)", tuple(rf"tl.program_id({k}) * \1 + \g<0>" for k in range(3))),
    ("wrapped", 0, rf"(?<=[(=,] )({NAME})(?=[);,])", (r"tl.exp(\1)", r"tl.sum(\1)", r"tl.max(\1)", r"\1 * \1", r"(1.0f / \1)")),
    *(("function", 0, rf"(?<=\.){word}(?=[(<])", tuple(other for other in family.split() if other != word))
      for family in FAMILIES for word in family.split()),
    # ---- where the file does not compile
    # signs that learners take for each other, and those of other languages
    (INSTEAD, 8, r"&&|and\b", ("&",)), (INSTEAD, 8, r"\|\||or\b", ("|",)), (INSTEAD, 8, r"not\b", ("!",)), (INSTEAD, 8, r"&(?!&)", ("&&", "*", "")),
    (INSTEAD, 8, r"=(?!=)", ("==", "<", "+=", ",")), (INSTEAD, 8, r"==", ("=",)), (INSTEAD, 8, r"->", (".",)), (INSTEAD, 8, r"\.", ("::", ",")),
    (INSTEAD, 8, r"::", (".", ":")), (INSTEAD, 8, r":(?!:)", (",", ";", "::", "{")), (INSTEAD, 8, r";", (",",)),
    (INSTEAD, 8, r",", (";", ".", " +", " *", " &")), (INSTEAD, 8, r"<(?!=)", (",", "(")), (INSTEAD, 8, r">(?!=)", (")", ">{}", ">()")),
    (INSTEAD, 8, r"\*\*", ("*",)), (INSTEAD, 8, r"'", ('"',)), (INSTEAD, 8, r"[-+](?! )", (",",)),
    # other brackets, or none
    (INSTEAD, 10, r"\(([^()]*)\)", (r"<\1>", r"{\1}", r"[\1]", r">{}(\1)", r"\1")), (INSTEAD, 10, r"\{([^{}]*)\}", (r"(\1)", "()")),
    (INSTEAD, 10, r"<([^<>;]*)>", (r"(\1)", r"<\1>{}", "")), (INSTEAD, 10, r"(size|shape|axis|stages)\(([^()]*)\)", (r"\1<\2>",)),
    (INSTEAD, 6, r"\[\s*:\s*,\s*None\s*\]|:, None", ("(_, None)",)), (INSTEAD, 6, r"\[\s*None\s*,\s*:\s*\]", ("(None, _)",)),
    (INSTEAD, 14, r"(\w+)\[([^\[\]]*)\]", (r"\1(\2)", r"\1.row(\2)", r"tl.load(\1 + \2)", r"\1.data()[\2]", r"\1<\2>")),
    (INSTEAD, 6, r"\[=?\](?=\()", ("[&]", "[=]")),
    (INSTEAD, 12, r"\((?:_, None|None, _)\)", ("", "(_, None)", "(None, _)")),
    (INSTEAD, 16, r"[a-z]\w*(?![\w(.<:])", (r"\g<0>(_, None)", r"\g<0>(None, _)")),
    # calls
    (INSTEAD, 8, r"(?:program_id|num_programs|extent|stride)\b(?!\()", (r"\g<0>(0)", r"\g<0>(1)")),
    (INSTEAD, 12, r"\w+(?=[.,;)])", (r"\g<0>()",)), (INSTEAD, 6, r"[A-Z]\w*(?:<[^<>]*>)?(?=[,)])", (r"\g<0>{}",)),
    (INSTEAD, 8, r"\w+(?:\.|::)(?=\w)", ("", "tl.")), (INSTEAD, 12, r"\w+(?=[(<])", (r"tl.\g<0>", r"kw::\g<0>", r"std::\g<0>")),
    (INSTEAD, 8, r"tl\.(\w+)\(", (r"\1(tl, ",)),
    (INSTEAD, 8, rf"({ARGUMENT})\.(\w+)\(([^()]+)\)", (r"tl.\2(\1, \3)",)), (INSTEAD, 8, rf"({ARGUMENT})\.(\w+)\(\)", (r"tl.\2(\1)",)),
    # arguments: named as in Python, without what makes a type of them, too many, or in another order
    (INSTEAD, 4, r"axis\s*=\s*(\w+)", (r"axis<\1>", r"\1")), (INSTEAD, 6, r"\w+\s*=\s*(?=[^=,]+[,)])", ("",)),
    (INSTEAD, 10, r"0, (\w+)(?=\))", (r"size<\1>",)), (INSTEAD, 12, r"[(\[{]?(\w+), (\w+)[)\]}]?(?=[,)])", (r"shape<\1, \2>", r"grid(\1, \2)")),
    (INSTEAD, 12, r"\w+(?=[,)])", (r"size<\g<0>>", r"axis<\g<0>>", r"shape<\g<0>>", r"grid(\g<0>)",
                          r"narrow<int>(\g<0>)"), "[(,]"),
    (INSTEAD, 20, rf",\s*{ARGUMENT}(?=[,)])", ("",)), (INSTEAD, 22, rf"{ARGUMENT},\s*", ("",), "[(,]"),
    (INSTEAD, 20, rf"({ARGUMENT}), ({ARGUMENT})(?=[,)])", (r"\2, \1",)),
    (INSTEAD, 24, r"\)", (", mask)", ", 0)", ", axis<0>)", ", axis<1>)", ", 0.0f)")), (INSTEAD, 24, r"\((?=\w)", ("(tl, ",)),
    # what is missing between two words, and what one of them lacks
    (INSTEAD, 6, r"(\w+|\)) (?=[\w(])", (r"\1, ", r"\1 * ", r"\1 + ", r"\1 = ", r"\1 & ", r"\1.", r"\1(")),
    (INSTEAD, 16, r"[\w)]+(?=[,;)]| [-+*/])", (r"\g<0>.to(float32)", r"\g<0>.to(dtype<T>{})")),
    ("declared", 0, r"\w+(?= [=:][^=])", (r"auto \g<0>",), SOLE), (INSTEAD, 12, r"\w+(?= [=:][^=])", (r"int \g<0>", r"float \g<0>"), SOLE),
    (INSTEAD, 16, r"\w", (r"return \g<0>",), BEGINS),
    # types
    (INSTEAD, 18, rf"(?:{'|'.join(map(re.escape, TYPES))})[*&]?(?= ?\w)", (r"\g<0>*", r"const \g<0>*", r"const \g<0>", *TYPES)),
    (INSTEAD, 14, r"const ", ("",)), (INSTEAD, 18, r"([\w:]+)\*", (r"\1", r"array<\1, 2>", r"view<\1>")), (INSTEAD, 14, r"(array|view)<(?!const)", (r"\1<const ",)),
))


class Collector:
    """Collects changes of a file with these tokens."""

    def __init__(self, source, tokens):
        self.source, self.t, self.found = source, tokens, []

    def word(self, i):
        return self.t[i].text if 0 <= i < len(self.t) else ""

    def later_at(self, _start):
        """What a place adds to the order."""
        return 0

    def at(self, start, end, text, kind, later=0.0):
        """Tries `text` in the place of the characters start..end."""
        if self.source[start:end] != text:
            self.found.append(Change(start, end, text, kind, KINDS[kind].order + later + self.later_at(start)))

    def from_table(self, i, end, kinds, step):
        """Tries the rows of these kinds that fit at token i, and end before `end`. Each text comes a step after the one before."""
        for kind, later, pattern, texts, before in TABLE:
            fits = kind in kinds and (before is None or before.fullmatch(self.word(i - 1)))
            there = pattern.match(self.source, self.t[i].start) if fits else None
            for rank, text in enumerate(texts if there and there.end() < end else ()):
                self.at(*there.span(), there.expand(text), kind, later + step * rank)
