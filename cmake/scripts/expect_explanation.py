#!/usr/bin/env python3
"""Succeeds when the compiler rejects a source, and the learner reads the text at the source's end.

    expect_explanation.py --explain PROGRAM --root FOLDER --name gcc|clang|nvcc SOURCE
                          -- COMPILER OPTION...

The whole text is in a comment that begins with `/* The message:`, or with `/* The message of nvcc:`
where a compiler has its own. KW_UPDATE_MESSAGES=1 in the environment writes the comment anew.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

MOST_LINES = 12


class Unexpected(Exception):
    """The compiler accepts the source, or the message is not one for a learner."""


def find_message(source, name):
    """(mark, text) of the message for this compiler; (mark, None) where there is none yet."""
    for mark in (f"The message of {name}", "The message"):
        _, begin, rest = source.partition(f"\n/* {mark}:\n")
        if begin:
            return mark, rest.partition("*/\n")[0]
    return "The message", None


def with_message(source, name, told):
    """The source with this message. Another compiler's stays as it is, unless the other is g++."""
    mark, text = find_message(source, name)
    if text is not None and mark == "The message" and name != "gcc":
        mark, text = f"The message of {name}", None
    comment = f"\n/* {mark}:\n{told}*/\n"
    if text is None:
        return source + comment
    return source.replace(f"\n/* {mark}:\n{text}*/\n", comment)


def explanation(explain, root, source, compiler, name):
    """What the learner reads, with paths below the root."""
    run = subprocess.run([explain, root, source.relative_to(root), "--", *compiler, source],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                         errors="replace")
    told = run.stdout.replace(f"{root}/", "")
    if run.returncode == 0:
        raise Unexpected(f"{name} accepts {source}")
    if not told:
        raise Unexpected(f"{name} refuses {source} without a word (exit code {run.returncode})")
    if told.count("\n") > MOST_LINES:
        raise Unexpected(f"{told.count(chr(10))} lines are too many:\n{told}")
    return told


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--explain", required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("source", type=Path)
    parser.add_argument("compiler", nargs="+")
    options = parser.parse_args()
    name, file = options.name, options.source
    try:
        told = explanation(options.explain, options.root, file, options.compiler, name)
    except Unexpected as problem:
        sys.exit(str(problem))
    source = file.read_text(encoding="utf-8")
    text = find_message(source, name)[1]
    if text == told:
        return
    if os.environ.get("KW_UPDATE_MESSAGES"):
        file.write_text(with_message(source, name, told), encoding="utf-8")
    else:
        sys.exit(f"{name} leads to this message:\n{told}\nbut {file} says:\n{text or ''}")


if __name__ == "__main__":
    main()
