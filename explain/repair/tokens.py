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
    """A bracket that is never closed ends with its statement."""
    opened = []
    for index, token in enumerate(tokens):
        while token.text in (";", "}") and opened and tokens[opened[-1]].text != "{" and (
                token.text == "}" or tokens[opened[-1] - 1].text != "for"):
            opened.pop()
        if token.text in OPEN.values() and opened and OPEN[tokens[opened[-1]].text] == token.text:
            token.match = opened.pop()
            tokens[token.match].match = index
        token.around = opened[-1] if opened else -1
        if token.text in OPEN:
            opened.append(index)


def _match_angles(tokens):
    """Marks the angle brackets of template arguments: `size<BLOCK>`, `shape<BM, BN>`, `axis<0>`."""
    for index, token in enumerate(tokens):
        before = tokens[index - 1]
        if token.text != "<" or index == 0 or before.kind != "name" or before.end != token.start:
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
        if not any(brace < index < tokens[brace].match for _, brace in found):
            found.append((opening, index))
    return found


def arguments(tokens, opening):
    """The arguments of a call, each as its first and its last token."""
    return [(a, b - 1) for a, b in split(tokens, opening + 1, tokens[opening].match, ",", opening) if a < b]


def split(tokens, first, end, sign, around):
    """(first, end) of each part between two tokens that a sign separates, in the bracket `around` and in no other."""
    cuts = [i for i in range(first, end)
            if tokens[i].text == sign and tokens[i].around == around and not tokens[i].constant] + [end]
    return list(zip([first] + [cut + 1 for cut in cuts], cuts))


def statements(tokens, brace):
    """(first, end) of each statement of a function, in their order: `end` is its semicolon, or the brace of its block."""
    found, start, i = [], brace + 1, brace + 1
    while i < tokens[brace].match:
        t = tokens[i]
        if t.text == "}":
            start = i + 1
        elif t.text == ";" or t.text == "{" and tokens[i - 1].text in (")", "else", "{", "}", ";"):
            found.append((start, i))
            start = i + 1
        elif t.match > i:
            i = t.match  # of an argument, a lambda or an initialiser
        i += 1
    return found


def heads(tokens, first, end):
    """The parts between the parentheses of a loop or a branch among these tokens, each as (first, end)."""
    for i in range(first, end):
        t = tokens[i]
        if t.text == "(" and t.match > i and t.around == tokens[first].around and tokens[i - 1].text in ("for", "while", "if"):
            yield split(tokens, i + 1, t.match, ";", i)
