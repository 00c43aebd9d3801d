"""The changes of a function's calls: another function, other arguments, or one that is missing."""

import re

from changes import ADDRESS_FIRST, FAMILIES, INTEGER_CALLS, OF_AN_AXIS, REDUCTIONS
from expressions import Expressions


class Calls(Expressions):
    """Collects the changes inside of a function's expressions."""

    def collect(self):
        self.atoms = self.integer_calls()
        for i in range(self.names.brace + 1, self.names.end):
            t = self.t[i]
            if t.kind == "number":
                self.number(i)
            elif t.kind == "name":
                self.infinity(i)
                self.other_name(i)
                self.other_function(i)
                self.other_field(i)
                self.atom(i)
                self.wrapped(i)
            elif t.text == "(":
                self.view(i)
                self.call(i)
            self.sign(i)
        return self.found

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
        if self.t[i - 1].text == "::" and t.text == "min" and "numeric_limits" in self.text(max(0, i - 6), i):
            self.put(i, i, "lowest", "infinity")  # for a float, min is the least positive number
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

    # Calls without much in them, such as x.columns(), tl.program_id(1) and out.extent(0).

    def integer_calls(self):
        """Each of them, and each field such as g.padding, as its first and its last token."""
        found = []
        for i in range(self.names.brace + 1, self.names.end - 3):
            if self.t[i].kind != "name" or self.t[i + 1].text != "." or self.t[i + 2].kind != "name":
                continue
            call = self.t[i + 3].text == "("
            if call and self.t[i + 2].text in INTEGER_CALLS and self.t[i + 3].match in (i + 4, i + 5):
                found.append((i, self.t[i + 3].match))
            elif not call and self.t[i].text in self.names.known and self.t[i - 1].text != ".":
                found.append((i, i + 2))
        return found

    def atom(self, i):
        """Such a call in the place of an integer, and the other way round."""
        if self.t[i].constant:
            return
        own = next((atom for atom in self.atoms if atom[0] == i), None)
        integer = self.names.is_value(i) and self.t[i].text in self.names.known and (
            self.names.kind(self.t[i].text) == "integer" and self.names.place(self.t[i].text) != i)
        if not own and not (integer and self.t[i + 1].text not in (".", "(", "=", "+=")):
            return
        last = own[1] if own else i
        for first, end in self.atoms:
            if first != i:
                self.put(i, last, self.text(first, end), "atom")
        for name in self.names.others_at(i) if own else ():
            if self.names.kind(name) == "integer":
                self.put(i, last, name, "atom", self.sooner(name))

    def wrapped(self, i):
        """A function or a reciprocal that is missing around the operand at token i."""
        if not self.names.is_value(i) or self.t[i].text not in self.names.known or (
                self.names.kind(self.t[i].text) not in ("real", "auto")
                or self.names.place(self.t[i].text) == i or self.t[i + 1].text in ("(", ".", "=", "[", "+=")):
            return
        name = self.t[i].text
        along_an_axis = self.t[i - 2].text in REDUCTIONS and self.t[i + 1].text == ","  # of which another one is plainer
        for rank, call in enumerate(("tl.exp({})", "tl.sum({})", "tl.max({})", "tl.trans({})", "{} * {}",
                                     "(1.0f - {})", "tl.where(mask, {}, 0.0f)")):
            if ("mask" not in call or "mask" in self.names.known) and not ("trans" in call and along_an_axis):
                self.put(i, i, call.format(name, name), "wrapped", rank)
        if self.t[i - 1].text == "*":
            self.put(i, i, f"(1.0f / {name})", "reciprocal")

    def summands(self, first, last):
        """A factor or a summand that a whole value lacks, also one that is used elsewhere."""
        value = self.text(first, last)
        for name in self.names.others_at(first):
            if self.names.kind(name) in ("real", "auto"):
                for rank, sign in enumerate(("*", "+", "-", "/")):
                    self.put(first, last, f"({value}) {sign} {name}", "summand", rank + self.sooner(name))
        fields = {self.text(a, b) for a, b in self.atoms if b == a + 2}
        for field in sorted(fields):
            for rank, sign in enumerate(("-", "*", "+")):
                self.put(first, last, f"{value} {sign} {field}", "summand", rank)

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
        if before.text == "store" and len(arguments) >= 2:
            self.summands(*arguments[1])
        for k, a in enumerate(arguments):
            for far, b in enumerate(arguments[k + 1:] if before.text not in ADDRESS_FIRST else ()):
                between = self.source[self.t[a[1]].end:self.t[b[0]].start]
                self.put(a[0], b[1], self.text(*b) + between + self.text(*a), "arguments exchanged",
                         12 * (far > 0))
            if a[1] > a[0]:
                for name in self.names.others_at(a[0]):
                    if self.names.kind(name) in ("auto", "mask", "real"):
                        self.put(*a, name, "part", self.sooner(name))
        if self.t[i - 2].text == "." and self.t[i - 3].text == "tl" and before.text == "arange":
            for name in self.names.others_at(i - 3):
                if self.names.kind(name) == "index":
                    self.put(i - 3, self.t[i].match, name, "part")
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
        for first, last in arguments[:1]:
            for name in self.names.others_at(first):
                if self.names.kind(name) in ("index", "integer") and first == last:
                    self.put(first, last, f"{self.text(first, last)} + {name}", "inserted", self.sooner(name))
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
