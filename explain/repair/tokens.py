"""Reads a learner's C++ file as tokens: names, numbers, operators and brackets, each with its place."""

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])')
      | (?P<number>\.?\d(?:[\w.']|[eE][+-])*)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<sign><<=|>>=|->|::|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])
      | (?P<space>\s+)""", re.VERBOSE | re.DOTALL)

OPEN = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Token:
    """A word of the file."""
    kind: str   # name, number, sign or text
    text: str
    start: int  # in the file
    end: int
    match: int = -1    # of a bracket: the index of its partner
    around: int = -1   # the index of the innermost open bracket; -1 for none
    angle: bool = False  # < or > as a bracket of template arguments
    constant: bool = False  # in such brackets, where only a constant may be


def read(source):
    """The tokens of a file without comments and without lines of the preprocessor."""
    blank = re.sub(r"^[ \t]*#[^\n]*", lambda line: " " * len(line[0]), source, flags=re.MULTILINE)
    tokens = [Token(found.lastgroup, found[0], found.start(), found.end())
              for found in _TOKEN.finditer(blank) if found.lastgroup not in ("comment", "space")]
    _match_brackets(tokens)
    _match_angles(tokens)
    return tokens


def _match_brackets(tokens):
    opened = []
    for index, token in enumerate(tokens):
        if token.text in OPEN.values() and opened and OPEN[tokens[opened[-1]].text] == token.text:
            token.match = opened.pop()
            tokens[token.match].match = index
        token.around = opened[-1] if opened else -1
        if token.text in OPEN:
            opened.append(index)


def _match_angles(tokens):
    """Marks the angle brackets of template arguments: `size<BLOCK>`, `shape<BM, BN>`, `axis<0>`."""
    for index, token in enumerate(tokens):
        if token.text != "<" or index == 0 or tokens[index - 1].kind != "name":
            continue
        if tokens[index - 1].end != token.start:
            continue  # a comparison has spaces
        depth, at = 1, index + 1
        while at < len(tokens) and depth and tokens[at].text not in ";{}":
            depth += {"<": 1, ">": -1}.get(tokens[at].text, 0)
            at += 1
        if depth == 0:
            token.angle = tokens[at - 1].angle = True
            token.match, tokens[at - 1].match = at - 1, index
            for inner in tokens[index + 1:at - 1]:
                inner.constant = True


def bodies(tokens):
    """The functions of a file: (index of the parenthesis before the parameters, index of the brace)."""
    found = []
    for index, token in enumerate(tokens):
        if token.text != "{" or token.match < 0:
            continue
        before = index - 1
        while before >= 0 and tokens[before].text in ("const", "noexcept"):
            before -= 1
        if before < 0 or tokens[before].text != ")" or tokens[before].match < 0:
            continue
        opening = tokens[before].match
        if tokens[opening - 1].text in ("if", "for", "while", "switch", "constexpr", "]"):
            continue
        if not any(inside(tokens, index, brace) for _, brace in found):
            found.append((opening, index))
    return found


def inside(tokens, index, brace):
    """Whether the token is between a brace and its partner."""
    return brace < index < tokens[brace].match


def arguments(tokens, opening):
    """The arguments of a call, each as its first and its last token."""
    found, start, i, end = [], opening + 1, opening + 1, tokens[opening].match
    while i <= end:
        t = tokens[i]
        if i == end or t.text == ",":
            if i > start:
                found.append((start, i - 1))
            start = i + 1
        skips = (t.text in OPEN or t.angle and t.text == "<") and i < t.match < end
        i = t.match + 1 if skips else i + 1
    return found
