"""The changes that may make a file compile again: the compiler's own, those of a table, other names and brackets."""

import bisect
import difflib
import re
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import tokens as cpp
from changes import Change, Collector
from names import KEYWORDS, declares

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "common/include/kernelwright"
NAMES = LIBRARY / "language/names.def"  # every function of tl
NOT_FOR_LEARNERS = ("cpu", "cuda", "testing", "benchmarking")  # folders of the library
LINE, TOKEN, FAR = 12, 1.2, 12  # what each line and each token between the error and a change adds to its order
BEFORE, AFTER = 3, 1            # lines around the error
# The kinds of changes that make a file compile in one way alone. Others need the tests to be believed.
BELIEVED = ("compiler's", "bracket", "semicolon", "similar", "declared", "include")


class Surroundings(NamedTuple):
    """Names and lines that are known outside of the file."""
    words: frozenset     # every name
    includes: tuple      # lines at the top of the lesson's other files


def surroundings(target):
    """What a file of the task TARGET, such as lesson03.4.exercise.cpu, may use."""
    number = re.match(r"lesson(\d\d)", target)[1]
    headers = [path for path in LIBRARY.rglob("*.hpp")
               if path.relative_to(LIBRARY).parts[0] not in NOT_FOR_LEARNERS]
    headers += (ROOT / "lessons").glob(f"{number}_*/*.hpp")
    words = set(re.findall(r"^KW_\w+\(\s*(\w+)", _text(NAMES), re.MULTILINE))
    for path in headers:
        words.update(re.findall(r"\b[A-Za-z_]\w{2,}\b", re.sub(r"//[^\n]*", "", _text(path))))
    lines = {}
    for path in sorted((ROOT / "exercises").glob(f"{number}_*/*.cpp")):
        lines.update(dict.fromkeys(re.findall(
            r"^(?:#include [<\"][^>\"]+[>\"]|using namespace kw;)", _text(path), re.MULTILINE)))
    return Surroundings(frozenset(words), tuple(lines))


def _text(path):
    return path.read_text(encoding="utf-8", errors="replace")


class Slips(Collector):
    """Collects changes around the place where the compiler stopped."""

    def __init__(self, source, line, column, known, fixes=()):
        """`column`: from 1, or None. `known`: its surroundings. `fixes`: the compiler's."""
        super().__init__(source, cpp.read(source))
        self.line, self.known = line, known
        self.starts = list(accumulate(map(len, source.splitlines(keepends=True)), initial=0))  # of the lines
        self.begins = [t.start for t in self.t]
        at = self.starts[min(line, len(self.starts)) - 1] + (column or 1) - 1
        self.error = bisect.bisect_left(self.begins, at) if column else None
        self.near = [i for i, t in enumerate(self.t) if -BEFORE <= self.line_at(t.start) - line <= AFTER]
        for start, end, text in fixes:
            self.at(start, end, text, "compiler's")

    def line_at(self, place):
        return max(1, bisect.bisect_right(self.starts, place))

    def later_at(self, start):
        away = 0 if self.error is None else min(abs(bisect.bisect_left(self.begins, start) - self.error), FAR)
        return LINE * abs(self.line_at(start) - self.line) + TOKEN * away

    def collect(self):
        for i in self.near:
            self.at(self.t[i].start, self.t[i].end, "", "left out", -12)
            self.from_table(i, len(self.source) + 1, ("instead", "declared"), 2)
        self.names()
        self.unbalanced()
        self.lines()
        self.headers()
        best = {}
        for change in sorted(self.found, key=lambda change: change.order):
            best.setdefault((change.start, change.end, change.text), change)
        return list(best.values())

    def names(self):
        """Other names: those that look alike, and in the place of an unknown one all that the file declares above."""
        own = {t.text: t.start for i, t in reversed(list(enumerate(self.t))) if declares(self.t, i)}
        constants = re.findall(r"\b(?:int|bool|class) (\w+)(?=\s*[,>])", self.source)
        in_file = sorted({t.text for t in self.t if t.kind == "name"})
        everything = sorted({*in_file, *self.known.words})
        for i in self.near:
            token = self.t[i]
            if token.kind != "name" or token.text in KEYWORDS and self.word(i - 1) != ".":
                continue
            is_own = token.text in own and self.word(i - 1) != "."
            unknown = not is_own and self.word(i - 1) not in (".", "::") and self.word(i + 1) not in ("(", ".", "::")
            for rank, other in enumerate(similar(token.text, tuple(in_file if is_own else everything))):
                self.at(token.start, token.end, other, "similar", rank + 14 * is_own)
            for rank, other in enumerate([name for name in own if own[name] < token.start] if unknown else ()):
                self.at(token.start, token.end, other, "name", -10 + 0.2 * rank)
            if unknown and token.text[:1].isupper():
                self.template_line(i)
            for argument in constants if self.word(i + 1) in ("(", "{") else ():
                self.at(token.end, token.end, f"<{argument}>", "template", 2)

    def template_line(self, i):
        """What declares a name of a template: a block size above the struct, a type above the function."""
        for word, head in (("struct", f"template <int {self.word(i)}>\n"), ("KW_KERNEL", f"  template <class {self.word(i)}>\n")):
            above = self.source.rfind(word, 0, self.t[i].start)
            if above >= 0:
                begin = self.source.rfind("\n", 0, above) + 1
                self.found.append(Change(begin, begin, head, "template", 16))

    def unbalanced(self):
        """The bracket that the file lacks, or has too many of."""
        for begin, end in cpp.OPEN.items():
            more = sum((t.text == begin) - (t.text == end) for t in self.t)
            missing, extra = (end, begin) if more > 0 else (begin, end)
            for i in self.near if more else ():
                t = self.t[i]
                self.at(t.end, t.end, missing, "bracket")
                self.at(t.start, t.start, missing, "bracket", 1)
                if t.text == extra:
                    self.at(t.start, t.end, "", "bracket", -2)
                if t.kind == "sign":
                    self.at(t.start, t.end, missing, "bracket", 1)
            for number in range(self.line - BEFORE, self.line + AFTER + 1) if more and missing in "{}" else ():
                if 0 < number < len(self.starts):
                    place = self.starts[number]
                    self.at(place - 1, place - 1, " " + missing, "bracket")
                    self.at(place, place, missing + "\n", "bracket")

    def lines(self):
        """A sign at the end of a line, a line too many, or one that belongs after the next."""
        for number in range(max(1, self.line - BEFORE), min(len(self.starts) - 1, self.line + AFTER) + 1):
            begin, end = self.starts[number - 1], self.starts[number]
            text = self.source[begin:end]
            code = re.sub(r"\s*//.*", "", text.rstrip("\n")).rstrip()
            if code.strip() and not code.endswith(("{", ";", ",", "(")):
                for rank, sign in enumerate((";", " {", ")")):
                    self.at(begin + len(code), begin + len(code), sign, "semicolon", 6 * rank)
            self.at(begin, end, "", "line")
            if number + 1 < len(self.starts):
                after = self.source[end:self.starts[number + 1]]
                self.at(begin, end + len(after), after + text, "line", 2)

    def headers(self):
        """A line at the top that other files of the lesson have, and this one does not."""
        ends = [line.end() for line in re.finditer(r"^#include .*\n", self.source, re.MULTILINE)]
        begin, end = self.starts[min(self.line, len(self.starts)) - 1], self.starts[min(self.line, len(self.starts) - 1)]
        for line in self.known.includes:
            if line not in self.source:
                place = ends[-1] if ends else 0
                self.found.append(Change(place, place, line + "\n", "include", 26))
                if self.source[begin:end].startswith("#"):
                    self.found.append(Change(begin, end, line + "\n", "include", 6))


@lru_cache(maxsize=None)
def similar(name, words):
    """Words that a name is taken for: nearly the same, the whole of which it is a part, or short for."""
    close = difflib.get_close_matches(name, words, 6, 0.7)
    return [word for word in dict.fromkeys(close + [word for word in words if _is_short_for(*sorted((word, name), key=len))])
            if word != name][:10]


def _is_short_for(short, word):
    """Whether a word has the letters of another one in their order, the first of them first: cols, columns."""
    rest = iter(word)
    return len(short) > 2 and (short[0] == word[0] and all(letter in rest for letter in short) or word.endswith(short))
