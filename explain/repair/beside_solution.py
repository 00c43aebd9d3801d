"""Where a learner's file differs from the course's solution, as changes that bring it closer.

Statements are paired first, so that one which was moved, or put into a loop, shows as such. Names that only
the learner's file declares are matched with those that only the solution declares in the same places. There are no
changes before the learner has written most of the answer, and none that brings in much at once.
"""

import difflib
import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from os.path import commonprefix
from typing import NamedTuple

import names
import tokens as cpp
from changes import Change

KIND = "as in the solution"
WRITTEN = 0.5  # so much of the answer has to be there
MOST_NEW, MOST_NEW_TOGETHER = 18, 30  # tokens that a change brings in
MOST_PLACES, MOST_TOGETHER, MOST_CHANGES = 8, 3, 16
ALIKE = 0.45   # two statements are one that was changed
MOVED = 0.7   # so much of a statement is the same where it is put in again
BRACE = 40    # the cost of one that has no partner, in tokens


class Statement(NamedTuple):
    """Up to a semicolon or a brace: its first and last token, and their texts."""
    first: int
    last: int
    texts: tuple


class Piece(NamedTuple):
    """A place where the files differ: some characters of the learner's file, and what belongs there."""
    start: int
    end: int
    text: str
    braces: int  # so many more are opened than closed
    new: int     # tokens that it brings in
    moved: tuple = ()  # the tokens of whole statements that are taken out or put in


class File:
    """A file and its statements; `called` has other names for some of those in it."""

    def __init__(self, source, called=None):
        self.source, self.t, self.called = source, cpp.read(source), called or {}
        self.statements = [Statement(first, last, tuple(self.word(i) for i in range(first, last + 1)))
                           for first, last in _statements(self.t)]

    def word(self, i):
        text = self.t[i].text
        return self.called.get(text, text) if self.t[i].kind == "name" else text

    def text(self, first, last):
        """The tokens first..last in one line, without comments."""
        parts = [self.word(first)]
        for i in range(first + 1, last + 1):
            parts += [self.gap(i), self.word(i)]
        return "".join(parts)

    def gap(self, i):
        """What is between a token and the one before it: a space or nothing."""
        return " " if self.source[self.t[i - 1].end:self.t[i].start] else ""

    def declared(self):
        """The names that the file declares."""
        return {t.text for i, t in enumerate(self.t) if names.declares(self.t, i)}


def changes(source, solution, skeleton, lines=()):
    """Changes of the learner's file, those first that are small and touch the lines that are given."""
    mine, theirs = File(source), File(solution)
    theirs = File(solution, names_for(theirs, mine))
    if not _mostly_written(theirs, File(skeleton, theirs.called), mine):
        return []
    places = _places(_pieces(mine, theirs, _paired(mine.statements, theirs.statements)))
    if len(places) > MOST_PLACES:
        return []

    def late(parts):
        told = any(source.count("\n", 0, part.start) + 1 in lines for part in parts)
        return (not told, sum(part.new for part in parts))

    places = [place for place in places if sum(part.new for part in place) <= MOST_NEW]
    places.sort(key=late)
    sets = [[place] for place in places] + _alike(places, source)
    for count in range(2, min(MOST_TOGETHER, len(places)) + 1):
        sets += [list(chosen) for chosen in combinations(places, count)]
    made = {}
    for chosen in sets:
        parts = sorted((part for place in chosen for part in place), key=lambda part: (part.start, part.end))
        if sum(part.new for part in parts) <= MOST_NEW_TOGETHER:
            found = tuple(Change(part.start, part.end, part.text, KIND, len(made)) for part in parts)
            made.setdefault(tuple(parts), replace(found[0], more=found[1:]))
    return list(made.values())[:MOST_CHANGES]


def _alike(places, source):
    """Places that need the same change, such as the loads of two inputs: one change of them all."""
    same = {}
    for place in places:
        same.setdefault(tuple((source[part.start:part.end], part.text) for part in place), []).append(place)
    return [found for found in same.values() if len(found) > 1]


def _statements(t):
    """(first, last) of each statement, and of what is before or after a brace."""
    found, first = [], 0
    for i, token in enumerate(t):
        around = token.around
        while around >= 0 and t[around].text == "{":
            around = t[around].around
        if token.text in (";", "{", "}") and around < 0:
            found.append((first, i))
            first = i + 1
    return found


def names_for(theirs, mine):
    """The learner's names for names of the solution: only one of the files declares each of them."""
    of_mine, of_theirs = mine.declared(), theirs.declared()

    def words(file, declared):
        return ["a name" if t.text in declared else t.text for t in file.t]

    matcher = difflib.SequenceMatcher(None, words(mine, of_mine), words(theirs, of_theirs), autojunk=False)
    met = Counter((theirs.t[b + k].text, mine.t[a + k].text)
                  for a, b, size in matcher.get_matching_blocks() for k in range(size))
    called = {}
    for (their, my), _ in met.most_common():
        if their in of_theirs - of_mine - called.keys() and my in of_mine - of_theirs - set(called.values()):
            called[their] = my
    return called


def _cost(statement):
    return len(statement.texts) + BRACE * (statement.texts[-1] in ("{", "}"))


def _paired(mine, theirs):
    """[(i, j)]: the statement i of mine belongs to j of theirs, so that as little as possible differs. One of
    the two is None where a statement has no partner."""
    best = {(0, 0): (0.0, None, None)}
    for i, j in product(range(len(mine) + 1), range(len(theirs) + 1)):
        if i or j:
            best[i, j] = min(_ways(best, mine, theirs, i, j), key=lambda way: way[0])
    pairs, at = [], (len(mine), len(theirs))
    while at != (0, 0):
        _, at, pair = best[at]
        pairs.append(pair)
    return pairs[::-1]


def _ways(best, mine, theirs, i, j):
    """(cost, i and j before, pair) of what may come last."""
    together = _difference(mine[i - 1].texts, theirs[j - 1].texts) if i and j else None
    for cost, a, b in ((together, i - 1, j - 1),
                       (_cost(mine[i - 1]) if i else None, i - 1, None),
                       (_cost(theirs[j - 1]) if j else None, None, j - 1)):
        if cost is not None:
            before = (i if a is None else a, j if b is None else b)
            yield best[before][0] + cost, before, (a, b)


@lru_cache(maxsize=None)
def _difference(a, b):
    """So many tokens differ in two statements; None if they are too different to be one."""
    if a == b:
        return 0.0
    if a[-1] != b[-1]:
        return None
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    if matcher.quick_ratio() < ALIKE or matcher.ratio() < ALIKE:
        return None
    return (1 - matcher.ratio()) * (len(a) + len(b))


def _found_in(file, other):
    """The numbers of the tokens of `file` that `other` has in the same order."""
    same = difflib.SequenceMatcher(None, *([each.word(i) for i in range(len(each.t))] for each in (other, file)), autojunk=False)
    return {number for _, first, size in same.get_matching_blocks() for number in range(first, first + size)}


def _mostly_written(theirs, skeleton, mine):
    """Whether most of what the skeleton lacks is in the learner's file."""
    answer = set(range(len(theirs.t))) - _found_in(theirs, skeleton)
    return bool(answer) and len(answer & _found_in(theirs, mine)) >= WRITTEN * len(answer)


def _pieces(mine, theirs, pairs):
    """The pieces of all statements that differ, in their order."""
    found, at = [], 0
    for i, j in pairs:
        if i is None:
            found.append(_put_in(mine, theirs, at, theirs.statements[j]))
        else:
            at = i + 1
            if j is None:
                found.append(_taken_out(mine, mine.statements[i]))
            elif mine.statements[i].texts != theirs.statements[j].texts:
                found.append(_replaced(mine, theirs, mine.statements[i], theirs.statements[j]))
    return found


def _line_of(source, place):
    return source.rfind("\n", 0, place) + 1


def _taken_out(mine, statement):
    """A statement, with its line if that has nothing else."""
    start, end = mine.t[statement.first].start, mine.t[statement.last].end
    rest = re.compile(r"[ \t]*(?://[^\n]*)?\n").match(mine.source, end)
    line = _line_of(mine.source, start)
    if rest and not mine.source[line:start].strip():
        start, end = line, rest.end()
    return Piece(start, end, "", -_opened(statement), 0, statement.texts)


def _put_in(mine, theirs, at, statement):
    """A statement of the solution before the learner's statement number `at`, or at the end."""
    text, opened = theirs.text(statement.first, statement.last), _opened(statement)
    if at == len(mine.statements):
        return Piece(len(mine.source), len(mine.source), text + "\n", opened, len(statement.texts), statement.texts)
    place = mine.t[mine.statements[at].first].start
    line = _line_of(mine.source, place)
    indent = mine.source[line:place]
    if indent.strip():
        return Piece(place, place, text + " ", opened, len(statement.texts), statement.texts)
    deeper = "  " if mine.t[mine.statements[at].first].text == "}" else ""
    return Piece(line, line, indent + deeper + text + "\n", opened, len(statement.texts), statement.texts)


def _replaced(mine, theirs, old, new):
    """From the first token that differs to the last."""
    a, b = old.texts, new.texts
    before = len(commonprefix((a, b)))
    after = len(commonprefix((a[before:][::-1], b[before:][::-1])))
    first, last = old.first + before, old.last - after   # of mine
    begin, end = new.first + before, new.last - after    # of theirs
    text = theirs.text(begin, end) if begin <= end else ""
    same = difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks()
    brought = len(b) - sum(size for _, _, size in same)
    start, stop = mine.t[first].start, mine.t[last].end
    if before and "\n" not in mine.source[mine.t[first - 1].end:start]:
        start, text = mine.t[first - 1].end, (theirs.gap(begin) if text else "") + text
    if first > last:  # only put in
        stop = start
    if after and (text or before) and (first > last or "\n" not in mine.source[stop:mine.t[last + 1].start]):
        stop = max(stop, mine.t[last + 1].start)
        text += theirs.gap(end + 1)
    return Piece(start, stop, text, 0, brought)


def _opened(statement):
    return {"{": 1, "}": -1}.get(statement.texts[-1], 0)


def _places(pieces):
    """Lists of pieces that belong together: statements that moved, the braces of a block, neighbours."""
    moves = _moves(pieces)
    used = {k for move in moves for k in move}
    places, balance = [], 0
    for piece in (piece for k, piece in enumerate(pieces) if k not in used):
        last = places[-1][-1] if places else None
        if not last or not balance and not (piece.moved and last.moved and piece.start <= last.end):
            places.append([])
        places[-1].append(piece)
        balance += piece.braces
    return places + [[pieces[k] for k in move] for move in moves]


def _moves(pieces):
    """Lists of the numbers of pieces that take statements out and put them in elsewhere, nearly the same."""
    out = [k for k, piece in enumerate(pieces) if piece.moved and not piece.text]
    moves = []
    for k, piece in enumerate(pieces):
        near = {n: difflib.SequenceMatcher(None, pieces[n].moved, piece.moved, autojunk=False).ratio()
                for n in out} if piece.moved and piece.text else {}
        taken = max(near, key=near.get, default=None)
        if taken is None or near[taken] < (1.0 if piece.braces else MOVED):
            continue
        out.remove(taken)
        pieces[k] = piece._replace(new=round((1 - near[taken]) * len(piece.moved)))
        if moves and moves[-1][-1] == k - 1 and moves[-1][-2] == taken - 1:
            moves[-1] += [taken, k]
        else:
            moves.append([taken, k])
    return moves
