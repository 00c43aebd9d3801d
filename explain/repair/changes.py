"""The changes that one slip of a learner may need: each replaces a few words of the learner's file."""

import re
from dataclasses import dataclass

# What is tried first: the smaller, the sooner. A change that brings in a name which nothing uses comes
# far sooner, because a name that nothing uses is mostly the one that was forgotten.
ORDER = {
    "shadow": 10, "ids exchanged": 12, "add argument": 14, "infinity": 14, "limit": 18, "axis": 20,
    "begins": 24, "nested": 24, "cdiv": 26, "operands exchanged": 28, "assignment": 30, "kept": 30,
    "left out": 32, "comparison": 34, "inserted": 34, "sign": 34, "function": 36, "name": 36,
    "number": 36, "value": 36, "argument left out": 40, "square": 40, "view": 40, "turned": 40,
    "names exchanged": 42, "unwrapped": 43, "arguments exchanged": 44, "regrouped": 46,
    "statement": 56, "everywhere": 56, "factor": 58, "one more": 58, "part": 66,
}
UNUSED_SOONER = 26
SIMILAR_SOONER = 8

# Functions that learners take for each other.
FAMILIES = (
    ("sum", "max", "min", "mean"), ("argmax", "argmin"), ("maximum", "minimum"),
    ("exp", "exp2", "log", "log2"), ("rsqrt", "sqrt"), ("program_id", "num_programs"),
    ("atomic_add", "store", "atomic_max", "atomic_min"), ("rows", "columns"), ("row", "col", "column"),
    ("cumsum", "sum"), ("sigmoid", "tanh", "erf", "exp"), ("sin", "cos"),
)
OF_AN_AXIS = ("program_id", "num_programs", "extent", "stride", "axis")
COMPARED = {"<": ("<=", ">", ">="), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="),
            "==": ("!=", "<="), "!=": ("==",)}
COMPUTED = {"+": ("-", "*"), "-": ("+",), "*": ("/", "+"), "/": ("*", "%"), "%": ("/",), "&": ("|",),
            "|": ("&",), "&&": ("||",), "||": ("&&",), "+=": ("=", "-=", "*="), "-=": ("+=",),
            "*=": ("/=", "+="), "/=": ("*=",)}
RANK = {"?": 0, "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7,
        ">=": 7, "<<": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}
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


class Expressions:
    """Collects the changes inside of a function's expressions."""

    def __init__(self, names):
        self.names, self.t, self.source = names, names.t, names.source
        self.found = []

    def collect(self):
        for i in range(self.names.brace + 1, self.names.end):
            t = self.t[i]
            if t.kind == "number":
                self.number(i)
            elif t.kind == "name":
                self.infinity(i)
                self.other_name(i)
                self.other_function(i)
            elif t.text == "(":
                self.view(i)
                self.call(i)
            self.sign(i)
        return self.found

    # Building blocks.

    def put(self, first, last, text, kind, later=0.0):
        """Tries `text` in the place of the tokens first..last."""
        self.at(self.t[first].start, self.t[last].end, text, kind, later)

    def at(self, start, end, text, kind, later=0.0):
        if self.source[start:end] != text:
            self.found.append(Change(start, end, text, kind, ORDER[kind] + later))

    def text(self, first, last):
        return self.source[self.t[first].start:self.t[last].end]

    def sooner(self, name):
        return -UNUSED_SOONER * (name in self.names.unused)

    def is_binary(self, i):
        t, before = self.t[i], self.t[i - 1]
        if t.text not in RANK or t.angle:
            return False
        return (before.kind == "number" or before.kind == "name" and before.text != "return"
                or before.text in (")", "]") or before.text == ">" and before.angle)

    def operand_end(self, i, step):
        """The last token of the operand of the sign at i, to the left (step -1) or to the right (1)."""
        rank, at = RANK[self.t[i].text], i
        while True:
            t = self.t[at + step]
            bracket = t.text in (OPEN if step > 0 else CLOSE) or t.angle and t.text == "<>"[step < 0]
            if bracket and t.match >= 0:
                at = t.match
            elif t.text in ENDS_OPERAND:
                return at
            elif self.is_binary(at + step) and (
                    RANK[t.text] < rank or RANK[t.text] == rank and step > 0):
                return at
            else:
                at += step

    def arguments(self, opening):
        """The arguments of a call, each as its first and its last token."""
        found, start, i = [], opening + 1, opening + 1
        end = self.t[opening].match
        while i <= end:
            t = self.t[i]
            if i == end or t.text == ",":
                if i > start:
                    found.append((start, i - 1))
                start = i + 1
            skips = t.text in OPEN or t.angle and t.text == "<"
            i = t.match + 1 if skips and t.match > i else i + 1
        return found

    # Signs and numbers.

    def sign(self, i):
        t = self.t[i]
        if t.text in ("+=", "-=", "*=", "/="):
            for other in COMPUTED[t.text]:
                self.put(i, i, other, "assignment")
        if t.text == "=" and self.t[i - 1].kind == "name" and self.t[i - 2].text in ("{", ";", "}"):
            target = self.t[i - 1].text
            self.put(i, i, "+=", "assignment")
            for function in ("maximum", "minimum"):
                last = self.names.statement_end(i) - 1
                self.put(i + 1, last, f"tl.{function}({target}, {self.text(i + 1, last)})", "part")
        if not self.is_binary(i):
            if t.text == "-":
                self.put(i, i, "", "sign")
            return
        for rank, other in enumerate(COMPARED.get(t.text, ())):
            self.put(i, i, other, "comparison" if rank else "limit")
        for rank, other in enumerate(COMPUTED.get(t.text, ())):
            self.put(i, i, other, "sign", 10 * rank)
        self.operands(i, self.operand_end(i, -1), self.operand_end(i, 1))

    def operands(self, i, left, right):
        sign = self.t[i].text
        if left > i - 1 or right < i + 1 or sign not in "+-*/%&|":
            return
        before, after = self.text(left, i - 1), self.text(i + 1, right)
        self.put(left, right, before, "left out")
        if sign in "*+&|":
            self.put(left, right, after, "left out", 2)
        else:
            self.put(left, right, f"{after} {sign} {before}", "operands exchanged")
        if sign == "/" and self.t[left - 1].text in ("(", ",", "="):
            self.put(left, right, f"cdiv({before}, {after})", "cdiv")
        if sign in "*/%" and self.is_binary(left - 1) and self.t[left - 1].text in "+-":
            first = self.operand_end(left - 1, -1)
            self.put(first, right, f"({self.text(first, i - 1)}) {sign} {after}", "regrouped")
        if self.t[i + 1].text == "(" and self.t[i + 1].match == right and sign in "*/-":
            self.put(i + 1, right, self.text(i + 2, right - 1), "regrouped")
        if self.t[i - 1].text == ")" and self.t[i - 1].match == left and self.t[left - 1].kind != "name":
            self.put(left, i - 1, self.text(left + 1, i - 2), "regrouped")

    def number(self, i):
        t = self.t[i]
        if not re.fullmatch(r"\d+", t.text):
            self.instead(i, ("real",), "value")
            for rank, other in enumerate(("0.0f", "1.0f", "-inf", "0.5f", "2.0f")):
                self.put(i, i, other, "value", 4 * (rank > 1))
            return
        n = int(t.text)
        axis = self.t[i - 1].text in ("(", "<") and self.t[i - 2].text in OF_AN_AXIS
        near = {0: (1, 2), 1: (0, 2), 2: (1, 0, 4)}.get(n, (n - 1, n + 1, n * 2, n // 2))
        for rank, other in enumerate(near):
            self.put(i, i, str(other), "axis" if axis else "number", 8 * rank)
        if n < 2 and not axis:
            self.instead(i, ("integer", "auto"), "value")
            if self.t[i - 1].text in ("=", "("):
                self.put(i, i, "tl.program_id(0)", "value", 8)
        if self.t[i + 1].text == "/":
            self.put(i, i, f"{t.text}.0f", "value", -4)

    def instead(self, i, kinds, kind):
        """Each name of some kinds in the place of token i."""
        for name in self.names.others_at(i):
            if self.names.kind(name) in kinds:
                self.put(i, i, name, kind, self.sooner(name) + 0.01 * i)

    def infinity(self, i):
        if self.t[i].text != "inf":
            return
        negative = self.t[i - 1].text == "-" and not self.is_binary(i - 1)
        first = i - 1 if negative else i
        self.put(first, i, "inf" if negative else "-inf", "infinity", 20 * negative)
        self.put(first, i, "0.0f", "value")
        self.put(first, i, "1.0f", "value", 10)

    # Names.

    def other_name(self, i):
        own = self.t[i].text
        if not self.names.is_value(i) or own not in self.names.known or self.names.place(own) == i:
            return
        if self.t[i + 1].text == "=" and self.t[i - 1].text in (";", "{", "}"):
            return
        kind, others = self.names.kind(own), []
        twice = sum(self.names.statement_end(u) == self.names.statement_end(i)
                    for u in self.names.uses[own]) > 1
        for name in self.names.others_at(i):
            other = self.names.kind(name)
            later = 0 if other == kind else 12 if "auto" in (other, kind) else 42
            later += self.sooner(name) - SIMILAR_SOONER * (_similar(name, own) + twice)
            others.append((later, -self.names.place(name), name))
        for rank, (later, _, name) in enumerate(sorted(others)):
            self.put(i, i, name, "name", later + rank)
        if self.t[i + 1].text not in ("(", "."):
            self.inserted(i, i)
            if kind in ("integer", "auto", "index"):
                self.put(i, i, f"{own} - 1", "one more")
                self.put(i, i, f"({own} + 1)", "one more", 1)
                if self.t[i - 1].text in ("=", "(", ","):
                    self.put(i, i, "0" if self.t[i - 1].text == "=" else "1", "one more", -6)

    def inserted(self, first, last):
        """A part of a sum or an argument that lacks a factor or a summand."""
        if self.t[last + 1].text not in ("+", "-", ")", ";", ",") or (
                self.t[first - 1].text not in ("+", "-", "(", "=", ",", "return")):
            return
        part = self.text(first, last)
        for name in self.names.others_at(first):
            unused = name in self.names.unused
            kind = self.names.kind(name)
            if kind == "integer" or unused and kind in ("real", "auto", "index"):
                self.put(first, last, f"{part} * {name}", "factor", self.sooner(name))
            if unused and kind in ("real", "auto", "index", "integer"):
                for sign in "+-/":
                    self.put(first, last, f"{part} {sign} {name}", "inserted", self.sooner(name))
        if first == last and self.t[first - 1].text == "(" and self.names.kind(part) == "auto":
            self.put(first, last, f"{part} * {part}", "square")

    # Calls.

    def other_function(self, i):
        t = self.t[i]
        opening = i + 1
        if self.t[opening].text == "<" and self.t[opening].angle:
            opening = self.t[opening].match + 1
        if opening >= len(self.t) or self.t[opening].text != "(" or self.t[opening].match < 0:
            return
        if self.t[i - 1].text == ".":
            for family in FAMILIES:
                for other in family if t.text in family else ():
                    if other != t.text:
                        self.put(i, i, other, "function")
        arguments = self.arguments(opening)
        first = i - 2 if self.t[i - 1].text == "." else i
        closing = self.t[opening].match
        if self.t[first].text == "tl" and t.text in OF_AN_AXIS or t.text in ("extent", "rows", "columns"):
            self.inserted(first, closing)
        if self.t[first].text != "tl" or not 1 <= len(arguments) <= 2 or t.text in (
                "load", "store", "arange", "program_id", "dot"):
            return
        self.put(first, closing, self.text(*arguments[0]), "unwrapped")
        inner, end = arguments[0]
        nested = len(arguments) == 1 and self.t[inner].text == "tl" and self.t[end].match == inner + 3
        if nested:  # f(g(x)) as g(f(x))
            self.put(first, closing, self.text(inner, inner + 3) + self.text(first, opening)
                     + self.text(inner + 4, end - 1) + "))", "nested")

    def view(self, i):
        """rows(_, None) and cols(None, _)."""
        if self.t[i].match != i + 4:
            return
        inside = [self.t[k].text for k in (i + 1, i + 2, i + 3)]
        for one, other in (("_,None", "(None, _)"), ("None,_", "(_, None)")):
            if "".join(inside) == one:
                self.put(i, i + 4, other, "view")
                self.put(i, i + 4, "", "view", 32)
                self.inserted(i - 1, i + 4)

    def call(self, i):
        before = self.t[i - 1]
        if self.t[i].match < 0 or before.kind != "name" and not before.angle or before.text in (
                "if", "while", "for", "switch", "return", "constexpr"):
            return
        arguments = self.arguments(i)
        for k, a in enumerate(arguments):
            for far, b in enumerate(arguments[k + 1:]):
                between = self.source[self.t[a[1]].end:self.t[b[0]].start]
                self.put(a[0], b[1], self.text(*b) + between + self.text(*a), "arguments exchanged",
                         12 * (far > 0))
            if a[1] > a[0]:
                for name in self.names.others_at(a[0]):
                    if self.names.kind(name) in ("auto", "mask", "real"):
                        self.put(*a, name, "part", self.sooner(name))
        getattr(self, f"call_of_{before.text}", lambda *_: None)(i, arguments)

    def one_more_argument(self, i, text, later=0.0):
        closing = self.t[self.t[i].match].start
        self.at(closing, closing, f", {text}", "add argument", later)

    def last_argument_left_out(self, i, arguments):
        self.at(self.t[arguments[-2][1]].end, self.t[self.t[i].match].start, "", "argument left out")

    def masks(self, i, arguments, needed):
        for name in self.names.others_at(i):
            if self.names.kind(name) == "mask" and len(arguments) == needed:
                self.one_more_argument(i, name)
        if len(arguments) > needed:
            self.last_argument_left_out(i, arguments)

    def call_of_load(self, i, arguments):
        self.masks(i, arguments, 1)
        if len(arguments) == 2:
            for other in ("0.0f", "-inf", "1.0f"):
                self.one_more_argument(i, other, 12)

    def call_of_store(self, i, arguments):
        self.masks(i, arguments, 2)

    call_of_atomic_add = call_of_store

    def call_of_dot(self, i, arguments):
        for name in self.names.others_at(i):
            if name.startswith("acc") and len(arguments) == 2:
                self.one_more_argument(i, name)
        for first, last in arguments:
            if self.t[first].text == "tl" and self.t[first + 2].text == "trans":
                self.put(first, last, self.text(first + 4, last - 1), "turned", -10)
            else:
                self.put(first, last, f"tl.trans({self.text(first, last)})", "turned")

    def call_of_sum(self, i, arguments):
        if len(arguments) == 1:
            for axis in ("axis<0>", "axis<1>"):
                self.one_more_argument(i, axis, 12)
        elif len(arguments) == 2:
            self.last_argument_left_out(i, arguments)

    call_of_max = call_of_min = call_of_argmax = call_of_argmin = call_of_mean = call_of_sum

    def call_of_arange(self, i, arguments):
        """`tl.arange(...)` alone, where a program's own share begins elsewhere."""
        if self.t[i - 4].text == "+" or not arguments:
            return
        block = re.sub(r"size\s*<(.*)>", r"\1", self.text(*arguments[0])).strip()
        begin = self.t[i - 3].start
        for number in (0, 1, 2):
            self.at(begin, begin, f"tl.program_id({number}) * {block} + ", "begins", 3 * number)
        for name in self.names.others_at(i):
            if self.names.kind(name) == "integer" and self.names.place(name) >= 0:
                self.at(begin, begin, f"{name} + ", "begins", self.sooner(name))


def _similar(a, b):
    """Whether two names look like partners: n_rows and n_cols, x and y."""
    return bool(set(a.split("_")) & set(b.split("_"))) or len(a) == len(b)
