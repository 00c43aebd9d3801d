#!/usr/bin/env python3
"""Succeeds when the compiler rejects each source, and the learner reads the text at the source's end.

    expect_explanation.py --explain PROGRAM --root FOLDER --name gcc|clang|nvcc [--header HEADER] SOURCE...
                          -- COMPILER OPTION...

HEADER, which the sources include first, is compiled once and not for each of them.

The whole text is in a comment that begins with `/* The message:`, or with `/* The message of nvcc:`
where a compiler has its own. KW_UPDATE_MESSAGES=1 in the environment writes the comment anew.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
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


def problem_with(options, file, compiler):
    """What is wrong with what a learner reads; empty if nothing is."""
    try:
        told = explanation(options.explain, options.root, file, compiler, options.name)
    except Unexpected as problem:
        return str(problem)
    source = file.read_text(encoding="utf-8")
    text = find_message(source, options.name)[1]
    if text == told:
        return ""
    if os.environ.get("KW_UPDATE_MESSAGES"):
        file.write_text(with_message(source, options.name, told), encoding="utf-8")
        return ""
    return f"{options.name} leads to this message:\n{told}\nbut {file} says:\n{text or ''}"


def precompiled(header, name, compiler, folder):
    """The options with which a compiler finds this header compiled already."""
    file = Path(folder, header).with_suffix({"gcc": ".hpp.gch", "clang": ".pch"}[name])
    file.parent.mkdir(parents=True)
    wrapper = Path(folder, "precompiled.hpp")
    wrapper.write_text(f"#include <{header}>\n", encoding="utf-8")
    subprocess.run([*(word for word in compiler if word != "-fsyntax-only"), "-x", "c++-header", wrapper, "-o", file],
                   check=True)
    return ["-include-pch", file] if name == "clang" else [f"-I{folder}"]


def main():
    begin = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--explain", required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--header")
    parser.add_argument("sources", type=Path, nargs="+")
    options = parser.parse_args(sys.argv[1:begin])
    compiler = sys.argv[begin + 1:]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        if options.header:
            compiler[1:1] = precompiled(options.header, options.name, compiler, folder)
        problems = list(pool.map(lambda file: problem_with(options, file, compiler), options.sources))
    print(f"{len(problems)} sources")
    if any(problems):
        sys.exit("\n\n".join(filter(None, problems)))


if __name__ == "__main__":
    main()
