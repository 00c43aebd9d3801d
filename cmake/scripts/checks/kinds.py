"""The kinds of rules.

Each function here makes a check from data: a function that takes a File and yields (line, sentence) for whatever is
wrong, with line 0 for the file as a whole. In patterns and sentences, `%(name)s` stands for a named group of the path's
pattern or of the pattern that found the place, `%(found)s` for all of what it found.
"""

import re
from typing import Callable, NamedTuple


class Rule(NamedTuple):
    """A row of a table of rules: what fits `files`, from end to end, has to pass `check`."""

    name: str
    files: str
    check: Callable


def matches(pattern, file):
    """Each match of a pattern in a file's text, and the parts that a sentence about it may name."""
    for match in re.finditer(pattern % file.parts, file.text, re.MULTILINE):
        yield match, {**file.parts, **match.groupdict(), "found": match[0]}


def has(pattern, say, at_least=1):
    """The text has the pattern, once or more often."""
    def check(file):
        count = sum(1 for _ in matches(pattern, file))
        if count < at_least:
            yield 0, say % {**file.parts, "count": count}
    return check


def lacks(pattern, say):
    """The pattern is nowhere in the text."""
    def check(file):
        for match, parts in matches(pattern, file):
            yield file.line(match.start()), say % parts
    return check


def once(pattern, say):
    """No two matches have the same `name`."""
    def check(file):
        seen = set()
        for match, parts in matches(pattern, file):
            if parts["name"] in seen:
                yield file.line(match.start()), say % parts
            seen.add(parts["name"])
    return check


def known(pattern, names, say):
    """Each `name` in the text is one of the names (see names_of)."""
    def check(file):
        all_names = names(file.files)
        for match, parts in matches(pattern, file):
            if parts["name"] not in all_names:
                yield file.line(match.start()), say % parts
    return check


def names_of(files, name, pattern=None):
    """The names that files have, or that a pattern finds in them: `name` with the parts of each."""
    def collect(all_files):
        found = set()
        for path in all_files.matching(files):
            text = all_files.text(path[0]) if pattern else ""
            for match in re.finditer(pattern, text, re.MULTILINE) if pattern else [path]:
                found.add(name % {**path.groupdict(""), **match.groupdict("")})
        return found
    return collect


def at_most(lines, say):
    """The file has no more lines than that."""
    def check(file):
        count = file.text.count("\n")
        if count > lines:
            yield 0, say % {**file.parts, "count": count, "most": lines}
    return check


def path_is(pattern, say):
    """The path fits a second pattern as well."""
    def check(file):
        if not re.fullmatch(pattern, file.name):
            yield 0, say % file.parts
    return check


def needs(path, say="%(path)s is missing"):
    """There is another file, whose path may have parts of this one's."""
    def check(file):
        needed = path % file.parts
        if needed not in file.files.known:
            yield 0, say % {**file.parts, "path": needed}
    return check
