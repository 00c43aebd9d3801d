#!/usr/bin/env python3
"""Begins a lesson, or a task of a lesson, that passes every check of the course.

    ./course new-lesson prefix_sum [--number 16] [--title "Prefix sums"] [--tasks 4]
    ./course new-task lesson05 row_log_sum_exp [--title "Row by row"]

A lesson gets its text, its contract, a benchmark, its line in lessons/CMakeLists.txt, and tasks, the second of them a blank
page. A task is the lesson's last one, with a solution, a skeleton, tests, wrong kernels and a station of the page. Its function
takes the rows of a matrix and sums each of them; its skeleton sums the first block alone. What it teaches is for the author to
replace.
"""

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import make_skeleton

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = ROOT / "cmake/new_lesson"
LAST_OF_COURSE = 9  # lessons after it are electives
MOST_TASKS = 9
# The files of a lesson without a task, and the templates that they are made from.
FILES = {
    "lessons/@FOLDER@/README.md": "README.md",
    "lessons/@FOLDER@/lesson.toml": "lesson.toml",
    "lessons/@FOLDER@/@NAME@.hpp": "contract.hpp",
    "lessons/@FOLDER@/benchmarks.cpp": "benchmarks.cpp",
    "solutions/@FOLDER@/commentary.md": "commentary.md",
}
# A lesson ends with the check of its speed.
CHECK_AFTER_TASKS = r'^\[\[check\]\]\n(?:(?!\[\[check\]\]).*\n)*?kind = "speed"$'


class CannotBegin(Exception):
    """A number, a name or a title that a new lesson or task cannot have."""


def values_of(what, name, title, example):
    """What templates call a name and a title."""
    if not re.fullmatch(r"[a-z](_?[a-z0-9])*", name) or len(name) > 40:
        raise CannotBegin(f"a {what}'s name is the name of its files and of a function: small letters, digits and _, such "
                          f'as {example}; not "{name}"')
    title = title or name.replace("_", " ")
    if re.search(r'["\\\n]', title):
        raise CannotBegin("a title has no quotation marks, backslashes or line ends")
    return {"NAME": name, "KERNEL": "".join(map(str.capitalize, name.split("_"))), "CHECK": name.replace("_", "-"),
            "TITLE": title[0].upper() + title[1:], "TITLE_LOWER": title[0].lower() + title[1:]}


def filled(text, values):
    """A text with a value in the place of each @NAME@."""
    return re.sub("@([A-Z_]+)@", lambda match: values[match[1]], text)


def from_template(name, values):
    return filled((TEMPLATES / f"{name}.in").read_text(encoding="utf-8"), values)


def write(root, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


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
        values = values_of("task", name, title, "row_log_sum_exp")
        if any(task.stem[2:] == name for task in root.glob("solutions/*/[1-9]_*.cpp")):
            raise CannotBegin(f"there is a task {name} already, and no two tasks of the course have the same name")
        self.task = 1 + len(list(root.glob(f"solutions/{self.folder}/[1-9]_*.cpp")))
        if self.task > MOST_TASKS:
            raise CannotBegin(f"lesson {self.number} has {MOST_TASKS} tasks, and no lesson has more")
        self.values = {**values, "NUMBER": self.number, "LESSON": self.lesson, "FOLDER": self.folder, "TASK": str(self.task)}

    def files(self):
        """The texts of all files that are written or change, by their paths below the root."""
        stem = f"{self.task}_{self.name}"
        lesson, solutions = f"lessons/{self.folder}", f"solutions/{self.folder}"
        contract, checks, commentary = f"{lesson}/{self.lesson}.hpp", f"{lesson}/lesson.toml", f"{solutions}/commentary.md"
        made = lambda template: from_template(f"task/{template}", self.values)
        solution = blank_page(made("solution.cpp")) if self.is_blank else made("solution.cpp")
        return {contract: self.before(contract, rf"^\}}  // namespace lesson{self.number}$", made("contract.hpp")),
                f"{lesson}/tests/{stem}.cpp": made("test.cpp"),
                checks: self.before(checks, CHECK_AFTER_TASKS, made("check.toml")),
                f"{lesson}/wrong/{stem}.mistakes": made("mistakes"),
                f"{solutions}/{stem}.cpp": solution,
                commentary: self.text(commentary) + made("commentary.md"),
                **self.page_with(made("station.md")),
                f"exercises/{self.folder}/{stem}.cpp": make_skeleton.make("skeleton", solution, stem)}

    def page_with(self, station):
        """The page that has the station of the task before, with one for this task after the last station."""
        last = rf"^## Station {self.task - 1}: " if self.task > 1 else "^## Goal"
        pages = [f"lessons/{self.folder}/{page.name}" for page in sorted(self.root.glob(f"lessons/{self.folder}/*.md"))]
        return {page: self.before(page, r"(?<=\n)## (?!Station |Goal)", station)
                for page in pages if re.search(last, self.text(page), re.MULTILINE)}

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


def known_lessons(root):
    """The numbers of the course's lessons with their names, in order."""
    folders = sorted(file.parent.name for file in root.glob("lessons/[0-9][0-9]_*/lesson.toml"))
    return {int(folder[:2]): folder[3:] for folder in folders}


def begin_lesson(options):
    """Writes a lesson. Returns the files written or changed, and its number."""
    root, name = options.source_dir, options.name
    lessons = known_lessons(root)
    number = max(lessons) + 1 if options.number is None else options.number
    values = values_of("lesson", name, options.title, "prefix_sum")
    for known, other in lessons.items():
        if known == number or other == name:
            why = "with this number" if known == number else "of this name"
            raise CannotBegin(f"there is a lesson {known:02}_{other} already, {why}")
    if not 1 <= number <= 99:
        raise CannotBegin("a lesson's number has one or two digits, and is not 0")
    values |= {"NUMBER": f"{number:02}", "PLAIN_NUMBER": str(number), "BEFORE": f"{max(lessons):02}",
               "ELECTIVE": "elective = true\n" if number > LAST_OF_COURSE else "", "FOLDER": f"{number:02}_{name}"}
    texts = {filled(file, values): from_template(template, values) for file, template in FILES.items()}
    for file in texts:
        if (root / file).exists():
            raise CannotBegin(f"{file} is there already")
    listed = "lessons/CMakeLists.txt"
    texts[listed] = (root / listed).read_text(encoding="utf-8") + f"\nadd_lesson({number:02} {name})\n"
    write(root, texts)
    written = list(texts)
    for task in range(1, options.tasks + 1):
        files = Task(root, f"{number:02}", name if task == 1 else f"{name}_task_{task}", "", is_blank=task == 2).files()
        write(root, files)
        written += [file for file in files if file not in written]
    return written, f"{number:02}"


def begin_task(options):
    """Writes a task. Returns the files written or changed, and the lesson's number."""
    task = Task(options.source_dir, options.lesson, options.name, options.title)
    files = task.files()
    changed = [f"{file} (a few lines)" if (options.source_dir / file).exists() else file for file in files]
    write(options.source_dir, files)
    return changed, task.number


def number_of_tasks(text):
    if not text.isdigit() or not 2 <= int(text) <= MOST_TASKS:
        raise argparse.ArgumentTypeError(f"a lesson has 2 to {MOST_TASKS} tasks, not {text}")
    return int(text)


def main(arguments):
    parser = argparse.ArgumentParser(prog="./course", description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(required=True)
    lesson = verbs.add_parser("new-lesson")
    lesson.set_defaults(begin=begin_lesson)
    lesson.add_argument("name", help="the name of its files and of its function, such as prefix_sum")
    lesson.add_argument("--number", type=int, help="the number of the lesson (default: the next one)")
    lesson.add_argument("--tasks", type=number_of_tasks, default=2, help="how many tasks it has (default: 2)")
    task = verbs.add_parser("new-task")
    task.set_defaults(begin=begin_task)
    task.add_argument("lesson", help="such as lesson05")
    task.add_argument("name", help="the name of its files and of its function, such as row_log_sum_exp")
    for verb in (lesson, task):
        verb.add_argument("--title", default="", help="its title (default: its name)")
        verb.add_argument("--source-dir", type=Path, default=ROOT, help="the course's root folder")
    options = parser.parse_args(arguments)
    try:
        written, number = options.begin(options)
    except CannotBegin as problem:
        sys.exit(f"course: {problem}")
    print("Written:", *written, sep="\n  ")
    print(f"It builds and passes as it is, which `./course check-lesson lesson{number}` tries. Then put yours in its place. After each "
          "change of a solution, `./course reset` writes the skeleton again.")


if __name__ == "__main__":
    main(sys.argv[1:])
