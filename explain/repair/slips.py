"""The changes that may make a file compile again: signs, brackets, arguments and lines near an error."""

import re

from changes import OF_AN_AXIS, Change
from near_error import AFTER, BEFORE, CLOSE, OPEN, ORDER
from slips_in_names import InNames

# Signs that learners take for each other, and those that other languages write.
SIGNS = {
    "&&": ("&",), "||": ("|",), "&": ("&&", "*", ""), "|": ("||",), "=": ("==", "<", "+=", ","), "==": ("=",),
    ".": ("::", ","), "::": (".", ":"), "->": (".",), ":": (",", ";", "::", "", "{"), ";": (",", ""),
    ",": (";", ".", "", " +", " *", " &"), "<": (",", "("), ">": (")", ">{}", ">()"), "!": ("",), "*": ("", "**"),
    "-": ("",), "+": (",",), "**": ("*",), "'": ('"',), "<=": ("<",), ">=": (">",), "and": ("&",), "or": ("|",),
    "not": ("!",),
}
BETWEEN = (",", " *", " =", "(", ".", "::", " +", " &", " <", ";")
VIEWS = ("(_, None)", "(None, _)")
WRAPPERS = ("size<{}>", "shape<{}>", "axis<{}>", "grid({})", "matrix({})", "cdiv({}, 1)", "narrow<int>({})",
            "static_cast<int>({})")
LAST_ARGUMENTS = ("0", "axis<0>", "axis<1>", "mask", "0.0f")


class Slips(InNames):
    """Collects changes around the place where the compiler stopped."""

    def collect(self):
        for i in self.near:
            self.signs_of(i)
            self.names_of(i)
            self.between(i)
            self.after_name(i)
            self.brackets_of(i)
            self.call(i)
        self.declarations()
        self.unbalanced()
        for number in range(max(1, self.line - BEFORE), min(len(self.starts) - 1, self.line + AFTER) + 1):
            self.line_of_file(number)
        self.headers()
        return sorted(self.found.values(), key=lambda change: change.order)

    # Signs.

    def signs_of(self, i):
        t = self.t[i]
        for rank, other in enumerate(SIGNS.get(t.text, ())):
            self.put(i, i, other, "instead", 3 * rank)
        self.put(i, i, "", "left out", 6 * (t.kind == "name"))
        if t.kind == "name" and self.is_name(i + 1):
            self.at(t.start, self.t[i + 1].start, "", "left out", -4)
        if t.kind == "number":
            self.put(i, i, f"size<{t.text}>", "wrapped", 4)
            self.put(i, i, f"axis<{t.text}>", "wrapped")
        before = self.word(i - 1)
        if t.kind == "name" and before in ("{", ";", "}", ")", "(") and self.word(i + 1) in ("=", "{"):
            for rank, kind in enumerate(("auto ", "int ", "float ", "const auto ")):
                self.at(t.start, t.start, kind, "declared", 3 * rank)
        if t.kind == "name" and before in ("(", ",") and self.word(i + 1) == "=" and i + 2 < len(self.t):
            self.at(t.start, self.t[i + 2].start, "", "left out", -10)  # a named argument of Python
            self.put(i, i + 1, t.text, "left out", 3)
            self.put(i, i + 2, f"{t.text}<{self.word(i + 2)}>", "wrapped", -4)

    def between(self, i):
        """A sign that is missing after token i."""
        t, after = self.t[i], self.word(i + 1)
        operand = t.kind in ("name", "number") or t.text in CLOSE or t.angle and t.text == ">"
        if operand and i + 1 < len(self.t) and (self.t[i + 1].kind in ("name", "number") or after in OPEN):
            nothing_between = after not in OPEN and self.line_of[i + 1] == self.line_of[i]
            for rank, sign in enumerate(BETWEEN):
                self.at(t.end, t.end, sign, "inserted", 2 * rank - 12 * nothing_between)
        if t.text == ">" and t.angle and after in (",", ")"):
            self.at(t.end, t.end, "{}", "call", -8)
        if operand and after in (",", ")", ";", "*", "+", "-", "/"):
            for rank, kind in enumerate((".to(float32)", ".to(dtype<T>{})", ".to(float16)")):
                self.at(t.end, t.end, kind, "convert", 4 * rank)
        if t.text in CLOSE and after in (",", ")", ";"):
            for pair in VIEWS:
                self.at(t.end, t.end, pair, "view", 2)
        if t.text == "[" and after == "]":
            for inner in ("&", "="):
                self.at(t.end, t.end, inner, "inserted", -16)
        if t.kind == "name" and self.word(i - 1) in ("{", ";", "}"):
            self.at(t.start, t.start, "return ", "inserted", 6)
        if t.text in ("{", ",") and self.is_name(i + 1):
            self.at(t.end, t.end, " .", "inserted", -2)

    def after_name(self, i):
        """Parentheses, template arguments or a view that are missing after a name."""
        end, after = self.t[i].end, self.word(i + 1)
        if not self.is_name(i):
            return
        self.at(end, end, "()", "call", 4 if after in (".", ")", ",", ";") else 14)
        for axis in (0, 1) if self.word(i) in OF_AN_AXIS and after != "(" else ():
            self.at(end, end, f"({axis})", "call", -6 + axis)
        if after in ("(", "{"):
            for rank, argument in enumerate(self.constants + ["float", "int", "true", "false", "T"]):
                self.at(end, end, f"<{argument}>", "template", 3 + rank)
        for pair in VIEWS if after != "(" else ():
            self.at(end, end, pair, "view", 3)

    # Brackets and what is in them.

    def brackets_of(self, i):
        t = self.t[i]
        if t.match <= i or not (t.text in OPEN or t.angle):
            return
        inside = self.source[t.end:self.t[t.match].start]
        if inside.replace(" ", "") in ("_,None", "None,_"):
            self.put(i, t.match, VIEWS[inside.startswith("_")], "view", -6)
            self.put(i, t.match, "", "view", -4)
            return
        for begin, end in (("(", ")"), ("<", ">"), ("{", "}"), ("[", "]"), ("", ""), (">{}(", ")")):
            if begin != t.text:
                self.put(i, t.match, begin + inside + end, "pair", 8 * (begin == ""))
        if t.text in OPEN and self.word(i - 1) in ("(", ",", "="):
            for wrapper in ("shape<{}>", "size<{}>", "grid({})"):
                self.put(i, t.match, wrapper.format(inside), "wrapped", 2)
        if t.text in OPEN and self.is_name(i - 1):
            self.at(self.t[i - 1].end, self.t[t.match].end, "", "left out", -2)
            self.put(i - 1, t.match, inside, "left out", 2)
        if t.angle:
            self.put(i, t.match, "", "left out", -4)
            self.at(self.t[t.match].end, self.t[t.match].end, "{}", "call", -2)

    def call(self, i):
        """The arguments of a call: one too many, one too few, another order, another form."""
        t = self.t[i]
        if t.match <= i or not (t.text in ("(", "{") or t.angle and t.text == "<"):
            return
        given = self.arguments(i)
        for k, (first, last) in enumerate(given):
            if k + 1 < len(given):
                self.at(self.t[first].start, self.t[given[k + 1][0]].start, "", "argument")
            elif k > 0:
                self.at(self.t[given[k - 1][1]].end, self.t[last].end, "", "argument", -4)
            for far, other in enumerate(given[k + 1:]):
                between = self.source[self.t[last].end:self.t[other[0]].start]
                self.put(first, other[1], self.text(*other) + between + self.text(first, last),
                         "exchanged", 8 * far)
        if t.text == "(":
            self.wrapped_arguments(given)
            self.further_arguments(i, given)

    def wrapped_arguments(self, given):
        for k, (first, last) in enumerate(given):
            written = self.text(first, last)
            if written in ("_", "None", "tl"):
                continue
            for rank, wrapper in enumerate(WRAPPERS):
                self.put(first, last, wrapper.format(written), "wrapped", rank + 4 * (first != last))
            if k + 1 < len(given):
                after = given[k + 1]
                self.put(first, after[1], f"shape<{self.text(first, after[1])}>", "wrapped", 2)
                if written == "0" and len(given) == 2:  # tl.arange(0, N)
                    self.put(first, after[1], f"size<{self.text(*after)}>", "wrapped", -4)

    def further_arguments(self, i, given):
        begin, closing = self.t[i].end, self.t[self.t[i].match].start
        comma = ", " if given else ""
        if not given or self.text(*given[0]) != "tl":
            self.at(begin, begin, f"tl{comma}", "argument", 4)
        for rank, other in enumerate(LAST_ARGUMENTS):
            self.at(closing, closing, comma + other, "argument", 2 * rank + 2)
        launch = self.word(i - 1) == "launch"
        for known, place in self.own.items():
            if place < i and len(given) < 4 or launch:
                self.at(closing, closing, comma + known, "argument", 8)
                self.at(begin, begin, f"{known}{comma}", "argument", 10)
                for first, _ in given[1:] if launch else given[1:2]:
                    self.at(self.t[first].start, self.t[first].start, f"{known}, ", "argument", 12)

    def unbalanced(self):
        """The bracket that the file lacks, or has too many of."""
        for begin, end in OPEN.items():
            more = sum((t.text == begin) - (t.text == end) for t in self.t)
            if more == 0:
                continue
            missing, extra = (end, begin) if more > 0 else (begin, end)
            for i in self.near:
                t = self.t[i]
                self.at(t.end, t.end, missing, "bracket")
                self.at(t.start, t.start, missing, "bracket", 1)
                if t.text == extra:
                    self.put(i, i, "", "bracket", -2)
                if t.text in OPEN or t.text in CLOSE:
                    self.put(i, i, missing, "bracket", 1)
            for number in range(self.line - BEFORE, self.line + AFTER + 1) if missing in "{}" else ():
                if 0 < number < len(self.starts):
                    self.at(self.starts[number] - 1, self.starts[number] - 1, " " + missing, "bracket")
                    self.at(self.starts[number], self.starts[number], missing + "\n", "bracket")

    # Lines.

    def line_of_file(self, number):
        begin, end = self.starts[number - 1], self.starts[number]
        text = self.source[begin:end]
        code = re.sub(r"\s*//.*", "", text.rstrip("\n")).rstrip()
        place = begin + len(code)
        if code.strip() and not code.endswith(("{", ";", ",", "(")):
            self.at(place, place, ";", "semicolon")
            self.at(place, place, " {", "semicolon", 6)
            if code.endswith("}"):
                self.at(place, place, ")", "semicolon", 6)
        self.at(begin, end, "", "line")
        if number + 1 < len(self.starts):
            after = self.source[end:self.starts[number + 1]]
            self.at(begin, end + len(after), after + text, "line", 2)

    def headers(self):
        """A line at the top that other files of the lesson have, and this one does not."""
        lines = [m.end() for m in re.finditer(r"^#include .*\n", self.source, re.MULTILINE)]
        begin = self.starts[min(self.line, len(self.starts)) - 1]
        end = self.starts[min(self.line, len(self.starts) - 1)]
        in_error = self.source[begin:end].startswith("#")
        for line in self.known.includes:
            if line in self.source:
                continue
            place = lines[-1] if lines else 0
            self.keep(Change(place, place, line + "\n", "include", ORDER["include"]))
            if in_error:
                self.keep(Change(begin, end, line + "\n", "include", ORDER["similar"]))
