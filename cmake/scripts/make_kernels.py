#!/usr/bin/env python3
"""Writes the course's own kernels of a lesson: rows of the table of kernels, in a file for each task.

    make_kernels.py --nm NM --object TEST_CASES.o [MORE.o] --root ROOT --lesson 03_masking --output FOLDER
                    [--without-mistakes]

FOLDER/2_masked_add.cpp has the solution, the skeleton, and a kernel for each mistake in
lessons/03_masking/wrong/2_masked_add.mistakes (make_wrong.py). Each is compiled in a namespace of its own, together with the
headers of its lesson, so they may all define the same names. Other headers are included once, before all of them. Kernels
that are made from the solution are written to FOLDER/2_masked_add as well: `#line` leads messages of the compiler and of
the checker there.
"""

import argparse
import re
import sys
from pathlib import Path
from typing import NamedTuple

import make_remote
import make_skeleton
import make_wrong
import repository

INCLUDE = re.compile(r'#include ([<"])([^>"]+)[>"]')


class Kernel(NamedTuple):
    """One version of a task's file. `name` is that of its row, such as "wrong/no_mask", and `shown` what a lesson's program
    calls its file, relative to the root or to the build folder."""

    name: str
    file: Path
    shown: str
    text: str

    def space(self):
        return "kw_row_" + re.sub(r"\W", "_", self.name)


class Expander:
    """Puts the headers of a lesson into the text of a kernel, and takes note of all other headers."""

    def __init__(self, lesson_dir):
        self.lesson_dir, self.space = lesson_dir, f"lesson{lesson_dir.name[:2]}"
        self.others = set()

    def is_shared(self, header):
        """Whether all kernels must see the same functions: it declares those of another lesson."""
        return any(f"lesson{number}" != self.space for number in
                   re.findall(r"^namespace lesson(\d\d)", header.read_text(encoding="utf-8"), re.MULTILINE))

    def expand(self, file, text, seen):
        """The lines of a file, with those of the lesson's headers that are not in `seen` in their places."""
        yield f'#line 1 "{file}"\n'
        for number, line in enumerate(text.splitlines(), 1):
            include = INCLUDE.match(line)
            own = include and include[1] == '"' and self.lesson_dir / include[2]
            if own and not self.is_shared(own):
                if own not in seen:
                    seen.add(own)
                    yield from self.expand(own, own.read_text(encoding="utf-8"), seen)
                    yield f'#line {number + 1} "{file}"\n'
                    continue
            elif include:
                self.others.add(f'#include "{own}"' if own else include[0])
            # Functions for C would be the same one in all namespaces.
            yield "\n" if include or line.strip() == "#pragma once" else re.sub(r'^extern "C" ', "", line) + "\n"


def kernels_of(root, solution, copies, with_mistakes=True):
    """The kernels of a task. Those that are made here are written to the folder `copies`."""
    def copied(name, text):
        file = copies / f"{name.rpartition('/')[2]}.cpp"
        file.write_text(text, encoding="utf-8")
        return Kernel(name, file, f"generated/{file.relative_to(copies.parents[2])}", text)

    answer, skeleton = make_skeleton.texts(solution)
    yield Kernel("solution", solution, solution.relative_to(root).as_posix(), solution.read_text(encoding="utf-8"))
    copies.mkdir(parents=True, exist_ok=True)
    for old in copies.glob("*.cpp"):
        old.unlink()  # that of a kernel which is there no longer
    yield copied("skeleton", skeleton)
    for mistake in make_wrong.read(make_wrong.file_of(solution)) if with_mistakes else ():
        yield copied(f"wrong/{mistake.name}", mistake.kernel(answer, solution))


def defined_in(text, entries):
    """The entries that a kernel file defines, with what it includes: a lesson's tests call those of all tasks."""
    def definition(entry):
        space, _, name = entry.name.partition("<")[0].rpartition("::")
        return (rf"^[^\s/#][^\n;{{}}()]*(?<![\w:.])({re.escape(space)}::)?{re.escape(name)}"
                r"(<[^;{}()]*>)?\([^;{}]*\)[^;{}()]*\{")
    return [entry for entry in entries if re.search(definition(entry), text, re.MULTILINE)]


def row(kernel, number, entries):
    """What puts a kernel into the table."""
    functions = "".join(
        f'    {{"{make_remote.signature(entry)}", reinterpret_cast<kw::testing::any_function*>('
        f"static_cast<{entry.result} (*)({entry.parameters})>(&{entry.name}))}},\n" for entry in entries)
    return (f"const kw::testing::kernel_function kw_functions[] = {{\n{functions}}};\n"
            f'const kw::testing::kernel kw_row({number}, "{kernel.name}", "{kernel.shown}", "{kernel.file}", kw_functions);\n')


def table(root, lesson_dir, solution, all_entries, output, with_mistakes):
    """The file of a task."""
    expander, rows, entries = Expander(lesson_dir), [], None
    for kernel in kernels_of(root, solution, output.with_suffix(""), with_mistakes):
        text = "".join(expander.expand(kernel.file, kernel.text, set()))
        entries = defined_in(text, all_entries) if entries is None else entries  # those of the solution, which comes first
        rows.append(f'namespace {kernel.space()} {{\n{text}#line 1 "{output}"\n{row(kernel, solution.stem[0], entries)}}}\n')
    includes = "".join(f"{line}\n" for line in sorted(expander.others | {"#include <kernelwright/testing/kernels.hpp>"}))
    return f"// Generated: the course's own kernels of a task.\n{includes}\n" + "\n".join(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("nm", "lesson"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("root", "output"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--object", required=True, nargs="+")
    parser.add_argument("--without-mistakes", action="store_true")
    options = parser.parse_args()
    number, _, name = options.lesson.partition("_")
    lesson_dir = options.root / "lessons" / options.lesson
    entries = make_remote.find_entries(make_remote.undefined_symbols(options.nm, options.object),
                                       (lesson_dir / f"{name}.hpp").read_text(encoding="utf-8"), number)
    try:
        for solution in sorted((options.root / "solutions" / options.lesson).glob("[1-9]_*.cpp")):
            output = options.output / solution.name
            repository.write_if_new(output, table(options.root, lesson_dir, solution, entries, output,
                                                  not options.without_mistakes))
    except (make_wrong.BadEdit, make_skeleton.BrokenMarks) as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
