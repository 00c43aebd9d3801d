"""The changes of a learner's statements: left out, exchanged, moved over a brace, or kept in a variable."""

from itertools import combinations

from expressions import Expressions

ADDS_THE_SAME = 22
MOVABLE = ("pointer", "auto")  # kinds of names that a loop moves on
KEPT_SOONER = 16  # a new value that is computed from the old one


class Statements(Expressions):
    """Collects the changes of a function's statements as a whole."""

    def collect(self):
        spans = self.spans()
        self.never_kept(spans)
        self.begins_again()
        self.advances()
        self.ids_times_block()
        self.matrix_pointers()
        self.made_before_the_loop()
        self.steps_alike()
        self.never_below_zero()
        self.ids_exchanged()
        self.left_early()
        self.added_already()
        self.moves_twice()
        self.what_is_left()
        self.pointers_exchanged()
        self.largest_and_smallest()
        for one, other in zip(spans, spans[1:]):
            self.exchanged_between(one, other)
        for k, (what, first, last) in enumerate(spans):
            if what == "statement":
                self.statement(first, last)
                self.moved(spans, k)
        return self.found

    def spans(self):
        """The statements and braces in their order: what it is, and its first and last token."""
        found, i = [], self.names.brace + 1
        start = i
        while i < self.names.end:
            t = self.t[i]
            if t.text == "(" and t.match > 0:
                i = t.match
            elif t.text in ("{", "}"):
                start = i + 1
                found.append((t.text, i, i))
            elif t.text == ";":
                found.append(("statement", start, i))
                start = i + 1
            i += 1
        return found

    def statement(self, first, last):
        word = self.t[first].text
        if first + 1 in self.names.again:
            self.put(first, first, "", "shadow")  # a second variable of the name
        if word not in ("auto", "int", "const", "constexpr", "float", "return"):
            self.put(first, last, ";", "statement")
        self.names_exchanged(first, last)
        for name in self.used_in(first, last):
            self.everywhere(name, first, last)

    def moved(self, spans, k):
        _, first, last = spans[k]
        if k + 1 < len(spans):
            what, f, l = spans[k + 1]
            between = self.source[self.t[last].end:self.t[f].start]
            self.put(first, l, self.text(f, l) + between + self.text(first, last), "statement",
                     0 if what == "}" else 6)
        if k > 0 and spans[k - 1][0] == "}":
            _, f, _ = spans[k - 1]
            self.put(f, last, self.text(first, last) + "\n" + self.text(f, f), "statement")

        block = self.t[first].around
        word = self.t[first].text
        if block > self.names.brace and self.t[block].text == "{" and word not in ("auto", "int", "const", "float"):
            end = self.t[block].match
            rest = self.source[self.t[last].end:self.t[end].end]
            later = -ADDS_THE_SAME if self.adds_the_same(first, last, block) else 3
            self.at(self.t[first].start, self.t[end].end, f"{rest.strip()}\n{self.text(first, last)}", "statement", later)
            if self.t[first + 1].text == "+=":
                self.advance_last(first, last, end)

    def advance_last(self, first, last, end):
        """`start += BLOCK;` in the last line of its loop, where lines below it still need the old value."""
        begin, after, brace = (self.source.rfind("\n", 0, at) + 1 for at in (
            self.t[first].start, self.source.find("\n", self.t[last].end) + 1, self.t[end].start))
        if begin < after < brace and not self.source[begin:self.t[first].start].strip():
            self.at(begin, brace, self.source[after:brace] + self.source[begin:after], "advance last")

    def adds_the_same(self, first, last, block):
        """Whether a statement of a loop adds or multiplies in each step what does not depend on the step."""
        kept, sign = self.t[first].text, self.t[first + 1].text
        used = [self.t[i].text for i in range(first + 2, last) if self.names.is_value(i)]
        again = sign in ("+=", "*=") or sign == "=" and kept in used
        return again and all(name == kept or (self.names.place(name) or 0) < block for name in used)

    def begins_again(self):
        """A variable or a pointer that one loop has moved to its end, and a later loop takes as it is."""
        loops = self.loops()
        for name, (_, place) in self.names.known.items():
            if place <= self.names.brace or self.t[place + 1].text != "=":
                continue
            moved = [u for u in self.names.uses.get(name, ()) if self.t[u + 1].text in ("+=", "-=", "++", "--")]
            for (head, _, end), (later, _, later_end) in combinations(loops, 2):
                if place < head and end < later and any(head < u < end for u in moved) and any(
                        later < u < later_end for u in self.names.uses[name]) and not any(
                        end < u < later_end and self.t[u + 1].text == "=" for u in self.names.uses[name]):
                    value = self.source[self.t[place + 2].start:self.t[self.names.statement_end(place)].start]
                    self.put_above(later, f"{name} = {value};", "begins again")
                    break

    def advances(self):
        """A pointer of a loop in which the others are moved on: `out += BLOCK;` as for `x`."""
        for _, opening, end in self.loops():
            moved = {self.t[k - 1].text: k for k in range(opening, end)
                     if self.t[k].text == "+=" and self.names.kind_or_none(self.t[k - 1].text) in MOVABLE}
            for name, (kind, place) in self.names.known.items():
                uses = self.names.uses.get(name, ())
                here = [u for u in uses if opening < u < end]
                if kind in MOVABLE and self.names.brace < place < opening and here and not any(
                        self.t[u + 1].text in ("=", "+=") for u in here):
                    for k in list(moved.values())[-1:]:
                        last = self.names.statement_end(k)
                        line = self.source.rfind("\n", 0, self.t[k].start) + 1
                        indentation = self.source[line:self.t[k - 1].start]
                        between = "\n" + indentation if not indentation.strip() else " "
                        self.at(self.t[last].end, self.t[last].end, f"{between}{name} {self.text(k, last)}", "advance")

    def added_already(self):
        """`out + E + lanes` after `out += E;`."""
        for i in range(self.names.brace, self.names.end):
            if self.t[i].text != "+=" or self.t[i - 1].kind != "name":
                continue
            last = self.names.statement_end(i) - 1
            summand = [self.t[k].text for k in range(i + 1, last + 1)]
            for u in self.names.uses.get(self.t[i - 1].text, ()):
                end = u + 1 + len(summand)
                if u > last and self.t[u + 1].text == "+" and [t.text for t in self.t[u + 2:end + 1]] == summand:
                    self.put(u, end, self.t[u].text, "added already")

    def moves_twice(self):
        """`at += BLOCK;` in a loop that takes `at + cols`, where `cols` moves on as well."""
        for head, opening, end in self.loops():
            moved = {self.t[k - 1].text: k for k in range(head, end)
                     if self.t[k].text == "+=" and self.t[k - 1].kind == "name"}
            for name, k in moved.items():
                if k < opening or self.names.kind_or_none(name) not in MOVABLE:
                    continue
                for u in self.names.uses.get(name, ()):
                    place = self.names.place(self.t[u + 2].text) if self.t[u + 1].text == "+" else None
                    if opening < u < end and place and opening < place < end and (
                            self.computed_from(place) & moved.keys() - {name}):
                        self.put(k - 1, self.names.statement_end(k), ";", "moves twice")
                        break

    def what_is_left(self):
        """`lanes < n - first` after `x += first;`."""
        for i in range(self.names.brace, self.names.end):
            if self.t[i].text != "+=" or self.t[i].around != self.names.brace or (
                    self.names.kind_or_none(self.t[i - 1].text) != "pointer"):
                continue
            last = self.names.statement_end(i) - 1
            by = self.text(i + 1, last) if last == i + 1 else f"({self.text(i + 1, last)})"
            for k in range(last, self.names.end):
                if self.t[k].text == "<" and self.names.kind_or_none(self.t[k - 1].text) == "index" and (
                        self.names.kind_or_none(self.t[k + 1].text) == "integer"):
                    self.put(k + 1, k + 1, f"{self.t[k + 1].text} - {by}", "what is left")
            return

    def matrix_pointers(self):
        """`b_ptrs += BK * b.stride();` for pointers that were made with b.row(...), and go down."""
        for i in range(self.names.brace, self.names.end):
            place = self.names.place(self.t[i - 1].text) if self.t[i].text == "+=" else None
            if place is not None and place > self.names.brace:
                row = next((k for k in range(place, self.names.statement_end(place)) if self.t[k].text == "row"
                            and self.t[k - 1].text == "."), None)
                last = self.names.statement_end(i) - 1
                if row and "stride" not in self.text(i, last):
                    self.put(i + 1, last, f"{self.text(i + 1, last)} * {self.t[row - 2].text}.stride()", "down the rows")

    def made_before_the_loop(self):
        """A mask, or another value, of a name that the loop moves on, which is declared above the loop."""
        for head, opening, end in self.loops():
            for name, (_, place) in self.names.known.items():
                begin = place - 1
                if not self.names.brace < place < head or self.t[begin].text not in ("auto", "int", "float"):
                    continue
                used = self.names.uses.get(name, ())
                moved = {self.t[k - 1].text for k in range(head, end) if self.t[k].text in ("+=", "=")}
                if any(head < u < end for u in used) and name not in moved and not any(
                        place < u < head or u > end for u in used) and moved & self.computed_from(place):
                    last = self.names.statement_end(place)
                    start = self.source.rfind("\n", 0, self.t[begin].start) + 1
                    line = self.source.rfind("\n", 0, self.t[opening + 1].start) + 1
                    indentation = self.source[line:self.t[opening + 1].start]
                    self.at(start, line, self.source[self.t[last].end + 1:line] + indentation
                            + self.text(begin, last) + "\n", "in the loop")

    def steps_alike(self):
        """`b + lane` wherever a loop has `lane`, if nothing in it uses its variable b."""
        for head, opening, end in self.loops():
            declared = [name for name, (_, place) in self.names.known.items() if head < place < opening]
            for variable in declared:
                if any(opening < u < end for u in self.names.uses.get(variable, ())):
                    continue
                for name, (kind, place) in self.names.known.items():
                    used = [u for u in self.names.uses.get(name, ()) if opening < u < end]
                    if kind == "index" and place < head and used:
                        self.put(used[0], used[-1], self.renamed(used[0], used[-1], {
                            u: f"({variable} + {name})" for u in used}), "with the loop")

    def never_below_zero(self):
        """`int j = top - window + 1` as a beginning that is 0 at least."""
        for head, opening, _ in self.loops():
            if self.t[head].text == "for":
                equals = next((k for k in range(head, opening) if self.t[k].text == "="), None)
                end = equals and next((k for k in range(equals, opening) if self.t[k].text == ";"), None)
                if end and any(self.t[k].text == "-" for k in range(equals + 2, end)):
                    self.put(equals + 1, end - 1, f"tl.maximum(0, {self.text(equals + 1, end - 1)})", "from zero")

    def loops(self):
        """(head, opening brace, closing brace) of each loop."""
        found = []
        for i in range(self.names.brace, self.names.end):
            if self.t[i].text in ("for", "while") and self.t[i + 1].text == "(":
                opening = self.t[i + 1].match + 1
                if self.t[opening].text == "{":
                    found.append((i, opening, self.t[opening].match))
        return found

    def left_early(self):
        """`if (...) { break; }` as a whole, or with `continue` or `return`: what comes after it is missing, or one
        step alone is meant."""
        for i in range(self.names.brace, self.names.end):
            if self.t[i].text == "if" and self.t[i + 1].text == "(":
                first = self.t[i + 1].match + 1
                braces = self.t[first].text == "{"
                words = [t.text for t in self.t[first + braces:first + braces + 2 + braces]]
                if words[0] in ("break", "continue", "return") and words[1:] == [";", "}"][:1 + braces]:
                    self.put(i, first + 1 + 2 * braces, ";", "statement")
                    for word in ("continue", "break"):
                        self.put(first + braces, first + braces, word, "leaves otherwise")

    def put_above(self, i, statement, kind):
        """A statement in a line of its own above token i."""
        begin = self.source.rfind("\n", 0, self.t[i].start) + 1
        self.at(begin, begin, f"{self.source[begin:self.t[i].start]}{statement}\n", kind)

    def ids_times_block(self):
        """`tl.program_id(0) * BLOCK`, for each constant."""
        for i in range(self.names.brace, self.names.end):
            if self.t[i].text == "program_id" and self.t[i + 1].text == "(":
                closing = self.t[i + 1].match
                if self.t[closing + 1].text != "*" and self.t[i - 3].text != "*":
                    for name in self.names.constants:
                        self.put(i - 2, closing, f"{self.text(i - 2, closing)} * {name}", "times block")

    def used_in(self, first, last):
        """The names that a statement uses, each with its places in it."""
        used = {}
        for i in range(first, last):
            name = self.t[i].text
            if self.names.is_value(i) and name in self.names.known and self.names.place(name) < first:
                used.setdefault(name, []).append(i)
        return used

    def everywhere(self, name, first, last):
        """Another name wherever the statement has this one, if it has it more than once."""
        places = self.used_in(first, last)[name]
        for other in self.names.others_at(first):
            if len(places) > 1 and other != name and self.names.kind(other) == self.names.kind(name):
                self.put(first, last, self.renamed(first, last, dict.fromkeys(places, other)),
                         "everywhere", self.sooner(other))

    def names_exchanged(self, first, last):
        used = self.used_in(first, last)
        for a in used:
            for b in used:
                if a < b and self.names.kind(a) == self.names.kind(b):
                    new = {**dict.fromkeys(used[a], b), **dict.fromkeys(used[b], a)}
                    self.put(first, last, self.renamed(first, last, new), "names exchanged")

    def never_kept(self, spans):
        """`largest = raised;` at the end of a block that computes the new value and drops it."""
        for what, end, _ in spans:
            opening = self.t[end].match
            if what != "}" or opening <= self.names.brace:
                continue
            for kept, (kind, place) in self.names.known.items():
                if kind not in ("auto", "real") or not self.names.brace < place < opening:
                    continue
                if any(self.t[u + 1].text in ("=", "+=") for u in self.names.uses.get(kept, ())):
                    continue
                for new, (new_kind, at) in self.names.known.items():
                    computed_here = opening < at < end or place < at < opening and self.compares(opening, new, kept)
                    if computed_here and new_kind in ("auto", "real"):
                        begin = self.source.rfind("\n", 0, self.t[end].start) + 1
                        indentation = " " * (self.t[end].start - begin + 2)
                        sooner = KEPT_SOONER if kept in self.computed_from(at) or at < opening else 0
                        self.at(begin, begin, f"{indentation}{kept} = {new};\n", "kept", -sooner)

    def compares(self, opening, *names):
        """Whether a block is done on a condition between these names: `if (largest > best) {`."""
        closing = opening - 1
        return self.t[closing].text == ")" and {self.t[k].text for k in range(self.t[closing].match, closing)} >= {
            "(", *names}

    def exchanged_between(self, one, other):
        """Exchanges a word between two neighbouring statements that are alike."""
        if one[0] != "statement" or other[0] != "statement" or one[2] - one[1] != other[2] - other[1]:
            return
        differ = [k for k in range(one[2] - one[1])
                  if self.t[one[1] + k].text != self.t[other[1] + k].text]
        for k in differ if len(differ) < 6 else ():
            a, b = one[1] + k, other[1] + k
            if self.t[a].kind in ("name", "number") and self.t[a].kind == self.t[b].kind:
                self.put(one[1], other[2], self.renamed(one[1], other[2], {a: self.t[b].text, b: self.t[a].text}),
                         "names exchanged")

    def pointers_exchanged(self):
        """Two parameters, each of which is used once, in each other's place."""
        once = {name: uses[0] for name, uses in self.names.uses.items()
                if len(uses) == 1 and name in self.names.known
                and self.names.kind(name) in ("pointer", "matrix")}
        for a in once:
            for b in once:
                if once[a] < once[b]:
                    self.put(once[a], once[b], self.renamed(once[a], once[b], {once[a]: b, once[b]: a}),
                             "names exchanged")

    def largest_and_smallest(self):
        """Maximum for minimum in the whole function, and infinity with the other sign."""
        turned = {"maximum": "minimum", "max": "min", "argmax": "argmin"}
        turned.update({b: a for a, b in turned.items()})
        new = {i: turned[self.t[i].text] for i in range(self.names.brace, self.names.end)
               if self.t[i].text in turned and self.t[i - 1].text == "."}
        signs = [i for i in range(self.names.brace, self.names.end) if self.t[i].text == "inf"]
        for i in signs:
            negative = self.t[i - 1].text == "-"
            new[i] = "inf" if negative else "-inf"
            if negative:
                new[i - 1] = ""
        if len(new) > 1:
            self.put(min(new), max(new), self.renamed(min(new), max(new), new), "names exchanged")

    def ids_exchanged(self):
        """program_id(0) and program_id(1) in each other's place, in the whole function."""
        ids = [i + 2 for i in range(self.names.brace, self.names.end)
               if self.t[i].text == "program_id"]
        for a, b in (("0", "1"), ("1", "2"), ("0", "2")):
            places = {i: b if self.t[i].text == a else a for i in ids if self.t[i].text in (a, b)}
            if len(set(places.values())) == 2:
                first, last = min(places), max(places)
                self.put(first, last, self.renamed(first, last, places), "ids exchanged")
