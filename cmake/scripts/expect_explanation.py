#!/usr/bin/env python3
"""Succeeds when the compiler rejects each kernel that is a slip, and the learner reads the text that its table has.

    expect_explanation.py --explain PROGRAM --root FOLDER --name gcc|clang|nvcc [--header HEADER] --frame FILE TABLE...
                          -- COMPILER OPTION...

HEADER, which the frame includes first, is compiled once and not for each kernel. The tables are read by cases.py. Each
message ends with the same line in brackets, which they leave out. Slips in solutions are read by g++ alone. With g++,
what a message proposes is put in and compiled, unless it is only a pattern, with dots or in words.
KW_UPDATE_MESSAGES=1 in the environment writes the texts anew.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from string import Template

import cases

MOST_LINES = 12
# Slips whose proposal belongs in another line than the one that is underlined, or leaves a second mistake.
ELSEWHERE = {"block_size_at_run_time", "size_with_two_numbers", "accumulator_assigned", "type_of_another_language",
             "missing_semicolon"}
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


def balanced(text):
    """Whether each bracket of a text has its partner there."""
    depth = 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if depth < 0:
            return False
    return depth == 0


def parts_around(line, begin, end):
    """The places (begin, end) in a line that a proposal may be meant for: what is underlined, with the call that it begins
    and the value before its dot, and the arguments, calls and statements that it is a part of."""
    code = line[:len(line) - len(line.lstrip())].replace(" ", "\0") + line.lstrip()
    begins = [b for b in range(begin + 1)
              if b == begin or re.search(r"[(,=\0] ?$|return $|^$", code[:b]) and code[b] not in " \0"
              or re.match(r"(?:[\w.]|\([^()]*\))+$", code[b:begin]) and not re.search(r"[\w.]$", code[:b])]
    ends = [e for e in range(end, len(code) + 1) if e == end or code[e - 1] in ")];" or re.match(r"[),;]|$", code[e:])]
    return sorted(((b, e) for b in begins for e in ends if balanced(code[b:e])), key=lambda part: part[1] - part[0])


# Words that a proposal may have and the kernel lacks, without being a name that the learner has to fill in.
KNOWN = re.compile(r"tl|auto|_|None|inf|(?:b?float|u?int)\d+(?:_t)?|float|int|const|bitcast|reverse|tf32|ieee|std|true|false|constexpr")


def is_pattern(source, text):
    """Whether a proposal has dots or words, or names that the kernel does not have."""
    code = re.sub(r"//[^\n]*", "", source)
    names = set(re.findall(r"(?<![\w.])[A-Za-z_]\w*(?![\w(<:])", re.sub(r"\"[^\"]*\"", "", text)))
    return bool(re.search(r"\.\.\.|   | or | in front of | for a ", text)) or any(
        not KNOWN.fullmatch(name) and not re.search(rf"\b{name}\b", code) for name in names)


def failing_proposal(source, told, accepts):
    """What a message proposes if no kernel compiles that has it where the message points; empty if one does."""
    place = re.search(r"^kernel\.cpp:(\d+):(\d+): .*\n.*\n +\| *\^(~*)$", told, re.MULTILINE)
    proposed = re.search(r"^  Try: (.*)$", told, re.MULTILINE)
    text = re.split(", or |, with ", proposed[1])[0] if proposed else ""
    if not place or not text or is_pattern(source, text):
        return ""
    lines, number, begin = source.splitlines(keepends=True), int(place[1]) - 1, int(place[2]) - 1
    line = lines[number].rstrip("\n")
    kernels = ("".join([*lines[:number], line[:b], text, line[e:], "\n", *lines[number + 1:]])
               for b, e in parts_around(line, begin, begin + 1 + len(place[3])))
    return "" if any(map(accepts, kernels)) else text


def told_of(options, frame, place, table, case, compiler):
    """(table, case, what a learner reads of it now, what is unexpected about that)."""
    source = Path(place, table.stem, case.lesson, f"{case.name}.cpp")
    source.parent.mkdir(parents=True, exist_ok=True)
    compiler = [*compiler, f"-I{options.root}/lessons/{case.lesson}"]
    source.write_text(case.source(frame), encoding="utf-8")
    told, unexpected = explanation(options.explain, options.root, source, compiler, options.name)

    def accepts(kernel):
        tried = source.with_suffix(".tried.cpp")
        tried.write_text(kernel, encoding="utf-8")
        return subprocess.run([*compiler, tried], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    tries = options.name == "gcc" and case.name not in ELSEWHERE
    failing = failing_proposal(case.source(frame), told, accepts) if tries else ""
    return table, case, told, unexpected or (f"this proposal does not compile: {failing}" if failing else "")


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
