"""Expressions of C++ as trees, so that two of them can be compared however they are written.

A tree is a tuple: ("name", text), ("+" or another operator, parts...), ("call", function, arguments...),
("member", object, dot, name), ("index", object, arguments...), ("template", name, text), ("sign", operator,
part), ("choice", condition, one, other) or ("text", text) for what is not taken apart. Sums, products and
others that do not depend on parentheses are flat, and differences are sums: a + (b - c) is a + b + -c.
"""

import tokens as cpp

LEVELS = (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"),
          ("+", "-"), ("*", "/", "%"))
LEVEL_OF = {sign: level for level, signs in enumerate(LEVELS) for sign in signs}
FLAT = ("||", "&&", "|", "^", "&", "+", "*")
TOP = len(LEVELS)  # what no parentheses are needed for


class NotRead(Exception):
    """The tokens are not an expression that this reads."""


def read(tokens, first, last):
    """The tree of the tokens first..last."""
    try:
        return _Reader(tokens, first, last).whole()
    except (NotRead, IndexError):
        return ("text", " ".join(t.text for t in tokens[first:last + 1]))


def joined(sign, parts):
    """The parts with the operator between them."""
    if sign == "-":
        return joined("+", [parts[0]] + [negated(part) for part in parts[1:]])
    if sign not in FLAT:
        return (sign, *parts)
    flat = []
    for part in parts:
        flat += part[1:] if part[0] == sign else (part,)
    return (sign, *flat)


def negated(tree):
    if tree[0] == "+":
        return ("+", *(negated(part) for part in tree[1:]))
    return tree[2] if tree[:2] == ("sign", "-") else ("sign", "-", tree)


def mapped(tree, change):
    """The tree in which `change` has replaced each part for which it does not return None."""
    new = change(tree)
    if new is not None:
        return new
    parts = [mapped(part, change) if isinstance(part, tuple) else part for part in tree[1:]]
    if tree[:2] == ("sign", "-"):
        return negated(parts[1])
    return joined(tree[0], parts) if tree[0] in FLAT else (tree[0], *parts)


def parts_of(tree):
    """The tree and all trees in it."""
    yield tree
    for part in tree[1:]:
        if isinstance(part, tuple):
            yield from parts_of(part)


def words(tree):
    """The words of a tree, in their order."""
    if tree[0] in ("name", "text"):
        return tree[1].split()
    found = [tree[0]] if tree[0] in LEVEL_OF else []
    for part in tree[1:]:
        found += words(part) if isinstance(part, tuple) else [part]
    return found


def text(tree, level=-1):
    """The tree as C++, in parentheses if it binds less than what is around it."""
    kind = tree[0]
    if kind in ("name", "text"):
        return tree[1]
    if kind in ("call", "index"):
        opened, closed = ("(", ")") if kind == "call" else ("[", "]")
        return f"{text(tree[1], TOP)}{opened}{', '.join(text(part) for part in tree[2:])}{closed}"
    if kind == "member":
        return text(tree[1], TOP) + tree[2] + tree[3]
    if kind == "template":
        return tree[1] + tree[2]
    if kind == "sign":
        return tree[1] + text(tree[2], TOP)
    if kind == "choice":
        made = f"{text(tree[1], 0)} ? {text(tree[2], 0)} : {text(tree[3], 0)}"
        return f"({made})" if level >= 0 else made
    own = LEVEL_OF[kind]
    first = text(tree[1], own - 1 if kind in FLAT or tree[1][0] in LEVELS[own] else own)
    made = first + "".join(f" - {text(part[2], own)}" if kind == "+" and part[:2] == ("sign", "-")
                           else f" {kind} {text(part, own)}" for part in tree[2:])
    unclear = 2 <= level <= 4 and own < 8  # compilers warn of & beside a comparison, and of | beside &
    return f"({made})" if level >= own or unclear else made


class _Reader:
    def __init__(self, tokens, first, last):
        self.t, self.at, self.last = tokens, first, last

    def sign(self):
        return self.t[self.at].text if self.at <= self.last else ""

    def choice(self):
        tree = self.binary(0)
        if self.sign() != "?":
            return tree
        self.at += 1
        one = self.choice()
        if self.sign() != ":":
            raise NotRead
        self.at += 1
        return ("choice", tree, one, self.choice())

    def binary(self, level):
        if level == TOP:
            return self.unary()
        tree = self.binary(level + 1)
        while self.sign() in LEVELS[level] and not self.t[self.at].angle:
            sign = self.sign()
            self.at += 1
            tree = joined(sign, [tree, self.binary(level + 1)])
        return tree

    def unary(self):
        if self.sign() in ("-", "!", "*", "&", "~", "+"):
            sign = self.sign()
            self.at += 1
            part = self.unary()
            return negated(part) if sign == "-" else ("sign", sign, part)
        return self.postfix(self.primary())

    def primary(self):
        if self.at > self.last:
            raise NotRead
        token = self.t[self.at]
        if token.text == "(":
            end = self._end()
            tree = _Reader(self.t, self.at + 1, end - 1).whole()
            self.at = end + 1
            return tree
        if token.kind == "sign":  # such as a lambda, which stays as it is
            raise NotRead
        self.at += 1
        name = token.text
        while self.sign() == "::" and self.at < self.last:
            name += "::" + self.t[self.at + 1].text
            self.at += 2
        return ("name", name)

    def whole(self):
        tree = self.choice()
        if self.at <= self.last:
            raise NotRead
        return tree

    def _end(self):
        end = self.t[self.at].match
        if not self.at < end <= self.last:
            raise NotRead
        return end

    def postfix(self, tree):
        while self.at <= self.last:
            token = self.t[self.at]
            if token.text in (".", "->"):
                if self.t[self.at + 1].text == "template":
                    self.at += 1
                tree = ("member", tree, token.text, self.t[self.at + 1].text)
                self.at += 2
            elif token.angle and token.text == "<":
                end = self._end()
                inside = "".join(t.text + (" " if t.text == "," else "") for t in self.t[self.at:end + 1])
                tree = ("template", text(tree), inside)
                self.at = end + 1
            elif token.text in cpp.OPEN:
                end = self._end()
                arguments = [read(self.t, a, b) for a, b in cpp.arguments(self.t, self.at)]
                if token.text == "{":
                    inner = ", ".join(text(part) for part in arguments)
                    tree = ("text", text(tree, TOP) + "{" + inner + "}")
                else:
                    tree = ("call" if token.text == "(" else "index", tree, *arguments)
                self.at = end + 1
            else:
                break
        return tree
