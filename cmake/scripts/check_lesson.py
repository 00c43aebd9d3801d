#!/usr/bin/env python3
"""Checks the rules of a lesson's folders.

    check_lesson.py ROOT 03_masking

The lesson's tasks are its files in solutions/, numbered from 1 on. The files that it and they need
are there, and no others; headers may be added for what lies behind an exercise's last line and for
what tests or benchmarks share, further pages, and Python that calls the kernels. Each page of the
lesson has the headings of every lesson, and can be read in one sitting. The kernels mention neither
threads nor a backend. What an exercise looks like is checked by check_exercises.py.
"""

import re
import sys
from pathlib import Path

import lesson_pages

HEADINGS = ("Goal", "The idea", "The code so far", "Your task", "Predict, then run",
            "How to check", "Hints", "When it fails", "How fast is it", "You can now",
            "The same thing elsewhere", "Going further")
MOST_WORDS = 3000  # of a page; a longer one is two pages
BACKEND = re.compile(r"#[ \t]*if|__CUDA|threadIdx|blockIdx|__syncthreads|__shared__")
# What commentary.md says about each solution.
COMMENTARY = ("Why so", "What else would do", "What it costs")


def check_files(root, folder, expected, allowed=r"(?!)"):
    """The files below a folder are those expected, and perhaps some that the pattern allows."""
    found = {file.relative_to(root / folder).as_posix()
             for file in (root / folder).rglob("*") if file.is_file()}
    yield from (f"{folder}/{file} is missing" for file in expected if file not in found)
    yield from (f"{folder}/{file} does not belong to the lesson"
                for file in sorted(found.difference(expected)) if not re.fullmatch(allowed, file))


def find_tasks(root, folder):
    """The names of a lesson's tasks, such as "2_masked_add", in order."""
    return sorted(file.stem for file in (root / "solutions" / folder).glob("*.cpp"))


def wrong_kernels(lesson):
    """The lesson's wrong kernels: a mistake in a task's solution, or else a whole kernel."""
    files = {(file.parent.name, file.stem): file for file in sorted(lesson.glob("wrong/*/*.cpp"))}
    files.update(((file.parent.name, file.stem), file)
                 for file in sorted(lesson.glob("wrong/*/*.edit")))
    return files


def check_tasks(tasks, wrong):
    """Tasks are numbered without a gap, and wrong kernels belong to them."""
    if not tasks:
        yield "it has no tasks: solutions/ has no file for it"
    for number, task in enumerate(tasks, 1):
        if not re.fullmatch(f"{number}_[a-z][a-z0-9_]*", task):
            yield f"task {number} must be named {number}_some_name, and is named {task}"
    for task, stem in wrong:
        if task not in tasks:
            yield f"wrong/{task}/{stem} belongs to no task"
    if len(wrong) < 5:
        yield f"at least five wrong kernels are needed, there are {len(wrong)}"


def check_commentary(text, tasks):
    """Each task's solution is explained, in the order of the tasks."""
    sections = re.split(r"^## (.+)$", text, flags=re.M)
    if sections[1::2] != tasks:
        yield f"commentary.md must have a section for each task, in order: {', '.join(tasks)}"
    for task, section in zip(sections[1::2], sections[2::2]):
        for label in COMMENTARY:
            if f"**{label}.**" not in section:
                yield f"commentary.md says nothing after `**{label}.**` for {task}"


def check_lesson(root, folder):
    """Every rule that the lesson breaks, as a sentence."""
    name = folder.split("_", 1)[1]
    lesson = root / "lessons" / folder
    tasks = find_tasks(root, folder)
    wrong = wrong_kernels(lesson)
    yield from check_tasks(tasks, wrong)
    yield from check_files(
        root, f"lessons/{folder}",
        ["README.md", "lesson.toml", f"{name}.hpp", f"{name}_reference.hpp",
         *(f"tests/{task}.cpp" for task in tasks),
         *(file.relative_to(lesson).as_posix() for file in wrong.values())],
        allowed=(r"((tests|benchmarks)/)?[a-z0-9_]+\.hpp|[a-z0-9_]+\.(md|py)|"
                 rf"benchmarks/({'|'.join(tasks)})\.cpp"))
    yield from check_files(root, f"solutions/{folder}",
                           ["commentary.md", *(f"{task}.cpp" for task in tasks)])
    commentary = root / "solutions" / folder / "commentary.md"
    if commentary.exists():
        yield from check_commentary(commentary.read_text(encoding="utf-8"), tasks)

    for file in filter(Path.exists, lesson_pages.pages_of(root, folder)):
        page = file.read_text(encoding="utf-8")
        for heading in HEADINGS:
            if f"\n## {heading}" not in page:
                yield f"{file.name} has no section `## {heading}`"
        words = lesson_pages.words(page)
        if words > MOST_WORDS:
            yield f"{file.name} has {words} words, more than {MOST_WORDS}: divide it into two pages"

    # One kernel source serves both backends.
    solutions = [root / "solutions" / folder / f"{task}.cpp" for task in tasks]
    for file in [*wrong.values(), *solutions]:
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
