"""Which names a function of the learner knows at a place, and the kind of value that each one has."""

import re

import tokens as cpp

KEYWORDS = frozenset(
    "auto int float double bool const constexpr for if else while return true false void template class "
    "struct size_t long unsigned program static_cast sizeof using namespace do break continue".split())
LANGUAGE = frozenset(
    "tl kw std _ None size shape axis inf float32 float16 bfloat16 float64 int32 int64".split())
TYPES = frozenset(("auto", "int", "float", "double", "bool", "long", "unsigned", "size_t", "T", "U",
                   "struct", "class", "typename"))
# What a type or a value has that is of a kind; the first row that fits counts.
OF_TYPES = (("matrix", "array|view|descriptor"), ("pointer", r"\*"), ("real", "float|double"), ("integer", r"\bint|int\d+_t|long"))
OF_VALUES = (("auto", r"^\W*tl\W*(?:load|where)\b"), ("mask", "[<>]|==|!="),
             ("real", r"\.to\(float|\btl\.(exp|log|dot|zeros|full|sqrt|rsqrt|sigmoid|tanh|accumulator|rand)"), ("auto", "load"),
             ("index", "arange"), ("integer", r"program_id|num_programs|\bcdiv\b|\bnarrow\b|extent|stride"))
ANYWHERE = -1  # where a name is declared that the whole file knows


class Names:
    """The names of one function. Kinds: pointer, matrix, integer, real, mask, index, or auto (unknown)."""

    def __init__(self, source, tokens, opening, brace, constants):
        self.source, self.t, self.brace, self.end = source, tokens, brace, tokens[brace].match
        self.constants, self.known = constants, {name: ("integer", ANYWHERE) for name in constants}
        self.again = set()  # tokens that declare a name once more
        self.statements = cpp.statements(tokens, brace)
        self._parameters(opening)
        self._locals()
        self.sizes = {t.text for t in tokens[brace:self.end] if t.kind == "number" and t.text.isdigit() and int(t.text) > 2}
        self.uses = {}
        for i in range(brace + 1, self.end):
            if self.is_value(i) and self.place(tokens[i].text) != i:
                self.uses.setdefault(tokens[i].text, []).append(i)
        self.unused = {name for name, (_, at) in self.known.items()
                       if at != ANYWHERE and name not in self.uses}

    def kind(self, name):
        return self.known[name][0]

    def place(self, name):
        """The token that declares the name; ANYWHERE for a constant of the file."""
        return self.known[name][1] if name in self.known else None

    def is_value(self, i):
        """Whether token i names a value, and not a member, a type or a keyword."""
        t = self.t[i]
        return (t.kind == "name" and t.text not in KEYWORDS and t.text not in LANGUAGE
                and self.t[i - 1].text not in (".", "::", "->") and self.t[i + 1].text != "::")

    def others_at(self, i):
        """The names that are declared before the statement of token i, but for the token's own."""
        return [name for name, (_, at) in self.known.items()
                if at < i and name != self.t[i].text and (at == ANYWHERE or not self.t[i].constant)
                and not (at > self.brace and self.statement_end(at) >= i)]

    def is_address(self, i):
        """Whether token i takes part in where memory is read or written, and not in what is computed:
        it is in an index, a mask, a grid, a load, or an argument of a store other than the value."""
        begin = self.statement_start(i)
        declared = [self.kind(self.t[k].text) for k in range(begin, min(begin + 4, i))
                    if self.place(self.t[k].text) == k]
        if self.t[begin].text in ("launch", "for") or set(declared) & {"index", "mask", "integer", "pointer"}:
            return True
        opening = self.t[i].around
        while opening > self.brace:
            called = self.t[opening - 1].text
            if called in ("load", "store", "atomic_add"):
                commas = sum(self.t[k].text == "," and self.t[k].around == opening
                             for k in range(opening, i))
                return called == "load" or commas != 1
            opening = self.t[opening].around
        return False

    def statement_start(self, i):
        return next((first for first, end in reversed(self.statements) if first <= i <= end), i)

    def statement_end(self, i):
        """The semicolon after token i, or the brace that ends its block."""
        around = self.t[i].around
        while i < self.end and not (self.t[i].text in (";", "}") and self.t[i].around == around):
            i += 1
        return i

    def _parameters(self, opening):
        for first, last in cpp.arguments(self.t, opening):
            if self.t[last].kind == "name" and self.t[last].text != "tl" and first < last:
                self.known[self.t[last].text] = (_first_kind(OF_TYPES, " ".join(t.text for t in self.t[first:last])), last)

    def _locals(self):
        for i, type_at in self._declared():
            name, before = self.t[i].text, self.t[type_at].text
            value = self.source[self.t[i + 1].end:self.t[self.statement_end(i)].start]
            if name in self.known:
                self.again.add(i)
            self.known[name] = ("pointer" if before == "*" else self._kind_of_value(before, value), i)

    def _declared(self):
        """The tokens that declare a name, and where the type ends: in `int a = 0, b = 1;` that of both."""
        for i in (i for i in range(self.brace + 1, self.end) if declares(self.t, i)):
            yield i, i - 1
            if self.t[i + 1].text == "=":
                for k in range(i + 2, self.statement_end(i)):
                    if self.t[k].text == "," and self.t[k].around == self.t[i].around and self.t[k + 2].text == "=":
                        yield k + 1, i - 1

    def _kind_of_value(self, type_word, value):
        kind = _first_kind(OF_TYPES, type_word)
        if kind != "auto":
            return kind
        words = re.findall(r"[A-Za-z_]\w*", value)
        kinds = {self.known[word][0] for word in words if word in self.known}
        if words and self.known.get(words[0], ("",))[0] == "pointer" and "index" not in kinds and "arange" not in words:
            return "pointer"  # that of a row
        otherwise = "real" if "real" in kinds and "pointer" not in kinds else "auto"
        return _first_kind(OF_VALUES, re.sub(r"\w<[^<>;]*>", "", value), otherwise)  # without templates


def declares(t, i):
    """Whether token i is a name that follows a type, and so is declared there."""
    if i < 2 or i + 1 >= len(t) or t[i].kind != "name" or t[i].text in KEYWORDS or t[i + 1].text not in "=,;:){[(>":
        return False
    ends = t[i - 1 - (t[i - 1].text in ("*", "&"))]  # the type
    return ends.text in TYPES or ends.text.endswith("_t") or ends.text == ">" and ends.angle


def constants(source):
    """Template parameters and constants of the file."""
    return re.findall(r"\b(?:int|bool) ([A-Z]\w*)(?=[,>])", source) + re.findall(
        r"^\s*(?:inline )?constexpr \w+ (\w+) =", source, re.MULTILINE)


def _first_kind(table, text, otherwise="auto"):
    return next((kind for kind, pattern in table if re.search(pattern, text)), otherwise)
