#!/usr/bin/env python3
"""Compares the page about threats with the tests that it names.

    check_threats.py <root>

Whatever the page names as a test must exist, and each submission of grader/test/cheats/ that tries
something must be named.
"""
import pathlib
import re
import sys

PAGE = "docs/pages/threats.md"
CHEATS = "grader/test/cheats"
TESTS = ("grader/test", "common/test")


def named_on(page):
    """The names in backticks that are those of a cheat or of a test."""
    words = re.findall(r"`([^`\s]+)`", page)
    cheats = {word for word in words if re.fullmatch(r"\d_\w+/\w+", word)}
    tests = {word for word in words if re.fullmatch(r"[A-Z]\w+\.[A-Z]\w+", word)}
    return cheats, tests


def tests_in(text):
    return {f"{suite}.{name}"
            for suite, name in re.findall(r"^TEST(?:_F|_P)?\((\w+), (\w+)\)", text, re.MULTILINE)}


def problems(page, cheats, tests):
    named_cheats, named_tests = named_on(page)
    found = [f"{PAGE} names {name}, which is not in {CHEATS}"
             for name in sorted(named_cheats - cheats)]
    found += [f"{PAGE} names the test {name}, which does not exist"
              for name in sorted(named_tests - tests)]
    found += [f"{PAGE} does not say what becomes of {name}"
              for name in sorted(cheats - named_cheats)]
    return found


def main(root):
    root = pathlib.Path(root)
    cheats = {f"{file.parent.name}/{file.stem}" for file in root.glob(f"{CHEATS}/[0-9]*/*.cpp")}
    tests = set()
    for folder in TESTS:
        for file in (root / folder).rglob("*_test.cpp"):
            tests |= tests_in(file.read_text(encoding="utf-8"))
    found = problems((root / PAGE).read_text(encoding="utf-8"), cheats, tests)
    for problem in found:
        print(problem)
    return 1 if found or not cheats else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
