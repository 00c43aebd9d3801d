"""The changes that one slip of a learner may need: each replaces a few words of the learner's file."""

from dataclasses import dataclass
from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of change: the lower its order, the sooner it is tried. One that is sure is seldom right by luck and
    keeps what the learner has, so it is tried before the solution's words."""
    order: int
    sure: bool = False


# A change that brings in a name which nothing uses comes far sooner, because a name that nothing uses is
# mostly the one that was forgotten.
KINDS = {
    "shadow": Kind(10),         # a second variable of the same name
    "argument": Kind(14),       # one more: a mask, an axis, an accumulator
    "cdiv": Kind(16, True),
    "limit": Kind(18, True),    # < for <=
    "rescaled": Kind(19),       # a sum for the old maximum, brought to the new one
    "axis": Kind(20),
    "begins": Kind(24),         # where a block begins
    "left out": Kind(32),       # an operand or an argument
    "sign": Kind(34),
    "comparison": Kind(34, True),
    "more": Kind(34),           # a factor or a summand
    "function": Kind(36),       # another one, or none
    "name": Kind(36),
    "number": Kind(36),
    "view": Kind(40),           # (_, None), (None, _) or tl.trans
    "exchanged": Kind(42),      # two names, arguments or operands
    "regrouped": Kind(46),      # other parentheses
    "wrapped": Kind(52),        # a function around a name
    "statement": Kind(56),      # left out, or moved
    "one more": Kind(58),
    "name of another kind": Kind(78),
}


@dataclass(frozen=True)
class Change:
    """A part of the file, and what may belong there instead."""
    start: int
    end: int
    text: str
    kind: str
    order: float
    more: tuple = ()  # changes of later places that are only right together with it

    def applied(self, source):
        for part in reversed((self, *self.more)):
            source = source[:part.start] + part.text + source[part.end:]
        return source
