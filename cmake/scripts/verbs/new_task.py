#!/usr/bin/env python3
"""Begins a task of a lesson: writes files that build and pass every check, for a person to fill in.

    new_task.py ROOT lesson05 row_log_sum_exp [--title "Row by row"] [--blank]

The task is the lesson's last one. Its function takes the rows of a matrix and sums each of them; its skeleton
sums the first block alone, or with --blank it is a blank page. Put yours in its place.
"""

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import make_skeleton
from verbs import fill_in
from verbs.fill_in import CannotBegin

TEMPLATES = Path(__file__).with_suffix("")
MOST_TASKS = 9


class Task:
    """The names of a task that is to be added to a lesson."""

    def __init__(self, root, lesson, name, title, is_blank=False):
        self.root, self.name, self.is_blank = root, name, is_blank
        match = re.fullmatch(r"(?:lesson)?(\d{1,2})", lesson)
        folders = sorted(root.glob(f"lessons/{int(match[1]):02}_*")) if match else []
        if not folders:
            raise CannotBegin(f"there is no {lesson}; a lesson is named as lesson05")
        self.folder = folders[0].name
        self.number, self.lesson = self.folder.split("_", 1)
        values = fill_in.values_of("task", name, title, "row_log_sum_exp")
        taken = [task.name for task in root.glob("solutions/*/[1-9]_*.cpp") if task.stem[2:] == name]
        if taken:
            raise CannotBegin(f"there is a task {name} already, and no two tasks of the course have the same name")
        self.task = 1 + len(list(root.glob(f"solutions/{self.folder}/[1-9]_*.cpp")))
        if self.task > MOST_TASKS:
            raise CannotBegin(f"lesson {self.number} has {MOST_TASKS} tasks, and no lesson has more")
        self.values = {**values, "NUMBER": self.number, "LESSON": self.lesson, "FOLDER": self.folder, "TASK": str(self.task)}

    def filled(self, template):
        """The text of a template with the task's names in it."""
        return fill_in.filled((TEMPLATES / f"{template}.in").read_text(encoding="utf-8"), self.values)

    def files(self):
        """The texts of all files that are written or change, by their paths below the root."""
        stem = f"{self.task}_{self.name}"
        lesson, solutions = f"lessons/{self.folder}", f"solutions/{self.folder}"
        solution = self.filled("solution.cpp")
        if self.is_blank:
            solution = blank_page(solution)
        yield f"{lesson}/{self.lesson}.hpp", self.before(
            f"{lesson}/{self.lesson}.hpp", rf"^\}}  // namespace lesson{self.number}$", self.filled("contract.hpp"))
        yield f"{lesson}/tests/{stem}.cpp", self.filled("test.cpp")
        yield f"{lesson}/lesson.toml", self.before(
            f"{lesson}/lesson.toml", CHECK_AFTER_TASKS, self.filled("check.toml"))
        yield f"{lesson}/wrong/{stem}.mistakes", self.filled("mistakes")
        yield f"{solutions}/{stem}.cpp", solution
        yield f"{solutions}/commentary.md", self.text(f"{solutions}/commentary.md") + self.filled("commentary.md")
        yield from self.station()
        yield f"exercises/{self.folder}/{stem}.cpp", make_skeleton.make("skeleton", solution, stem)

    def station(self):
        """The page that has the station of the task before, with one for this task after it."""
        last = rf"^## Station {self.task - 1}: " if self.task > 1 else "^## Goal"
        for page in sorted(self.root.glob(f"lessons/{self.folder}/*.md")):
            path = f"lessons/{self.folder}/{page.name}"
            if re.search(last, self.text(path), re.MULTILINE):
                after = r"(?<=\n)## (?!Station |Goal)"
                yield path, self.before(path, after, self.filled("station.md"))

    def text(self, path):
        return (self.root / path).read_text(encoding="utf-8")

    def before(self, path, pattern, added):
        """A file's text with something put before the first match of a pattern, or at its end."""
        text = self.text(path)
        match = re.search(pattern, text, re.MULTILINE)
        at = match.start() if match else len(text)
        return text[:at] + added + text[at:]


def blank_page(solution):
    """A marked solution whose skeleton has neither the kernel nor its launch."""
    question = re.search(r"// TODO\(.*?\): ", solution)[0]
    text = make_skeleton.make("solution", solution, "the template")
    text = re.sub(r"    // TODO.*\n", "", text)
    text = re.sub(r"^template.*?^};\n\n", r"//{ solution\n\g<0>//}\n", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^  launch.*\n", rf"  {question}write a kernel above, and launch it here.\n  //{{ solution\n\g<0>  //}}\n",
                  text, flags=re.MULTILINE)


# A lesson ends with the check of its speed, and with how that is measured.
CHECK_AFTER_TASKS = r'^\[\[check\]\]\n(?:(?!\[\[check\]\]).*\n)*?kind = "speed"$|^\[benchmark\]$'


def write(root, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(prog="./course new-task", description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("lesson", help="such as lesson05")
    parser.add_argument("name", help="the name of its files and of its function, such as row_log_sum_exp")
    parser.add_argument("--title", help="the title of the task (default: its name)")
    parser.add_argument("--blank", action="store_true", help="the learner writes the kernel and its launch")
    options = parser.parse_args()
    try:
        files = dict(Task(options.root, options.lesson, options.name, options.title, options.blank).files())
    except CannotBegin as problem:
        sys.exit(f"course: {problem}")
    print("Written:")
    for path, text in files.items():
        file = options.root / path
        print(f"  {path}{' (a few lines)' if file.exists() else ''}")
    write(options.root, files)
    number = options.lesson.removeprefix("lesson")
    print(f"It builds and passes as it is, which `./course check-lesson lesson{int(number):02}` tries. Then put your "
          "task in its place. After each change of the solution, `./course reset` writes the skeleton again.")


if __name__ == "__main__":
    main()
