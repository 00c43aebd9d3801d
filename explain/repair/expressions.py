"""The changes inside of a function's expressions: signs, numbers and names."""

import re

from changes import (CLOSE, COMPARED, COMPUTED, ENDS_OPERAND, FIELDS, OF_AN_AXIS, OF_ANOTHER_KIND, OPEN, OPPOSITE, ORDER,
                     RANK, SIMILAR_SOONER, UNUSED_SOONER, Change, Collector)


class Expressions(Collector):
    """Collects them, without those of calls."""

    def __init__(self, names):
        self.names, self.t, self.source, self.atoms = names, names.t, names.source, []
        self.found = []

    # Building blocks.

    def at(self, start, end, text, kind, later=0.0):
        if self.source[start:end] != text:
            self.found.append(Change(start, end, text, kind, ORDER[kind] + later))

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

    def computed_from(self, place):
        """The words in the rest of the statement that declares a name."""
        words = set()
        while self.t[place].text != ";":
            words.add(self.t[place].text)
            place += 1
        return words

    # Signs and numbers.

    def sign(self, i):
        t = self.t[i]
        if t.text in ("=", "+=") and self.t[i - 1].kind == "name" and not self.t[i].constant:
            last = self.names.statement_end(i) - 1
            if i < last < i + 30 and self.t[i + 1].text not in ("[", "{"):
                self.summands(i + 1, last)
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
            if t.text == "!" and self.t[i + 1].text == "(":
                self.opposite(i)
            return
        for rank, other in enumerate(COMPARED.get(t.text, ())):
            self.put(i, i, other, "comparison" if rank else "limit")
        if t.text == "<" and self.t[i - 1].kind == "name" and self.names.is_value(i - 1):
            right = self.operand_end(i, 1)
            self.put(i - 1, right, f"({self.t[i - 1].text} >= 0) & ({self.text(i - 1, right)})", "bounded below")
        if t.text in ("<=", "<") and self.t[i - 2].text == "+" and self.t[i - 3].kind == self.t[i - 1].kind == "name" and (
                self.t[t.around - 1].text in ("for", "while")):
            right = self.operand_end(i, 1)
            self.put(i - 3, right, f"{self.t[i - 3].text} < {self.text(i + 1, right)}", "last block")
        left, right = self.operand_end(i, -1), self.operand_end(i, 1)
        if self.points(left, right):
            self.summand_of_address(i, left, right)
            return
        for rank, other in enumerate(COMPUTED.get(t.text, ())):
            self.put(i, i, other, "sign", 10 * rank)
        self.operands(i, left, right)

    def opposite(self, i):
        """`!(a >= b)` as `a < b`, which is another thing for NaN."""
        closing = self.t[i + 1].match
        signs = [k for k in range(i + 2, closing) if self.t[k].text in OPPOSITE and self.t[k].around == i + 1]
        if len(signs) == 1:
            self.put(i, closing, self.renamed(i + 2, closing - 1, {signs[0]: OPPOSITE[self.t[signs[0]].text]}),
                     "opposite")

    def summand_of_address(self, i, left, right):
        """One of several offsets left out, or with the other sign. Without any, or with a sign before the
        address, it does not compile."""
        another = self.is_binary(right + 1) or any(
            self.is_binary(k) and self.t[k].around == self.t[i].around for k in range(left, i))
        if another and not self.points(i + 1, right):
            self.put(left, right, self.text(left, i - 1), "left out")
            if self.points(left, i - 1) and self.t[i].text in "+-":
                self.put(i, i, "-" if self.t[i].text == "+" else "+", "sign")

    def points(self, first, last):
        """Whether one of the operands in these tokens is an address."""
        around = self.t[first].around
        for k in range(first, last + 1):
            t = self.t[k]
            if t.around == around and (
                    t.text in self.names.known and self.names.kind(t.text) == "pointer"
                    or t.text == "row" and self.t[k - 1].text == "." and self.t[k + 1].text == "("):
                return True
        return False

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
        if sign == "/" and self.counts(left, right) and self.t[left - 1].text in ("(", ",", "="):
            self.put(left, right, f"cdiv({before}, {after})", "cdiv")
        if sign == "+" and self.t[i - 2].text == "*" and left == i - 3:  # lane * BLOCK + id
            self.put(left, right, f"{self.text(left, left)} + {after} * {self.text(i - 1, i - 1)}", "factor moved")
        if sign in "*/%" and self.is_binary(left - 1) and self.t[left - 1].text in "+-":
            first = self.operand_end(left - 1, -1)
            self.put(first, right, f"({self.text(first, i - 1)}) {sign} {after}", "regrouped")
        if self.t[i + 1].text == "(" and self.t[i + 1].match == right and sign in "*/-":
            self.put(i + 1, right, self.text(i + 2, right - 1), "regrouped")
        if self.t[i - 1].text == ")" and self.t[i - 1].match == left and self.t[left - 1].kind != "name":
            self.put(left, i - 1, self.text(left + 1, i - 2), "regrouped")

    def counts(self, first, last):
        """Whether these tokens are arithmetic of integers, as far as one can see."""
        return all(not re.match(r"\d+\.", self.t[k].text) and self.names.kind_or_none(self.t[k].text) not in (
            "real", "auto", "index", "mask") for k in range(first, last + 1))

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
            later = 0 if other == kind else 12 if "auto" in (other, kind) else OF_ANOTHER_KIND
            later += self.sooner(name) - SIMILAR_SOONER * (_similar(name, own) + twice)
            others.append((later, -self.names.place(name), name))
        for rank, (later, _, name) in enumerate(sorted(others)):
            strange = later > OF_ANOTHER_KIND / 2
            self.put(i, i, name, "name of another kind" if strange else "name",
                     later - OF_ANOTHER_KIND * strange + rank)
        place = self.names.place(own)
        if self.is_binary(i - 1) and self.t[i - 1].text in "+-" and "%" in self.computed_from(place):
            self.put(i, i, f"({own} > 0 ? 1 : 0)", "remainder")
        if self.is_binary(i - 1) and self.t[i - 1].text == "-":
            self.rest(i)
        if self.t[i + 1].text not in ("(", "."):
            self.inserted(i, i)
            if kind in ("integer", "auto", "index"):
                self.put(i, i, f"{own} - 1", "one more")
                self.put(i, i, f"({own} + 1)", "one more", 1)
                if self.t[i - 1].text in ("=", "(", ","):
                    self.put(i, i, "0" if self.t[i - 1].text == "=" else "1", "one more", -6)

    def rest(self, i):
        """`a - q` where q is a / b: what is left of a is `a - q * b`."""
        statement = [token.text for token in self.t[self.names.place(self.t[i].text):]]
        end = statement.index(";") if ";" in statement else 0
        if statement[1:4:2] == ["=", "/"] and end == 5 and statement[2] == self.t[i - 2].text:
            self.put(i, i, f"{self.t[i].text} * {statement[4]}", "rest")

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
        if first == last and (self.t[first - 1].text == "(" and self.names.kind(part) == "auto"
                              or self.t[first - 1].text in "+-" and self.names.kind_or_none(part) == "real"):
            self.put(first, last, f"{part} * {part}", "square")

    def other_field(self, i):
        if self.t[i - 1].text == "." and self.t[i + 1].text != "(":
            for family in FIELDS:
                for other in family if self.t[i].text in family else ():
                    if other != self.t[i].text:
                        self.put(i, i, other, "function")


def _similar(a, b):
    """Whether two names look like partners: n_rows and n_cols, x and y."""
    return bool(set(a.split("_")) & set(b.split("_"))) or len(a) == len(b)
