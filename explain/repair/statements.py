"""The changes of a learner's statements as a whole: left out, moved over a brace, or kept in a variable."""

from token_changes import TokenChanges

ADDS_THE_SAME, KEPT_SOONER = 22, 16


class Statements(TokenChanges):
    """Collects them, and the changes of a few words."""

    def collect(self):
        spans = self.spans()
        self.never_kept(spans)
        for k, (what, first, last) in enumerate(spans):
            if what == "statement":
                self.statement(first, last)
                self.moved(spans, k)
        return super().collect()

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
        if first + 1 in self.names.again:
            self.put(first, first, "", "shadow")  # a second variable of the name
        if self.t[first].text not in ("auto", "int", "const", "constexpr", "float", "return"):
            self.put(first, last, ";", "statement")
        used = {}
        for i in range(first, last):
            name = self.t[i].text
            if self.names.is_value(i) and name in self.names.known and self.names.place(name) < first:
                used.setdefault(name, []).append(i)
        for a, places in used.items():
            for b in used:
                if a < b and self.names.kind(a) == self.names.kind(b):
                    new = {**dict.fromkeys(places, b), **dict.fromkeys(used[b], a)}
                    self.put(first, last, self.renamed(first, last, new), "exchanged")
            for other in self.names.others_at(first) if len(places) > 1 else ():
                if other != a and self.names.kind(other) == self.names.kind(a):
                    self.put(first, last, self.renamed(first, last, dict.fromkeys(places, other)), "name",
                             20 + self.sooner(other))

    def moved(self, spans, k):
        """A statement after the next one, before the brace above it, or after the block that it is in."""
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
        if block > self.names.brace and self.t[block].text == "{" and self.t[first].text not in ("auto", "int", "const", "float"):
            end = self.t[block].match
            rest = self.source[self.t[last].end:self.t[end].end]
            later = -ADDS_THE_SAME if self.adds_the_same(first, last, block) else 3
            self.at(self.t[first].start, self.t[end].end, f"{rest.strip()}\n{self.text(first, last)}", "statement", later)

    def adds_the_same(self, first, last, block):
        """Whether a statement of a loop adds or multiplies in each step what does not depend on the step."""
        kept, sign = self.t[first].text, self.t[first + 1].text
        used = [self.t[i].text for i in range(first + 2, last) if self.names.is_value(i)]
        again = sign in ("+=", "*=") or sign == "=" and kept in used
        return again and all(name == kept or (self.names.place(name) or 0) < block for name in used)

    def never_kept(self, spans):
        """`largest = raised;` at the end of a block that computes the new value and drops it."""
        for what, end, _ in spans:
            opening = self.t[end].match
            if what != "}" or opening <= self.names.brace:
                continue
            begin = self.source.rfind("\n", 0, self.t[end].start) + 1
            indentation = " " * (self.t[end].start - begin + 2)
            for kept, (kind, place) in self.names.known.items():
                if kind not in ("auto", "real") or not self.names.brace < place < opening or any(
                        self.t[u + 1].text in ("=", "+=") for u in self.names.uses.get(kept, ())):
                    continue
                for new, (new_kind, at) in self.names.known.items():
                    if opening < at < end and new_kind in ("auto", "real"):
                        computed = {t.text for t in self.t[at:self.names.statement_end(at)]}
                        self.at(begin, begin, f"{indentation}{kept} = {new};\n", "kept", -KEPT_SOONER * (kept in computed))
