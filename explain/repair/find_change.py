#!/usr/bin/env python3
"""Looks for one small change of a learner's file after which its tests pass.

    find_change.py BUILD TARGET FILE [TEST] [--seconds S] [--lines N,N...] [--error N]

BUILD is the build folder, TARGET a task's test program in it, such as lesson03.4.exercise.cpu, FILE the
learner's file, and TEST the test that failed. Each change is compiled and linked as the build does it.
First the failed test must pass, then all of them. The likeliest changes come first, above all those in
the given lines, and it stops after S seconds. It prints what it finds: the line's number with a heading,
and a message, which has the code once the learner has asked for a hint. It prints nothing if it finds none,
or if FILE is still the task's skeleton.

With --error LINE the file does not compile, and that is where the compiler stopped. Then a change must make it compile
first: one that the compiler itself proposes, or a place where the file differs from the solution.

Where the learner has written most of what the solution has, the places where the two differ come first
(beside_solution.py). All other changes know nothing of the solution, so they help with any kernel that is
one slip away from a right one.
"""

import argparse
import os
import re
import shutil
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import beside_solution
import names
import solution_words
import tokens as cpp
from changes import KINDS, Change
from token_changes import TokenChanges
from trials import Trials
from wording import heading, message

ROOT = Path(__file__).resolve().parents[2]
SOONER_IN_GIVEN_LINES = 25
SOONER_WHERE_DEFINED = 8  # the names of these lines
WORKERS = max(2, os.cpu_count() or 1)
MOST_ALONE = 24   # of the solution's words that cannot be variants of a program
FIRST_BESIDE = 4  # of what differs from the solution
ALONE = 0.7       # of the seconds, for single places of a file that does not compile
OF_ITSELF = re.compile(r"\bcdiv\((\w+), \1\)|[(,=] ?(\w+) (?:[-/%]|[<>]=?|[!=]=) \2(?=[;,)])")  # not meant by any kernel
NEARBY = 24         # letters
LONG = 60           # letters that a change brings in
ADDRESS_LATER = 20  # where only values are wrong, and no access is
SURE_FIRST, MOST_SURE, UNLIKELY = -200, 24, 50
LAUNCH, TILE, LOOP = re.compile(r"launch(?:<\w+>)?\([^;]*;"), re.compile(r"\w<([^<>;]*)>\{"), re.compile(r"\b(?:for|while) \(")
FEWER_STEPS = "All tests of this task pass with another tile, which leaves the loop fewer steps:"
OWN_TILE = "Look at what the later steps do, and at what one step leaves to the next: once that is right, your own tile will do as well."


def likely(source, lines=()):
    """All changes, the likeliest first. `lines`: where the checker found something; none if only values
    are wrong."""
    tokens, known, found = cpp.read(source), names.constants(source), {}
    near = _lines_of_definitions(source, lines)
    starts = {token.start: i for i, token in enumerate(tokens)}
    for opening, brace in cpp.bodies(tokens):
        known_here = names.Names(source, tokens, opening, brace, known)
        for change in TokenChanges(known_here).collect():
            line = source.count("\n", 0, change.start) + 1
            order = change.order - (SOONER_IN_GIVEN_LINES if line in lines else
                                    SOONER_WHERE_DEFINED if line in near else 0)
            if not lines and change.start in starts and known_here.is_address(starts[change.start]):
                order += ADDRESS_LATER
            change = replace(change, order=order)
            made = change.applied(source)
            if _makes_nonsense(source, change, made):
                continue
            if made not in found or found[made].order > order:
                found[made] = change
    return sorted(found.values(), key=lambda change: change.order)


def _makes_nonsense(source, change, made):
    """Whether the change compares or divides something by itself."""
    start = max(0, change.start - NEARBY)
    return OF_ITSELF.search(made, start, change.start + len(change.text) + NEARBY) and not OF_ITSELF.search(
        source, start, change.end + NEARBY)


def _lines_of_definitions(source, lines):
    """The lines that declare a name which the given lines use."""
    text = source.splitlines()
    used = {word for line in lines if 0 < line <= len(text) for word in re.findall(r"[A-Za-z_]\w*", text[line - 1])}
    return {number for number, line in enumerate(text, 1)
            if (declared := re.match(r"\s*(?:const(?:expr)? )?[\w:]+ (\w+) = ", line)) and declared[1] in used}


class Search:
    """Looks for a change after which the tests pass, in several threads, until one of them has found one or the time is
    over. Each change has a program of its own, or many have one where they are told to be `together`. Where the file does
    not compile without one (`must_compile`), `compiled` has those with which it does."""

    FIRST, LATER = 30, 60  # how many changes go into a program
    SOON, MOST_SOON = 22, 2  # likely ones that cannot be variants of a program, such as another axis

    def __init__(self, trials, source, changes, together=False, most_alone=None, must_compile=False):
        self.trials, self.source, self.most_alone, self.must_compile = trials, source, most_alone, must_compile
        can_vary = lambda change: together and not change.more and change.kind != "name of another kind"
        self.waiting = [change for change in changes if can_vary(change)]
        self.alone = [change for change in changes if not can_vary(change)]
        self.ready, self.programs, self.soon, self.compiled = [], 0, 0, []
        self.end, self.lock, self.found = 0.0, threading.Lock(), []

    def run(self, workers, end):
        """The first change that is found before the time `end`; None if there is none."""
        self.end = end
        with ThreadPoolExecutor(workers) as pool:
            for worker in [pool.submit(self._work) for _ in range(workers)]:
                worker.result()  # which raises what the worker has raised
        return min(self.found, key=lambda change: change.order, default=None)

    def _work(self):
        while time.monotonic() < self.end and not self.found:
            with self.lock:
                task = self.next()
            if task is None:
                return
            change = task()
            if change:
                self.found.append(change)

    def next(self):
        is_soon = self.alone and self.alone[0].order < self.SOON and self.soon < self.MOST_SOON
        if is_soon or self.alone and not self.ready and not self.waiting:
            self.soon += 1
            change = self.alone.pop(0)
            return lambda: self._passes(change)
        if self.ready:
            program, number, change = self.ready.pop(0)
            return lambda: self._variant(program, number, change)
        if not self.waiting:
            return None
        self.programs += 1
        count, number = self.FIRST if self.programs == 1 else self.LATER, self.programs
        some, self.waiting = self.waiting[:count], self.waiting[count:]
        return lambda: self._make(number, some)

    def _passes(self, change):
        made = change.applied(self.source)
        if self.must_compile:  # which the first pass of the compiler tells much sooner
            if not self.trials.compiles(id(change), made):
                return None
            self.compiled.append(change)
        return change if self.trials.passes(id(change), made) else None

    def _make(self, number, changes):
        program, variants, alone = self.trials.make_variants(number, self.source, changes)
        with self.lock:
            self.ready += [(program, k, change) for k, change in enumerate(variants, 1)]
            self.ready.sort(key=lambda entry: entry[2].order)
            self.alone = sorted(self.alone + alone, key=lambda change: change.order)[:self.most_alone]

    def _variant(self, program, number, change):
        # What passes as a variant must pass when it is written in the file as well.
        good = self.trials.test_passes(program, number)
        if good is None:
            with self.lock:
                self.alone = sorted([*self.alone, change], key=lambda one: one.order)
        return self._passes(change) if good else None

    def believed(self):
        """The compiler's own change with which the file compiles."""
        return next((change for change in self.compiled if change.kind == "compiler's"), None)


def course_files(target):
    """The solution and the skeleton of the task TARGET; empty if the solution is not there."""
    number, task = re.match(r"lesson(\d\d)[.](\w+)", target).groups()
    solution = next((ROOT / "solutions").glob(f"{number}_*/{task}_*.cpp"), None)
    if solution is None:
        return "", ""
    sys.path.insert(0, str(ROOT / "cmake/scripts"))
    import make_skeleton  # it is a script of the build
    return make_skeleton.texts(solution)


def asked_for_help(build, target):
    """Whether the learner has asked for a hint of the task TARGET, or for its solution: then a change is shown with
    its code. KW_SOLUTION in the environment stands for both."""
    task = ".".join(target.split(".")[:2])
    return bool(os.environ.get("KW_SOLUTION") or (build.parent / "asked" / task).exists()
                or any(build.parent.glob(f"*/grader/hints/{task}.json")))


def code_of(text):
    return re.sub(r"\s+", "", re.sub(r"//[^\n]*", "", text))


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build", type=Path)
    options.add_argument("target")
    options.add_argument("file", type=Path)
    options.add_argument("test", nargs="?", default="*")
    options.add_argument("--seconds", type=float, default=6)
    options.add_argument("--lines", default="")
    options.add_argument("--error", type=int, help="the line where the compiler stopped")
    given = options.parse_args()
    source = given.file.read_text(encoding="utf-8")
    solution, skeleton = course_files(given.target)
    if code_of(source) == code_of(skeleton):
        return  # the learner has not written anything yet
    place = given.build.resolve() / "generated" / "one_change" / f"{given.target}.{os.getpid()}"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    try:
        trials = Trials(given.build.resolve(), given.target, given.file.resolve(), place, given.test)
        if trials.known:
            print(search(trials, source, solution, skeleton, given), end="")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def search(trials, source, solution, skeleton, given):
    """What is found, as text; empty if nothing is."""
    lines = [int(line) for line in given.lines.split(",") if line]
    beside = beside_solution.changes(source, solution, skeleton, lines) if solution else []
    worded = solution_words.changes(source, solution, skeleton) if solution and not given.error else []
    trials.compile_headers_first(source)
    trials.allow_for_slow_test()
    found, told = (search_error(trials, source, beside, given) if given.error
                   else search_tests(trials, source, beside, worded, lines, given))
    if not found:
        return ""
    shows_code = given.error or asked_for_help(given.build.resolve(), given.target)
    number, shown, question = message(source, found, "" if shows_code else ".".join(given.target.split(".")[:2]))
    if told == FEWER_STEPS:
        question = OWN_TILE
    if given.error and not found.more and number != given.error:
        told = f"{told[:-1]}, in line {number}:"
    parts = (f"  {told}", shown, f"  {question}") if given.error else (f"{number} {told}", shown, question)
    return "".join(f"{part}\n" for part in parts)


def search_error(trials, source, beside, given):
    """A change after which the file compiles, and what is told of it. Other mistakes in it are a matter of
    its tests, so changes of several places come last."""
    fixes = [Change(*fix, "compiler's", 0) for fix in trials.fixes(source)]
    together = [change for change in beside if change.more]
    alone = [change for change in beside if not change.more]
    begin = time.monotonic()
    looking = Search(trials, source, fixes + alone, must_compile=True)
    found = looking.run(WORKERS, begin + given.seconds * (ALONE if together else 1))
    if not found and looking.believed():
        return looking.believed(), "It compiles with one change:"
    found = found or Search(trials, source, together, must_compile=True).run(WORKERS, begin + given.seconds)
    return found, heading(found) if found else ""


def _is_long(change):
    """Whether a change writes out what the learner has in several lines: right, and hard to read."""
    return len(change.text) > max(LONG, 2 * (change.end - change.start))


def has_other_tiles(source, change):
    """Whether a change gives a kernel with a loop other tiles: with one for a whole row, any loop is right."""
    return LOOP.search(source) and TILE.findall(change.applied(source)) != TILE.findall(source)


def only_launches(source, change):
    return LAUNCH.sub("", change.applied(source)) == LAUNCH.sub("", source)


def search_tests(trials, source, beside, worded, lines, given):
    """A change after which the tests pass, and what is told of it. What comes from the solution is meant;
    what is only likely may pass by luck."""
    end = time.monotonic() + given.seconds
    guessed = likely(source, lines)
    rescaled = Search(trials, source, [change for change in guessed if change.kind == "rescaled"]).run(WORKERS, end)
    if rescaled:  # which another tile would hide
        return rescaled, heading(rescaled)
    tiles = [] if lines else [change for change in beside if has_other_tiles(source, change)]
    fewer_steps = Search(trials, source, [change for change in tiles if only_launches(source, change)]).run(WORKERS, end)
    if fewer_steps:
        beside = [change for change in beside if change not in tiles]
    sure = [replace(change, order=SURE_FIRST + rank)
            for rank, change in enumerate([change for change in guessed
                                           if KINDS[change.kind].sure and change.order < UNLIKELY][:MOST_SURE])]
    long = [change for change in worded if _is_long(change)]
    for looking in (Search(trials, source, beside[:FIRST_BESIDE]),
                    Search(trials, source, sure + [change for change in worded if change not in long], True, MOST_ALONE),
                    Search(trials, source, beside[FIRST_BESIDE:]), Search(trials, source, guessed + long, True)):
        found = looking.run(WORKERS, end)
        if found:
            return found, heading(found)
    return fewer_steps, FEWER_STEPS if fewer_steps else ""


if __name__ == "__main__":
    main()
