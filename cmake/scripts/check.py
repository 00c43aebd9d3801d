#!/usr/bin/env python3
"""Checks the rules for the repository's texts and sources, or for the built documentation.

    check.py ROOT [RULE...]
    check.py --documentation HTML_FOLDER [RULE...]

RULE is the name of some rows in checks/rules.py, such as sizes; without one, all rules are checked. It looks at the
files that git knows or would add. A line of the output is a place, the name of the rule, and what is wrong.
"""

import sys
from pathlib import Path

import make_skeleton
import repository
from checks import rules

SKIPPED = 77


def problems(files, rule):
    """Whatever breaks a rule, as sentences that begin with the place."""
    matching = files.matching(rule.files)
    if not matching:
        yield f"checks/rules.py: {rule.name}: no file fits {rule.files}, so this rule looks at nothing"
    for match in matching:
        try:
            for line, sentence in rule.check(repository.File(files, match)):
                place = f"{match[0]}:{line}" if line else match[0]
                yield f"{place}: {rule.name}: {sentence}"
        except make_skeleton.BrokenMarks as problem:
            place, _, sentence = str(problem).partition(": ")
            yield f"{place}: {rule.name}: {sentence}"


def check(files, table):
    """What breaks the rules of a table, and what could not be checked."""
    found, skipped = {}, {}
    for rule in table:
        try:
            found.update(dict.fromkeys(problems(files, rule)))
        except repository.Skipped as reason:
            skipped[str(reason)] = rule
    return list(found), list(skipped)


def files_of_repository(root):
    return repository.Files.below(root, repository.files(root))


def files_of_documentation(folder):
    """The files of the built documentation."""
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    if not names:
        raise repository.Skipped(f"There is no documentation in {folder} yet. Build the target docs first.")
    return repository.Files.below(folder, names)


def main(arguments):
    table, files_of = rules.REPOSITORY, files_of_repository
    if arguments[:1] == ["--documentation"]:
        table, files_of, arguments = rules.DOCUMENTATION, files_of_documentation, arguments[1:]
    names = arguments[1:]
    if not arguments or set(names) - {rule.name for rule in table}:
        sys.exit(f"{__doc__}\nRules: {' '.join(dict.fromkeys(rule.name for rule in table))}")
    try:
        files = files_of(Path(arguments[0]).resolve())
        found, skipped = check(files, [rule for rule in table if not names or rule.name in names])
    except repository.Skipped as reason:
        found, skipped = [], [str(reason)]
    for line in found + skipped:
        print(line)
    sys.exit(1 if found else SKIPPED if skipped else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
