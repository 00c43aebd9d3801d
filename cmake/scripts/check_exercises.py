#!/usr/bin/env python3
"""Checks that exercises can be read in one look.

    check_exercises.py ROOT

An exercise and its solution have at most 90 lines and kernels of at most eight parameters. Their
first line names lesson and task, a line says how to check the task, and every TODO carries its
number. Choosing a block by size and instantiating templates belong into the lesson's folder. Two
tasks of a lesson do not define a kernel of the same name, since some programs are linked with both.
Over all exercises, 40 % of the lines of code lie in kernels that have a task in them.

The exercises are made from the solutions (make_skeleton.py), so that a learner's own changes do not
matter here.
"""

import re
import sys
from pathlib import Path

import make_skeleton

LONGEST = 90
MOST_PARAMETERS = 8
LEAST_SHARE = 40  # percent


def code_lines(text):
    """The lines that are neither empty nor a comment."""
    return [line for line in text.splitlines() if line.strip() and not line.strip().startswith("//")]


def kernels(text):
    """The structs of a file as (name, text), with the template line before them."""
    pattern = r"^(?:template <[^\n]*>\n)?struct (\w+) \{\n.*?^\};\n"
    return [(match[1], match[0]) for match in re.finditer(pattern, text, re.MULTILINE | re.DOTALL)]


def parameters(kernel):
    """How many parameters the kernel's call operator has besides tl."""
    head = re.search(r"operator\(\)\((.*?)\) const", kernel, re.DOTALL)
    if head is None:
        return 0
    return len(re.sub(r"<[^<>]*>", "", head[1]).split(",")) - 1


def broken_rules(name, text, lesson, task):
    """Every rule that an exercise or a solution breaks, as a sentence."""
    count = len(text.splitlines())
    if count > LONGEST:
        yield f"{name} has {count} lines, and {LONGEST} are the most"
    if not text.startswith(f"// Lesson {lesson}, task {task}: "):
        yield f"{name} does not begin with `// Lesson {lesson}, task {task}: `"
    if f"./course watch lesson{lesson}.{task}\n" not in text:
        yield f"{name} does not say `./course watch lesson{lesson}.{task}`"
    if f"TODO(lesson{lesson}.{task})" not in text:
        yield f"{name} has no TODO(lesson{lesson}.{task}) for the learner"
    for other in re.findall(r"TODO\((.*?)\)", text):
        if other != f"lesson{lesson}.{task}":
            yield f"{name} has a TODO({other}), which is another task's"
    if re.search(r"^template (?!<)", text, re.MULTILINE):
        yield f"{name} instantiates a template, which belongs into the lesson's folder"
    for kernel, body in kernels(text):
        if parameters(body) > MOST_PARAMETERS:
            yield (f"{name}: the kernel {kernel} has {parameters(body)} parameters besides tl, and "
                   f"{MOST_PARAMETERS} are the most")


def count_lines(exercise):
    """The lines of code of an exercise: all of them, and those in kernels with a task."""
    with_task = [body for _, body in kernels(exercise) if "TODO(" in body]
    return len(code_lines(exercise)), sum(len(code_lines(body)) for body in with_task)


def check_course(root):
    """Every broken rule, and the share of code in kernels with a task, by lesson."""
    problems, shares = [], {}
    for folder in sorted((root / "solutions").glob("[0-9]*")):
        defined = {}
        counts = []
        for file in sorted(folder.glob("*.cpp")):
            lesson, task = folder.name.split("_")[0], file.stem.split("_")[0]
            marked = file.read_text(encoding="utf-8")
            exercise = make_skeleton.make("skeleton", marked, file)
            solution = make_skeleton.make("solution", marked, file)
            counts.append(count_lines(exercise))
            problems += broken_rules(f"exercises/{folder.name}/{file.name}", exercise, lesson, task)
            problems += [problem for problem in broken_rules(
                f"solutions/{folder.name}/{file.name}", solution, lesson, task)
                if "lines, and" in problem or "parameters besides" in problem]
            for kernel, _ in kernels(solution):
                if kernel in defined:
                    problems.append(f"{folder.name}: both {defined[kernel]} and {file.name} define "
                                    f"a kernel {kernel}")
                defined[kernel] = file.name
        shares[folder.name] = tuple(map(sum, zip(*counts))) if counts else (0, 0)
    return problems, shares


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    problems, shares = check_course(Path(arguments[0]))
    for lesson, (lines, with_task) in shares.items():
        print(f"{lesson}: {with_task} of {lines} lines of code lie in kernels with a task")
    lines, with_task = map(sum, zip(*shares.values()))
    print(f"all: {with_task} of {lines}, {100 * with_task / max(1, lines):.0f} %")
    if 100 * with_task < LEAST_SHARE * lines:
        problems.append(f"less than {LEAST_SHARE} % of the exercises' code lies in kernels with a "
                        "task")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
