#!/usr/bin/env python3
"""Checks the rules of a lesson's folders.

    check_lesson.py ROOT 03_masking

The files that a lesson needs are there, and no others. What long tests work on (masking_cases.hpp)
and tables of tiles (masking_tiles.hpp) may have files of their own. The lesson's page has the
headings of every lesson, its solution has numbered steps, and its kernels mention neither threads
nor a backend.
"""

import re
import sys
from pathlib import Path

HEADINGS = ("Goal", "The idea", "The code so far", "Your task", "How to check", "Hints",
            "When it fails", "How fast is it", "The same thing elsewhere", "Going further")
BACKEND = re.compile(r"#[ \t]*if|__CUDA|threadIdx|blockIdx|__syncthreads|__shared__")


def check_files(root, folder, expected, allowed=()):
    """The files below a folder are those expected, and perhaps some that are allowed."""
    found = {file.relative_to(root / folder).as_posix()
             for file in (root / folder).rglob("*") if file.is_file()}
    yield from (f"{folder}/{file} is missing" for file in expected if file not in found)
    yield from (f"{folder}/{file} does not belong to the lesson"
                for file in sorted(found.difference(expected, allowed)))


def wrong_kernels(lesson):
    """The lesson's wrong kernels by name: a mistake in the solution, or else a whole kernel."""
    files = {file.stem: file for file in sorted(lesson.glob("wrong/*.cpp"))}
    files.update((file.stem, file) for file in sorted(lesson.glob("wrong/*.edit")))
    return files


def check_lesson(root, folder):
    """Every rule that the lesson breaks, as a sentence."""
    number, name = folder.split("_", 1)
    lesson = root / "lessons" / folder
    solution = root / "solutions" / folder / f"{name}.cpp"
    wrong = wrong_kernels(lesson)
    yield from check_files(
        root, f"lessons/{folder}",
        ["README.md", "lesson.toml", f"{name}.hpp", f"{name}_reference.hpp", f"{name}_test.cpp",
         f"{name}_bench.cpp"] + [file.relative_to(lesson).as_posix() for file in wrong.values()],
        allowed=[f"{name}_cases.hpp", *(file.name for file in lesson.glob("*_tiles.hpp"))])
    yield from check_files(root, f"solutions/{folder}", [f"{name}.cpp"])

    if len(wrong) < 5:
        yield f"at least five wrong kernels are needed, there are {len(wrong)}"
    if (lesson / "README.md").exists():
        page = (lesson / "README.md").read_text(encoding="utf-8")
        for heading in HEADINGS:
            if f"\n## {heading}" not in page:
                yield f"README.md has no section `## {heading}`"
    if solution.exists() and f"TODO(lesson{number}.1)" not in solution.read_text(encoding="utf-8"):
        yield f"the solution has no TODO(lesson{number}.1) for the learner"

    # One kernel source serves both backends.
    for file in filter(Path.exists, [*wrong.values(), solution]):
        word = BACKEND.search(file.read_text(encoding="utf-8"))
        if word:
            yield f"{file.relative_to(root)} uses {word[0]}"


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    root, folder = Path(arguments[0]), arguments[1]
    problems = list(check_lesson(root, folder))
    if problems:
        sys.exit("\n  ".join([f"lesson {folder}:", *problems]))


if __name__ == "__main__":
    main(sys.argv[1:])
