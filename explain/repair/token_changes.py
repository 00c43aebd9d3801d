"""The changes of a few words that one slip of a learner may need, whatever the kernel is.

KINDS (changes.py) has them with their order: another name, number, sign or function, an argument or an
operand more or less, or two of them in each other's place. statements.py has those of whole statements.
"""

import re

from changes import (ADDRESS_FIRST, CLOSE, COMPARED, COMPUTED, ENDS_OPERAND, FAMILIES, INTEGER_CALLS, KINDS,
                     OF_AN_AXIS, OF_ANOTHER_KIND, OPEN, RANK, SIMILAR_SOONER, UNUSED_SOONER, Change, Collector)

NUMBERS = ("0.0f", "1.0f", "-inf", "0.5f", "2.0f")  # in the place of another number with a fraction
AROUND = ("tl.exp({})", "tl.sum({})", "tl.max({})", "tl.trans({})", "{} * {}", "(1.0f / {})")


class TokenChanges(Collector):
    """Collects the changes of one function."""

    def __init__(self, names):
        self.names, self.t, self.source, self.found = names, names.t, names.source, []
        self.calls = self.integer_calls()

    def collect(self):
        for i in range(self.names.brace + 1, self.names.end):
            t = self.t[i]
            if t.kind == "number":
                self.number(i)
            elif t.kind == "name":
                self.name(i)
                self.function(i)
            elif t.text == "(":
                self.view(i)
                self.call(i)
            self.sign(i)
        return self.found

    def at(self, start, end, text, kind, later=0.0):
        if self.source[start:end] != text:
            self.found.append(Change(start, end, text, kind, KINDS[kind].order + later))

    def sooner(self, name):
        return -UNUSED_SOONER * (name in self.names.unused)

    # Signs and their operands.

    def is_binary(self, i):
        t, before = self.t[i], self.t[i - 1]
        return t.text in RANK and not t.angle and (
            before.kind == "number" or before.kind == "name" and before.text != "return"
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

    def sign(self, i):
        t = self.t[i]
        if t.text in ("+=", "-=", "*=", "/="):
            for other in COMPUTED[t.text]:
                self.put(i, i, other, "sign", -4)
        if t.text == "=" and self.t[i - 1].kind == "name" and self.t[i - 2].text in ("{", ";", "}"):
            self.put(i, i, "+=", "sign", -4)
        if not self.is_binary(i):
            if t.text == "-":
                self.put(i, i, "", "sign")
            return
        for rank, other in enumerate(COMPARED.get(t.text, ())):
            self.put(i, i, other, "comparison" if rank else "limit")
        left, right = self.operand_end(i, -1), self.operand_end(i, 1)
        if left > i - 1 or right < i + 1:
            return
        if self.points(left, right):  # without an offset, or with its sign before the address, it does not compile
            if self.is_binary(right + 1) or any(self.is_binary(k) and self.t[k].around == t.around for k in range(left, i)):
                self.put(left, right, self.text(left, i - 1), "left out")
                if t.text in "+-" and not self.points(i + 1, right):
                    self.put(i, i, "-" if t.text == "+" else "+", "sign")
            return
        for rank, other in enumerate(COMPUTED.get(t.text, ())):
            self.put(i, i, other, "sign", 10 * rank)
        self.operands(i, left, right)

    def points(self, first, last):
        """Whether one of the operands in these tokens is an address."""
        return any(self.t[k].around == self.t[first].around
                   and (self.names.kind_or_none(self.t[k].text) == "pointer" or self.t[k].text == "row")
                   for k in range(first, last + 1))

    def operands(self, i, left, right):
        sign = self.t[i].text
        if sign not in "+-*/%&|":
            return
        before, after = self.text(left, i - 1), self.text(i + 1, right)
        self.put(left, right, before, "left out")
        if sign in "*+&|":
            self.put(left, right, after, "left out", 2)
        else:
            self.put(left, right, f"{after} {sign} {before}", "exchanged", -14)
        counts = all(not re.match(r"\d+\.", self.t[k].text) and self.names.kind_or_none(self.t[k].text) not in (
            "real", "auto", "index", "mask") for k in range(left, right + 1))  # integers, as far as one can see
        if sign == "/" and counts and self.t[left - 1].text in ("(", ",", "="):
            self.put(left, right, f"cdiv({before}, {after})", "cdiv")
        if sign in "*/%" and self.is_binary(left - 1) and self.t[left - 1].text in "+-":
            first = self.operand_end(left - 1, -1)
            self.put(first, right, f"({self.text(first, i - 1)}) {sign} {after}", "regrouped")
        if self.t[i + 1].text == "(" and self.t[i + 1].match == right and sign in "*/-":
            self.put(i + 1, right, self.text(i + 2, right - 1), "regrouped")
        if self.t[i - 1].text == ")" and self.t[i - 1].match == left and self.t[left - 1].kind != "name":
            self.put(left, i - 1, self.text(left + 1, i - 2), "regrouped")

    # Numbers and names.

    def number(self, i):
        t = self.t[i]
        if not re.fullmatch(r"\d+", t.text):
            self.instead(i, ("real",))
            for rank, other in enumerate(NUMBERS):
                self.put(i, i, other, "number", 4 * (rank > 1))
            return
        n = int(t.text)
        axis = self.t[i - 1].text in ("(", "<") and self.t[i - 2].text in OF_AN_AXIS
        near = {0: (1, 2), 1: (0, 2), 2: (1, 0, 4)}.get(n, (n - 1, n + 1, n * 2, n // 2))
        for rank, other in enumerate(near):
            self.put(i, i, str(other), "axis" if axis else "number", 8 * rank)
        if n < 2 and not axis:
            self.instead(i, ("integer", "auto"))
        if self.t[i + 1].text == "/":
            self.put(i, i, f"{t.text}.0f", "number", -4)

    def instead(self, i, kinds):
        """Each name of some kinds in the place of a number."""
        for name in self.names.others_at(i):
            if self.names.kind(name) in kinds:
                self.put(i, i, name, "number", self.sooner(name) + 0.01 * i)

    def name(self, i):
        own = self.t[i].text
        if own == "inf":
            negative = self.t[i - 1].text == "-" and not self.is_binary(i - 1)
            first = i - 1 if negative else i
            self.put(first, i, "inf" if negative else "-inf", "number", -20 * (not negative))
            for rank, other in enumerate(NUMBERS[:2]):
                self.put(first, i, other, "number", 10 * rank)
        self.integer_call(i)
        if not self.names.is_value(i) or own not in self.names.known or self.names.place(own) == i or (
                self.t[i + 1].text == "=" and self.t[i - 1].text in (";", "{", "}")):
            return
        kind, others = self.names.kind(own), []
        twice = sum(self.names.statement_end(u) == self.names.statement_end(i) for u in self.names.uses[own]) > 1
        for name in self.names.others_at(i):
            other = self.names.kind(name)
            later = 0 if other == kind else 12 if "auto" in (other, kind) else OF_ANOTHER_KIND
            later += self.sooner(name) - SIMILAR_SOONER * (_similar(name, own) + twice)
            others.append((later, -self.names.place(name), name))
        for rank, (later, _, name) in enumerate(sorted(others)):
            strange = later > OF_ANOTHER_KIND / 2
            self.put(i, i, name, "name of another kind" if strange else "name",
                     later - OF_ANOTHER_KIND * strange + rank)
        if self.t[i + 1].text in ("(", ".", "[", "=", "+="):
            return
        self.more(i, i)
        if kind in ("integer", "auto", "index"):
            for rank, text in enumerate((f"{own} - 1", f"({own} + 1)")):
                self.put(i, i, text, "one more", rank)
        if kind in ("real", "auto"):
            for rank, call in enumerate(AROUND):
                self.put(i, i, call.format(own, own), "wrapped", rank)

    def more(self, first, last):
        """A part of a sum or an argument that lacks a factor or a summand."""
        if self.t[last + 1].text not in ("+", "-", ")", ";", ",") or (
                self.t[first - 1].text not in ("+", "-", "(", "=", ",", "return")):
            return
        part = self.text(first, last)
        for name in self.names.others_at(first):
            unused, kind = name in self.names.unused, self.names.kind(name)
            if kind == "integer" or unused and kind in ("real", "auto", "index"):
                self.put(first, last, f"{part} * {name}", "more", 24 * (not unused))
            if unused and kind in ("real", "auto", "index", "integer"):
                for sign in "+-/":
                    self.put(first, last, f"{part} {sign} {name}", "more")

    def integer_calls(self):
        """Calls such as x.columns() and tl.program_id(1), as their first and their last token."""
        return [(i, self.t[i + 3].match) for i in range(self.names.brace + 1, self.names.end - 3)
                if self.t[i + 1].text == "." and self.t[i + 2].text in INTEGER_CALLS and self.t[i + 3].text == "("
                and self.t[i + 3].match in (i + 4, i + 5)]

    def integer_call(self, i):
        """Such a call in the place of an integer, and the other way round."""
        own = next((call for call in self.calls if call[0] == i), None)
        integer = self.names.is_value(i) and self.names.kind_or_none(self.t[i].text) == "integer" and (
            self.names.place(self.t[i].text) != i and self.t[i + 1].text not in (".", "(", "=", "+="))
        if self.t[i].constant or not own and not integer:
            return
        last = own[1] if own else i
        for first, end in self.calls:
            if first != i:
                self.put(i, last, self.text(first, end), "call")
        for name in self.names.others_at(i) if own else ():
            if self.names.kind(name) == "integer":
                self.put(i, last, name, "call", self.sooner(name))

    # Calls.

    def function(self, i):
        """Another function, or none."""
        t, opening = self.t[i], i + 1
        if self.t[opening].text == "<" and self.t[opening].angle:
            opening = self.t[opening].match + 1
        if opening >= len(self.t) or self.t[opening].text != "(" or self.t[opening].match < 0:
            return
        for family in FAMILIES if self.t[i - 1].text == "." else ():
            for other in family if t.text in family else ():
                if other != t.text:
                    self.put(i, i, other, "function")
        arguments = self.arguments(opening)
        first = i - 2 if self.t[i - 1].text == "." else i
        closing = self.t[opening].match
        if t.text in INTEGER_CALLS:
            self.more(first, closing)
        elif self.t[first].text == "tl" and 1 <= len(arguments) <= 2 and t.text not in ("load", "store", "arange", "dot"):
            self.put(first, closing, self.text(*arguments[0]), "function", 7)

    def view(self, i):
        """rows(_, None) and cols(None, _)."""
        inside = "".join(t.text for t in self.t[i + 1:i + 4]) if self.t[i].match == i + 4 else ""
        for one, other in (("_,None", "(None, _)"), ("None,_", "(_, None)")):
            if inside == one:
                self.put(i, i + 4, other, "view")
                self.put(i, i + 4, "", "view", 32)
                self.more(i - 1, i + 4)

    def call(self, i):
        before = self.t[i - 1]
        if self.t[i].match < 0 or before.kind != "name" and not before.angle or before.text in (
                "if", "while", "for", "switch", "return", "constexpr"):
            return
        arguments = self.arguments(i)
        for k, a in enumerate(arguments):
            for far, b in enumerate(arguments[k + 1:] if before.text not in ADDRESS_FIRST else ()):
                between = self.source[self.t[a[1]].end:self.t[b[0]].start]
                self.put(a[0], b[1], self.text(*b) + between + self.text(*a), "exchanged", 2 + 12 * (far > 0))
            if a[1] > a[0]:
                for name in self.names.others_at(a[0]):
                    if self.names.kind(name) in ("auto", "mask", "real"):
                        self.put(*a, name, "name", 30 + self.sooner(name))
        getattr(self, f"call_of_{before.text}", lambda *_: None)(i, arguments)

    def one_more_argument(self, i, text, later=0.0):
        closing = self.t[self.t[i].match].start
        self.at(closing, closing, f", {text}", "argument", later)

    def last_argument_left_out(self, arguments, i):
        self.at(self.t[arguments[-2][1]].end, self.t[self.t[i].match].start, "", "left out", 8)

    def masks(self, i, arguments, needed):
        for name in self.names.others_at(i):
            if self.names.kind(name) == "mask" and len(arguments) == needed:
                self.one_more_argument(i, name)
        if len(arguments) > needed:
            self.last_argument_left_out(arguments, i)

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
                self.put(first, last, self.text(first + 4, last - 1), "view", -10)
            else:
                self.put(first, last, f"tl.trans({self.text(first, last)})", "view")

    def call_of_sum(self, i, arguments):
        if len(arguments) == 1:
            for axis in ("axis<0>", "axis<1>"):
                self.one_more_argument(i, axis, 12)
        elif len(arguments) == 2:
            self.last_argument_left_out(arguments, i)

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
