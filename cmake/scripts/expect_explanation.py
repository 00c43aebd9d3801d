#!/usr/bin/env python3
"""Succeeds when the compiler rejects each kernel that is a slip, and the learner reads the text that its table has.

    expect_explanation.py --explain PROGRAM --root FOLDER --name gcc|clang|nvcc [--header HEADER] --frame FILE TABLE...
                          -- COMPILER OPTION...

HEADER, which the frame includes first, is compiled once and not for each kernel. The tables are read by cases.py. Each
message ends with the same line in brackets, which they leave out. Slips in solutions are read by g++ alone.
KW_UPDATE_MESSAGES=1 in the environment writes the texts anew.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from string import Template

import cases

MOST_LINES = 12
LAST_LINE = "  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)\n"


def explanation(explain, root, source, compiler, name):
    """(what the learner reads of this source, which is called kernel.cpp there; why that is no message for one). The first
    is empty if the compiler accepts it."""
    shown = os.path.relpath(source, root)
    run = subprocess.run([explain, root, shown, "--", *compiler, source], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    told = run.stdout.replace(str(source), shown).replace(shown, "kernel.cpp").replace(f"{root}/", "")
    if run.returncode == 0:
        return "", ""
    return told[:-len(LAST_LINE)], (
        f"{name} refuses it without a word (exit code {run.returncode})" if not told else
        f"{told.count(chr(10))} lines are too many:\n{told}" if told.count("\n") > MOST_LINES else
        f"the last line is not the usual one:\n{told}" if not told.endswith(LAST_LINE) else "")


def told_of(options, frame, place, table, case, compiler):
    """(table, case, what a learner reads of it now, what is unexpected about that)."""
    source = Path(place, table.stem, case.lesson, f"{case.name}.cpp")
    source.parent.mkdir(parents=True, exist_ok=True)
    compiler = [*compiler, f"-I{options.root}/lessons/{case.lesson}"]
    source.write_text(case.source(frame), encoding="utf-8")
    return table, case, *explanation(options.explain, options.root, source, compiler, options.name)


def precompiled(header, name, compiler, folder):
    """The options with which a compiler, and g++ after it, finds this header compiled already."""
    wrapper, made = Path(folder, "precompiled.hpp"), Path(folder, header).with_suffix(".hpp.gch")
    made.parent.mkdir(parents=True)
    wrapper.write_text(f"#include <{header}>\n", encoding="utf-8")
    options = [*(word for word in compiler[1:] if word != "-fsyntax-only"), "-x", "c++-header", wrapper, "-o"]
    subprocess.run(["g++" if name == "clang" else compiler[0], *options, made], check=True)
    if name == "clang":
        subprocess.run([compiler[0], *options, f"{wrapper}.pch"], check=True)
    return [f"-I{folder}", *(["-include-pch", f"{wrapper}.pch"] if name == "clang" else [])]


def problems_in(told, frame, name):
    """What is wrong in what a learner reads. With KW_UPDATE_MESSAGES=1 the tables get that instead."""
    for table, case, text, unexpected in told:
        wanted = case.text_of(frame)
        if unexpected:
            yield f"{table.name}, {case.name}: {unexpected}"
        elif text != wanted and text and os.environ.get("KW_UPDATE_MESSAGES"):
            short = cases.without_quotes(text, case.source(frame))
            table.write_text(cases.with_text(table.read_text(encoding="utf-8"), case.name, short), encoding="utf-8")
        elif text != wanted:
            yield (f"{table.name}, {case.name}: {name} leads to this message:\n{text or 'it accepts the kernel'}\n"
                   f"and not to:\n{wanted}")


def main():
    begin = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--explain", required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--header")
    parser.add_argument("--frame", type=Path, required=True)
    parser.add_argument("tables", type=Path, nargs="+")
    options = parser.parse_args(sys.argv[1:begin])
    compiler, frame = sys.argv[begin + 1:], Template(options.frame.read_text(encoding="utf-8"))
    slips = [(table, case) for table in options.tables for case in cases.read(table)
             if options.name == "gcc" or not case.lesson]
    below_root = Path(options.explain).resolve().parent  # as a learner's kernels are
    with tempfile.TemporaryDirectory(dir=below_root) as place, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        if options.header:
            compiler[1:1] = precompiled(options.header, options.name, compiler, place)
        told = list(pool.map(lambda slip: told_of(options, frame, place, *slip, compiler), slips))
    print(f"{len(told)} kernels")
    problems = list(problems_in(told, frame, options.name))
    if problems:
        sys.exit("\n\n".join(problems))


if __name__ == "__main__":
    main()
