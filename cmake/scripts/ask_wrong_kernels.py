#!/usr/bin/env python3
"""Asks the wrong kernels of a task for the values that they give where a learner's are wrong.

    ask_wrong_kernels.py PROGRAM 04.3 FILE TEST --comparison N --seed S --place FOLDER

PROGRAM tests task 04.3, and is in a build folder. FILE is the learner's file. In comparison N of TEST the learner's
values are wrong. In the same build folder, lesson04.3.kernels.cpu has the kernels of the mistakes in
lessons/04_reductions/wrong/3_row_max.mistakes. It is built if it is older than they are. Each of its kernels runs TEST
up to this comparison, and writes its values to FOLDER if they are wrong there and nothing was wrong before. A mistake
that FILE cannot have is not asked. The solution writes on what its values depend. Prints the name and the sentence of
each mistake that has values. Fails if there is nothing to ask: where FILE is still the skeleton, or the kernels cannot
be built within a minute, which is tried once.
"""

import argparse
import fcntl
import os
import re
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import make_skeleton
import make_wrong

ROOT = Path(__file__).resolve().parents[2]
BUILDING, ALL_KERNELS, ONE_KERNEL = 60, 15, 10  # seconds

# What the language has one word for, in whatever style a kernel is written.
SHOWS_USE = r"\btl\.(?:sum|max|min|argmax|argmin|maximum|minimum|exp2?|log2?|r?sqrt|trans|dot|atomic_\w+|cumsum)\b|\binf\b"
SHOWS_LACK = r"\baxis<\d>|\btl\.program_id\(\d\)|\btl\.(?:exp2?|log2?)\b|\binf\b"


def used(code):
    """A kernel without comments, and without the variables that nothing reads."""
    code = re.sub(r"//[^\n]*|/\*.*?\*/", "", code, flags=re.DOTALL)
    code = re.sub(r"\bINFINITY\b|::infinity\(\)", "inf", code).replace("tl.mean", "tl.sum")
    return re.sub(r"\b(?:auto|float|int) (\w+) = [^;]*;",
                  lambda made: made[0] if len(re.findall(rf"\b{made[1]}\b", code)) > 1 else "", code)


def contradicts(written, solution, wrong):
    """Whether a file cannot have the mistake of a wrong kernel. It has, as the solution does, what that kernel is
    without, such as the maximum that it does not subtract, or lacks what is wrong there, such as the other axis."""
    def words(pattern):
        return [Counter(re.findall(pattern, code)) for code in (written, solution, wrong)]
    own, right, other = words(SHOWS_USE)
    if any(word not in other and own[word] >= right[word] for word in right):
        return True
    own, right, other = words(SHOWS_LACK)
    return any(count > right[word] and own[word] <= right[word] and (word not in right or word == "inf")
               for word, count in other.items())


def is_new(program, made_from):
    """Whether a program is there, and newer than all files that it is made from."""
    return program.is_file() and all(
        file.stat().st_mtime <= program.stat().st_mtime for file in made_from if file.is_file())


def run(command, seconds, environment=None):
    """The exit code of a command; None if it takes longer."""
    try:
        return subprocess.run(command, timeout=seconds, env=environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False).returncode
    except subprocess.TimeoutExpired:
        return None


def build(folder, target):
    """Whether a program could be built. Builds take turns, since two at once take each other's programs away."""
    with open(folder / "building.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return run(["cmake", "--build", folder, "--target", target], BUILDING) == 0


def ask(program, kernel, given, end, *more):
    """Whether a kernel, such as wrong/no_mask, has written its answer."""
    file = given.place / kernel.split("/")[-1]
    seconds = min(ONE_KERNEL, end - time.monotonic())
    if seconds <= 0:
        return False
    # The environment is that of the test which asks, but for what makes it write down its results.
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("GTEST_") and name not in ("KW_RESULTS_FILE", "XML_OUTPUT_FILE")}
    ended = run([program, f"--kernel={kernel}", f"--gtest_filter={given.test}", *more, f"--comparison={given.comparison}",
                 f"--seed={given.seed}", f"--values={file}"], seconds, environment)
    return ended is not None and file.is_file() and file.stat().st_size > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("task")
    parser.add_argument("file", type=Path)
    parser.add_argument("test")
    for name, kind in (("comparison", int), ("seed", int), ("place", Path)):
        parser.add_argument(f"--{name}", type=kind, required=True)
    given = parser.parse_args()
    number, task = given.task.split(".")
    solution = next(ROOT.glob(f"solutions/{number}_*/{task}_*.cpp"))
    mistakes = make_wrong.file_of(solution)
    folder = next((folder for folder in given.program.resolve().parents if (folder / "CMakeCache.txt").is_file()), None)
    written = given.file.read_text(encoding="utf-8", errors="replace")
    if not folder or not mistakes.is_file() or written == make_skeleton.texts(solution)[1]:
        return 1
    program = folder / "lessons" / f"lesson{given.task}.kernels.cpu"
    tests = folder / "lessons" / f"liblesson{number}.tests.so"
    made_from = [solution, mistakes, tests]
    if not is_new(program, made_from):
        failed = program.with_name(f"{program.name}.failed")
        if is_new(failed, made_from):
            return 1  # it would take as long again
        if not build(folder, program.name):
            failed.touch()
            return 1
        program.touch()  # the build leaves it as it is if only the tests are new
    given.place.mkdir(parents=True, exist_ok=True)
    right, own = make_skeleton.texts(solution)[0], used(written)
    known = [mistake for mistake in make_wrong.read(mistakes)
             if not contradicts(own, used(right), used(mistake.kernel(right, solution)))]
    end = time.monotonic() + ALL_KERNELS
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        pool.submit(ask, program, "solution", given, end, "--depends")
        asked = list(pool.map(lambda mistake: ask(program, f"wrong/{mistake.name}", given, end), known))
    for mistake, has_answered in zip(known, asked):
        if has_answered:
            print(mistake.name, mistake.sentence)
    return 0


if __name__ == "__main__":
    sys.exit(main())
