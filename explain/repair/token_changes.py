"""The changes of a few words that one slip of a learner may need, whatever the kernel is.

They are those of the table (changes.py), and those that need to know the names and the brackets around a word.
"""

import re
from collections import Counter
from dataclasses import replace

import tokens as cpp
from changes import KINDS, NAME, TABLE, Change
from names import ANYWHERE, declares

UNUSED_SOONER, SIMILAR_SOONER, OF_ANOTHER_KIND, ADDED = 26, 8, 42, 20
MOST_FACTORS, FACTOR_LATER = 3, 4
# What else an argument may be: of a call with so many arguments, these texts, or a name of this kind, too.
ONE_MORE = {"load": ((1, (), "mask"), (2, ("0.0f", "-inf", "1.0f"), "")), "store": ((2, (), "mask"),),
            "atomic_add": ((2, (), "mask"),), "dot": ((2, ("acc",), ""),),
            **dict.fromkeys(("sum", "max", "min", "argmax", "argmin", "mean"), ((1, ("axis<0>", "axis<1>"), ""),))}
ADDRESS_FIRST = ("load", "store", "atomic_add", "atomic_max", "atomic_min")  # no other order compiles
LEFT_OUT = ADDRESS_FIRST + tuple(ONE_MORE)

ASSIGNS = ("+=", "-=", "*=", "=")

# In a loop: a maximum so far, and what adds to a sum.
RAISED = re.compile(rf"({NAME}) = tl\.maximum\((?:({NAME}), .*|.*, ({NAME}))\);$")
ADDED_TO = re.compile(rf"({NAME}) (?:\+= |= \1 \+ |= tl\.dot\(.*, \1\);)", re.DOTALL)


class TokenChanges:
    """Collects the changes of one function."""

    def __init__(self, names):
        self.names, self.source, self.t, self.found = names, names.source, names.t, []

    def collect(self):
        factors = self.factors()
        for i in range(self.names.brace + 1, self.names.end):
            self.from_table(i)
            if self.t[i].kind == "name":
                self.name(i)
            elif self.t[i].kind == "number":
                self.number(i)
            elif self.t[i].text == "(" and self.t[i].match > i:
                self.call(i)
            self.scaled(i, factors)
        for first, end in self.names.statements:
            if self.t[end].text == ";" and first < end:
                self.statement(first, end)
            elif self.t[end].text == "{" and self.t[first].text in ("for", "while"):
                self.rescaled(end, [each for each in self.names.statements if end < each[0] and each[1] < self.t[end].match])
        return self.found

    def at(self, start, end, text, kind, later=0.0):
        """Tries `text` in the place of the characters start..end."""
        if self.source[start:end] != text:
            self.found.append(Change(start, end, text, kind, KINDS[kind].order + later))

    def after(self, i, text, kind, later=0.0):
        """Tries `text` after token i."""
        self.at(self.t[i].end, self.t[i].end, text, kind, later)

    def with_unused(self, i, name, later):
        """Tries a factor or a summand that nothing uses yet, after the value that ends at token i."""
        for sign in "*+-/":
            self.after(i, f" {sign} {name}", "more", later)

    def from_table(self, i):
        """Tries the rows of the table that fit at token i. Each text comes a step after the one before."""
        for kind, later, pattern, texts in TABLE:
            there = pattern.match(self.source, self.t[i].start)
            for rank, text in enumerate(texts if there and there.end() < self.t[self.names.end].start else ()):
                self.at(*there.span(), there.expand(text), kind, later + 4 * rank)

    def rescaled(self, brace, statements):
        """Where a loop raises a maximum: what it has added up for the old one is brought to the new one, in each sum alone
        and in all of them."""
        exp = "exp2" if ".exp2(" in self.text(brace, self.t[brace].match) else "exp"
        for at, end in statements:
            raised = RAISED.search(self.text(at, end))
            if not raised:
                continue
            new, old = raised[1], raised[2] or raised[3]
            keep = [self.before(at, f"auto old_{new} = {new};")] if old == new else []
            sums = []
            for first, last in statements:
                added = ADDED_TO.match(self.text(first, last)) if first > at else None
                if added:
                    of_rows = "(_, None)" not in raised[0] and re.search(rf"\b{added[1]} = tl\.\w+\(shape<", self.source)
                    rows = "(_, None)" if of_rows else ""
                    factor = f"tl.{exp}({'old_' * (old == new)}{old} - {new}){rows}"
                    sums.append(self.before(first, f"{added[1]} = {added[1]} * {factor};"))
            for chosen in [[each] for each in sums] + [sums] * (len(sums) > 1):
                self.found.append(replace((keep + chosen)[0], more=tuple((keep + chosen)[1:])))

    def indent(self, i):
        """What is before token i in its line."""
        start = self.t[i].start
        return self.source[self.source.rfind("\n", 0, start) + 1:start]

    def before(self, i, text):
        """A statement in the line before that of token i."""
        start = self.t[i].start
        return Change(start, start, f"{text}\n{self.indent(i)}", "rescaled", KINDS["rescaled"].order)

    def put(self, first, last, text, kind, later=0.0):
        """Tries `text` in the place of the tokens first..last."""
        self.at(self.t[first].start, self.t[last].end, text, kind, later)

    def text(self, first, last):
        return self.source[self.t[first].start:self.t[last].end]

    def sooner(self, name):
        return -UNUSED_SOONER * (name in self.names.unused)

    def factors(self):
        """What the function multiplies places by, and how long its tiles are; the most frequent first."""
        found = Counter(self.t[i].text for i in range(self.names.brace + 1, self.names.end)
                        if (self.t[i].constant or "*" in (self.t[i - 1].text, self.t[i + 1].text))
                        and (self.t[i].kind == "number" and "." not in self.t[i].text or self.t[i].text in self.names.constants))
        return [factor for factor, _ in found.most_common(MOST_FACTORS)]

    def scaled(self, i, factors):
        """A whole summand that counts blocks, where places are counted elsewhere."""
        name = self.t[i].text
        is_place = name in self.names.known and self.names.kind(name) == "integer" and self.names.place(name) != i
        if not is_place and not (name == ")" and self.t[self.t[i].match - 1].text in ("program_id", "num_programs")):
            return
        before = self.t[i - 1 if is_place else self.t[i].match - 4].text
        if before in ("=", "(", ",", "+", "-") and self.t[i + 1].text in ("+", "-", ";", ",", ")") and not self.t[i].constant:
            for rank, factor in enumerate(factors):
                if factor != name:
                    self.after(i, f" * {factor}", "more", FACTOR_LATER + 4 * rank)

    def number(self, i):
        """Each name of a kind in the place of a number, and each number that is a size elsewhere."""
        for size in sorted(self.names.sizes - {self.t[i].text}) if self.t[i].text in self.names.sizes else ():
            self.put(i, i, size, "number", 4)
        for name in self.names.others_at(i):
            if self.names.kind(name) in (("real",) if "." in self.t[i].text else ("integer", "auto")):
                self.put(i, i, name, "number", self.sooner(name) + 0.01 * i)

    def name(self, i):
        """Other names in the place of one, those of its kind first; and a factor or a summand that nothing uses yet."""
        own = self.t[i].text
        if not self.names.is_value(i) or own not in self.names.known or self.names.place(own) == i or (
                self.t[i + 1].text == "=" and self.t[i - 1].text in (";", "{", "}")):
            return
        kind, others = self.names.kind(own), []
        for name in self.names.others_at(i):
            other = self.names.kind(name)
            later = 0 if other == kind else 12 if "auto" in (other, kind) else OF_ANOTHER_KIND
            later += self.sooner(name) - SIMILAR_SOONER * _similar(name, own)
            others.append((later, -self.names.place(name), name))
        for rank, (later, _, name) in enumerate(sorted(others)):
            strange = later > OF_ANOTHER_KIND / 2
            self.put(i, i, name, "name of another kind" if strange else "name", later - OF_ANOTHER_KIND * strange + rank)
            if name in self.names.unused and self.t[i + 1].text in "+-);,":
                self.with_unused(i, name, rank)

    def call(self, i):
        """Arguments in another order, one more or one less."""
        before = self.t[i - 1]
        if before.kind != "name" and not before.angle or before.text in ("if", "while", "for", "switch", "return", "constexpr"):
            return
        arguments = cpp.arguments(self.t, i)
        for a, b in zip(arguments, arguments[1:]) if before.text not in ADDRESS_FIRST else ():
            between = self.source[self.t[a[1]].end:self.t[b[0]].start]
            self.put(a[0], b[1], self.text(*b) + between + self.text(*a), "exchanged", 2)
        closing = self.t[self.t[i].match].start
        sign, summand = self.t[self.t[i].match + 1], self.t[self.t[i].match + 2]
        if sign.text in ("+", "-") and summand.kind in ("name", "number"):
            self.at(closing, summand.end, f" {sign.text} {summand.text})", "regrouped")
        first = self.names.statement_start(i)
        if before.text == "dot" and len(arguments) == 2 and self.t[first + 1].text == "=" and not declares(self.t, first):
            self.at(closing, closing, f", {self.t[first].text}", "argument")
        for name in sorted(self.names.unused & set(self.names.others_at(i))) if before.text != "size" else ():
            self.with_unused(self.t[i].match, name, 1)
        for count, texts, kind in ONE_MORE.get(before.text, ()):
            names = [name for name in self.names.others_at(i) if self.names.kind(name) == kind]
            for rank, text in enumerate((*names, *texts) if len(arguments) == count else ()):
                self.at(closing, closing, f", {text}", "argument", ADDED * (text in texts) * (text != "acc") + rank)
        if before.text in LEFT_OUT and len(arguments) > 1 + (before.text in ("store", "dot")):
            self.at(self.t[arguments[-2][1]].end, closing, "", "left out", 8)

    def statement(self, first, i):
        """A second variable of a name, a statement too many, one that belongs after the next or after its block."""
        block = self.t[i].around
        is_new = self.t[first].text in ("auto", "int", "const", "constexpr", "float", "return")
        if first + 1 in self.names.again:
            self.at(self.t[first].start, self.t[first + 1].start, "", "shadow")
        after = self.names.statement_end(i + 1)
        if self.t[after].text == ";" and after < self.names.end:
            between = self.source[self.t[i].end:self.t[i + 1].start]
            self.put(first, after, self.text(i + 1, after) + between + self.text(first, i), "statement", 6)
        if not is_new:
            self.put(first, i, ";", "statement")
            self.partner(first, i)
            if block > self.names.brace:
                end = self.t[block].match
                rest = self.source[self.t[i].end:self.t[end].end].strip()
                self.at(self.t[first].start, self.t[end].end, f"{rest}\n{self.text(first, i)}", "statement", 3)


    def partner(self, first, i):
        """A statement that moves or sums up one name, for another name of its kind as well: `x += step;` and `y += step;`."""
        own = self.t[first].text
        if own not in self.names.known or self.t[first + 1].text not in ASSIGNS:
            return
        changed = {self.t[begin].text for begin, end in self.names.statements
                   if self.t[end].around == self.t[i].around and self.t[begin + 1].text in ASSIGNS}
        for other in sorted(set(self.names.others_at(first)) - changed):
            if self.names.kind(other) != self.names.kind(own) or self.names.place(other) == ANYWHERE:
                continue
            swap = lambda word: word[0].replace(own, other) if word[0].replace(own, other) in self.names.known else word[0]
            text = re.sub(NAME, swap, self.text(first, i))
            if text != self.text(first, i):
                self.after(i, f"\n{self.indent(first)}{text}", "partner")


def _similar(a, b):
    """Whether two names look like partners: n_rows and n_cols, x and y."""
    return bool(set(a.split("_")) & set(b.split("_"))) or len(a) == len(b)
