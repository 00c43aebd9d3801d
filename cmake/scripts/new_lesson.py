#!/usr/bin/env python3
"""Begins a lesson that passes every check of the course.

    ./course new-lesson prefix_sum [--number 16] [--title "Prefix sums"] [--tasks 4]

It writes what a lesson needs: text, contract, a benchmark and its line in lessons/CMakeLists.txt. Then it adds tasks as
`./course new-task` does, the second of them a blank page. What they teach is for the author to replace.
"""

import argparse
import sys
from pathlib import Path

from verbs import fill_in, new_task

ROOT = Path(__file__).resolve().parents[2]
LAST_OF_COURSE = 9  # lessons after it are electives
# The files of a lesson, and the templates in cmake/new_lesson that they are made from.
FILES = {
    "lessons/@FOLDER@/README.md": "README.md",
    "lessons/@FOLDER@/lesson.toml": "lesson.toml",
    "lessons/@FOLDER@/@NAME@.hpp": "contract.hpp",
    "lessons/@FOLDER@/benchmarks.cpp": "benchmarks.cpp",
    "solutions/@FOLDER@/commentary.md": "commentary.md",
}


def known_lessons(root):
    """The numbers of the course's lessons with their names, in order."""
    folders = sorted(file.parent.name for file in (root / "lessons").glob("[0-9][0-9]_*/lesson.toml"))
    return {int(folder[:2]): folder[3:] for folder in folders}


def check(name, number, lessons):
    for known, other in lessons.items():
        if known == number or other == name:
            why = "with this number" if known == number else "of this name"
            raise fill_in.CannotBegin(f"there is a lesson {known:02}_{other} already, {why}")
    if not 1 <= number <= 99:
        raise fill_in.CannotBegin("a lesson's number has one or two digits, and is not 0")


def write(root, name, number=None, title=""):
    """Writes the lesson. Returns the files written or changed, relative to the root."""
    lessons = known_lessons(root)
    number = max(lessons) + 1 if number is None else number
    values = fill_in.values_of("lesson", name, title, "prefix_sum")
    check(name, number, lessons)
    values |= {"NUMBER": f"{number:02}", "PLAIN_NUMBER": str(number), "BEFORE": f"{max(lessons):02}",
               "ELECTIVE": "elective = true\n" if number > LAST_OF_COURSE else "", "FOLDER": f"{number:02}_{name}"}
    read = lambda page: (ROOT / "cmake/new_lesson" / f"{page}.in").read_text(encoding="utf-8")
    texts = {fill_in.filled(file, values): fill_in.filled(read(page), values) for file, page in FILES.items()}
    listed = "lessons/CMakeLists.txt"
    texts[listed] = (root / listed).read_text(encoding="utf-8") + f"\nadd_lesson({number:02} {name})\n"
    for file in texts:
        if file != listed and (root / file).exists():
            raise fill_in.CannotBegin(f"{file} is there already")
    new_task.write(root, texts)
    return list(texts)


def add_tasks(root, name, number, tasks):
    """Adds tasks, as `./course new-task` does: the first one has the lesson's name. Returns the files written."""
    written = []
    for task in range(1, tasks + 1):
        own_name = name if task == 1 else f"{name}_task_{task}"
        files = dict(new_task.Task(root, f"{number:02}", own_name, "", is_blank=task == 2).files())
        new_task.write(root, files)
        written += [file for file in files if not file.endswith((".md", ".toml", ".hpp"))]
    return written


def number_of_tasks(text):
    if not text.isdigit() or not 2 <= int(text) <= new_task.MOST_TASKS:
        raise argparse.ArgumentTypeError(f"a lesson has 2 to {new_task.MOST_TASKS} tasks, not {text}")
    return int(text)


def main(arguments):
    parser = argparse.ArgumentParser(prog="./course new-lesson", description=__doc__.splitlines()[0])
    parser.add_argument("name", help="the name of its files and of its function, such as prefix_sum")
    parser.add_argument("--number", type=int, help="the number of the lesson (default: the next one)")
    parser.add_argument("--title", default="", help="the title of the lesson (default: its name)")
    parser.add_argument("--tasks", type=number_of_tasks, default=2, help="how many tasks it has (default: 2)")
    parser.add_argument("--source-dir", type=Path, default=ROOT, help="the course's root folder")
    options = parser.parse_args(arguments)
    try:
        files = write(options.source_dir, options.name, options.number, options.title)
        number = max(known_lessons(options.source_dir)) if options.number is None else options.number
        files += add_tasks(options.source_dir, options.name, number, options.tasks)
    except fill_in.CannotBegin as problem:
        print(f"new-lesson: {problem}", file=sys.stderr)
        sys.exit(2)
    print("Written:", *files, sep="\n  ")
    print("It passes the course's checks as it is, which `./course check-lesson` tries. Then put your lesson in its "
          "place; after each change of the solution, `./course reset` writes the skeleton again.")


if __name__ == "__main__":
    main(sys.argv[1:])
