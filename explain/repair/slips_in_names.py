"""The changes of names, types and declarations that may make a file compile again."""

import re
from functools import lru_cache

from changes import Change
from near_error import CLOSE, ORDER, NearError

FIXED = frozenset("auto const if for else return template class struct KW_KERNEL KW_HD _ None tl void".split())
KEYWORDS = tuple("auto const constexpr if for else return template class struct void int float bool "
                 "KW_KERNEL program static_cast using namespace while".split())
OF_A_KNOWN_NAME = 14  # later: to replace a name that is declared
MOST_SIMILAR = 8
TYPES = ("int", "float", "bool", "float16_t", "std::int32_t", "std::int64_t", "double", "T", "config", "auto")
# Functions of other languages and libraries, and what they are called here.
ALIASES = {
    "max": ("maximum",), "min": ("minimum",), "fmaxf": ("maximum",), "fmax": ("maximum",),
    "fminf": ("minimum",), "fabs": ("abs",), "fabsf": ("abs",), "expf": ("exp",), "logf": ("log",),
    "sqrtf": ("sqrt",), "rsqrtf": ("rsqrt",), "transpose": ("trans",), "permute": ("trans",),
    "power": ("pow",), "concat": ("cat",), "select": ("where",), "matmul": ("dot",), "mm": ("dot",),
    "ones": ("full",), "fill": ("full",), "astype": ("to",), "cast": ("to",), "cols": ("columns",),
    "columns": ("cols",), "maximum": ("max",), "minimum": ("min",), "size": ("extent", "shape"),
    "shape": ("extent", "size"), "len": ("extent",), "stride": ("extent",), "atomicAdd": ("atomic_add",),
    "self": ("tl",), "np": ("tl",), "torch": ("tl",), "const": ("constexpr",), "constexpr": ("const",),
}


class InNames(NearError):
    """Collects them."""

    def names_of(self, i):
        """The changes of token i, if it is a name."""
        t = self.t[i]
        if t.kind != "name" or t.text in FIXED:
            return
        declared = t.text in self.constants if t.text == "T" else (
            t.text in self.own or t.text in self.known.words or t.text in TYPES)
        for rank, other in enumerate(self.similar(t.text, declared)):
            self.put(i, i, other, "similar", rank + OF_A_KNOWN_NAME * declared)
        for known, place in self.own.items():
            if place < i and known != t.text:
                self.put(i, i, known, "known", 0.05 * min(i - place, 200))  # the nearest first
        self.alias(i)
        self.types(i)
        self.receiver(i)
        self.subscript(i)
        if not declared and t.text not in ("kw", "std"):
            self.unknown(i)

    def alias(self, i):
        t, before = self.t[i], self.word(i - 1)
        for other in ALIASES.get(t.text, ()):
            prefix = "tl." if other in self.known.members and before != "." else ""
            start = self.t[i - 2].start if before == "::" else t.start
            self.at(start, t.end, prefix + other, "similar")

    def types(self, i):
        t = self.t[i]
        is_type = self.is_name(i + 1) or self.word(i + 1) in ("*", "&") and self.is_name(i + 2)
        if not is_type and t.text not in TYPES:
            return
        for rank, other in enumerate(TYPES):
            self.put(i, i, other, "type", rank + 10 * (t.text not in TYPES))
        if self.word(i + 1) != "*":
            self.at(t.end, t.end, "*", "type", 4)
        self.at(t.start, t.start, "const ", "type", 3)
        if self.word(i - 1) == "const":
            self.at(self.t[i - 1].start, t.start, "", "type", 3)
        self.put(i, i, f"matrix<{t.text}>", "type", 12)
        self.put(i, i, f"view<{t.text}>", "type", 12)

    def receiver(self, i):
        """What comes before a function: `math.exp(x)`, `exp(x)`, `x.exp()`."""
        t, before = self.t[i], self.word(i - 1)
        if before in (".", "::") and self.is_name(i - 2):
            self.at(self.t[i - 2].start, t.start, "", "left out", -8)
            if t.text in self.known.members:
                self.at(self.t[i - 2].start, t.start, "tl.", "call", -6)
            if self.word(i - 2) == "tl" and self.word(i + 1) == "(":
                self.put(i - 2, i + 1, f"{t.text}(tl, ", "call")
        elif before != "." and self.word(i + 1) in ("(", "<"):
            if t.text in self.known.members:
                self.at(t.start, t.start, "tl.", "call", -8)
            self.at(t.start, t.start, "kw::", "call", 6)
            self.at(t.start, t.start, "std::", "call", 6)
        if before == "." and t.text in self.known.members:
            self.method_as_function(i)

    def method_as_function(self, i):
        """`v.sum(axis<1>)` as `tl.sum(v, axis<1>)`."""
        if self.word(i + 1) != "(" or self.t[i + 1].match < 0:
            return
        first = i - 2
        if self.t[first].text in CLOSE and self.t[first].match >= 0:
            first = self.t[first].match
            first -= self.is_name(first - 1)
        closing = self.t[i + 1].match
        inner = ", " + self.text(i + 2, closing - 1) if closing > i + 2 else ""
        value = self.text(first, i - 2)
        if value.startswith("(") and self.t[first].match == i - 2:
            value = value[1:-1]
        self.put(first, closing, f"tl.{self.word(i)}({value}{inner})", "call", -4)

    def subscript(self, i):
        """`x[...]`, as other languages write it."""
        if self.word(i + 1) != "[" or self.t[i + 1].match < 0:
            return
        name, closing = self.word(i), self.t[i + 1].match
        inner = self.text(i + 2, closing - 1) if closing > i + 2 else ""
        plain = inner.replace(" ", "")
        if plain.startswith((":,", "None,")):
            self.put(i + 1, closing, "(_, None)" if plain.startswith(":") else "(None, _)", "view", -6)
        for rank, made in enumerate((f"{name}.row({inner})", f"tl.load({name} + {inner})", f"{name}.data()[{inner}]")):
            self.put(i, closing, made, "call", rank)

    def unknown(self, i):
        """A name that nothing declares: another one wherever it is, or what declares it."""
        name = self.word(i)
        places = [k for k, t in enumerate(self.t) if t.kind == "name" and t.text == name]
        first, last = places[0], places[-1]
        for known, place in self.own.items():
            if first < last and place < first:
                self.put(first, last, self.renamed(first, last, dict.fromkeys(places, known)), "known", -6)
        for word, head in (("struct", f"template <int {name}>\n"), ("KW_KERNEL", f"  template <class {name}>\n")):
            above = [k for k, t in enumerate(self.t[:i]) if t.text == word]
            if above and name[:1].isupper():
                begin = self.source.rfind("\n", 0, self.t[above[-1]].start) + 1
                self.keep(Change(begin, begin, head, "template", ORDER["template"]))

    def declarations(self):
        """The types of the names in the error's line, where they are declared."""
        for i in self.near:
            place = self.own.get(self.word(i))
            if self.line_of[i] != self.line or place is None:
                continue
            begin = place
            while begin > 0 and self.word(begin - 1) not in (";", "{", "}", "(", ","):
                begin -= 1
            if begin < place:
                self.other_type(begin, place)
                self.number_for_tile(begin, place)

    def other_type(self, begin, place):
        start, end = self.t[begin].start, self.t[place].start
        written = self.source[start:end].strip()
        plain = re.sub(r"\bconst(expr)? ", "", written).rstrip("*& ")
        inner = re.sub(r"<(const )?", lambda found: "<" if found[1] else "<const ", plain, count=1)
        for rank, other in enumerate((inner, plain, f"const {plain}", f"const {plain}*", f"{plain}*", *TYPES,
                                      f"matrix<const {plain}>", f"view<const {plain}>")):
            if other != written:
                self.keep(Change(start, end, other + " ", "type", ORDER["type"] + 1.5 * rank))

    def number_for_tile(self, begin, place):
        """`auto best = tl.full(size<N>, -inf);` as `float best = -inf;`."""
        opening = place + 4
        if [self.word(place + k) for k in (1, 2, 3)] != ["=", "tl", "."] or self.word(opening) not in ("full", "zeros"):
            return
        opening += 1
        if self.word(opening) != "(" or self.t[opening].match < 0:
            return
        given = self.arguments(opening)
        value = self.text(*given[1]) if self.word(opening - 1) == "full" and len(given) > 1 else "0.0f"
        start, end = self.t[begin].start, self.t[self.t[opening].match].end
        self.keep(Change(start, end, f"float {self.word(place)} = {value}", "type", ORDER["type"]))

    @lru_cache(maxsize=None)
    def similar(self, name, in_file):
        """Names that look like this one, the likeliest first: of the file alone, or of all that it may use."""
        scored = []
        for other in self.file_words if in_file else sorted({*self.file_words, *self.known.words, *KEYWORDS}):
            difference = unlike(plain(name), plain(other)) if other != name else None
            if difference is not None:
                scored.append((difference - 0.8 * (other in self.own) - 0.4 * (other in self.file_words), other))
        return [other for _, other in sorted(scored)[:MOST_SIMILAR]]


@lru_cache(maxsize=None)
def plain(name):
    return name.replace("_", "").lower()


def unlike(a, b):
    """How different two plain names look, from 0 on; None if they are too unlike to be confused."""
    short, longer = (a, b) if len(a) < len(b) else (b, a)
    more = len(longer) - len(short)
    if a == b:
        return 0
    if len(short) > 2 and longer.startswith(short):
        return 1.5 + 0.2 * more
    if len(short) > 2 and longer.endswith(short):
        return 2 + 0.2 * more
    if len(short) > 2 and short[0] == longer[0] and letters_in_order(short, longer):
        return 2.4 + 0.1 * more
    most = 1 if len(short) < 5 else 2
    if len(short) < 2 or more > most or len(set(short) - set(longer)) > most:
        return None
    edits = distance(a, b, most)
    return edits if edits <= most else None


def letters_in_order(short, longer):
    """Whether the longer word has the letters of the shorter one in their order: cols, columns."""
    rest = iter(longer)
    return all(letter in rest for letter in short)


def distance(a, b, most):
    """The edits between two words, a swap of neighbours as one; more than `most` if there are more."""
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            best = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        if min(row) > most:
            return most + 1
        rows.append(row)
    return rows[-1][-1]
