#!/usr/bin/env python3
"""Looks for one small change of a learner's file after which its tests pass.

    find_change.py BUILD TARGET FILE TEST [--seconds S] [--lines N,N...] [--solution FILE]

BUILD is the build folder, TARGET a task's test program in it, such as lesson03.4.exercise.cpu, FILE the
learner's file, and TEST the test that failed. Each change is compiled and linked as the build does it.
First the failed test must pass, then all of them. The likeliest changes come first, above all those in
the given lines, and it stops after S seconds. It prints what it finds: the line's number, and a
message. It prints nothing if it finds none, or if FILE is still the skeleton of that solution.

The changes know nothing of the solution, so they help with any kernel that is one slip away from a
right one.
"""

import argparse
import difflib
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import names
import tokens as cpp
from changes import Change, Expressions
from statements import Statements

SOONER_IN_GIVEN_LINES = 25
ADDRESS_LATER = 20  # where only values are wrong, and no access is
ONE_TEST, ALL_TESTS = 3, 15  # seconds


def likely(source, lines=()):
    """All changes, the likeliest first. `lines`: where the checker found something; none if only values
    are wrong."""
    tokens, known, found = cpp.read(source), names.constants(source), {}
    starts = {token.start: i for i, token in enumerate(tokens)}
    for opening, brace in cpp.bodies(tokens):
        known_here = names.Names(source, tokens, opening, brace, known)
        for change in Expressions(known_here).collect() + Statements(known_here).collect():
            line = source.count("\n", 0, change.start) + 1
            order = change.order - SOONER_IN_GIVEN_LINES * (line in lines)
            if not lines and change.start in starts and known_here.is_address(starts[change.start]):
                order += ADDRESS_LATER
            change = Change(change.start, change.end, change.text, change.kind, order)
            made = change.applied(source)
            if made not in found or found[made].order > order:
                found[made] = change
    return sorted(found.values(), key=lambda change: change.order)


class Trials:
    """Compiles, links and tests changed files as the build does it for the file itself."""

    def __init__(self, build, target, file, test, place):
        self.build, self.place, self.test = build, place, test
        shown = subprocess.run(["ninja", "-C", str(build), "-t", "commands", target], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
        lines = [line for line in shown.splitlines()
                 if f"{target}.kernel.dir" in line or f"-o lessons/{target} " in line]
        self.known = len(lines) >= 2
        if not self.known:
            return
        compiling, linking = lines[-2:]
        self.object = re.search(r" -o (\S+)", compiling)[1]
        self.linking = linking.removeprefix(": && ").removesuffix(" && :").split(" -- ", 1)[-1]
        self.target = f"-o lessons/{target} "
        # Without what explains errors and keeps results: neither is wanted here.
        compiling = compiling.split(" -- ", 1)[-1]
        compiling = re.sub(r" -MD -MT \S+ -MF \S+| -o \S+| -c \S+| -Werror(=\S+)?| -W[a-z]\S*", "", compiling)
        self.compiling = re.sub(r"^(\S*ccache) ", "", compiling)
        self.folder = file.parent

    def passes(self, number, source):
        """Whether the tests pass with the changed file."""
        kernel, made, program = (self.place / f"{number}{end}" for end in (".cpp", ".o", ""))
        kernel.write_text(source, encoding="utf-8")
        compiled = self.run(f"{self.compiling} -w -I{shlex.quote(str(self.folder))} -o {made} -c {kernel}", 20)
        linked = compiled and self.run(
            self.linking.replace(self.object, str(made)).replace(self.target, f"-o {program} "), 20)
        passed = linked and (self.run(f"{program} --gtest_filter={shlex.quote(self.test)}", ONE_TEST)
                             and self.run(str(program), ALL_TESTS))
        for file in (kernel, made, program):
            file.unlink(missing_ok=True)
        return passed

    def run(self, command, seconds):
        environment = {**os.environ, "KW_ONE_CHANGE": "0"}
        environment.pop("KW_FINDINGS_FILE", None)
        try:
            return subprocess.run(shlex.split(command), cwd=self.build, env=environment, timeout=seconds,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, check=False).returncode == 0
        except (subprocess.TimeoutExpired, OSError):
            return False


def first_that_passes(trials, source, changes, seconds, workers):
    """The first change after which all tests pass; None if none does in that time."""
    end, done = time.monotonic() + seconds, 0
    with ThreadPoolExecutor(workers) as pool:
        while done < len(changes) and time.monotonic() < end:
            some = changes[done:done + workers]
            for change, passed in zip(some, list(pool.map(
                    lambda k: trials.passes(k, changes[k].applied(source)), range(done, done + len(some))))):
                if passed:
                    return change
            done += len(some)
    return None


def words(source, change):
    """The words that the change takes out and those that it puts in, with enough around them to be read."""
    old, new = source[change.start:change.end], change.text
    start, end = change.start, change.end
    while old and new and old[0] == new[0]:
        old, new, start = old[1:], new[1:], start + 1
    while old and new and old[-1] == new[-1]:
        old, new, end = old[:-1], new[:-1], end - 1
    # Whole words, and a sign or a number with its neighbours.
    left = re.search(r"[\w.]*$", source[:start])[0]
    right = re.match(r"\w*", source[end:])[0]
    old, new = left + old + right, left + new + right
    start, end = start - len(left), end + len(right)
    if not re.search(r"[A-Za-z]", old) or not re.search(r"[A-Za-z]", new):
        before = re.search(r"[\w.:<>]*[(\[]?[ ,]*$", source[:start])[0].lstrip(" ,")
        if before.rstrip().endswith(("(", "[")):
            after = re.match(r"[^()\n;]*[)\]]?", source[end:])[0]
        else:
            before = re.search(r"(?:[\w.]+(?:\([\w, ]*\))?)? ?$", source[:start])[0]
            after = re.match(r" ?(?:[\w.]+(?:\([\w, ]*\))?)?", source[end:])[0]
        old, new = before + old + after, before + new + after
    return " ".join(old.split()), " ".join(new.split())


def changed_lines(source, made):
    """The lines that differ: the first one's number, the old ones and the new ones."""
    before, after = source.splitlines(), made.splitlines()
    same = difflib.SequenceMatcher(None, before, after, autojunk=False)
    blocks = [block for block in same.get_opcodes() if block[0] != "equal"]
    now = [before[k].strip() for _, a, b, _, _ in blocks for k in range(a, b)]
    then = [after[k].strip() for _, _, _, a, b in blocks for k in range(a, b)]
    return blocks[0][1] + 1, [line for line in now if line], [line for line in then if line]


def message(source, change):
    """What a learner reads: the line's number, the lines before and after, and the question that is left."""
    number, now, then = changed_lines(source, change.applied(source))
    shown = "\n".join([f"  - {line}" for line in now] + [f"  + {line}" for line in then])
    old, new = words(source, change)
    if not then:
        question = "Before you take it out, work out what it does to the result."
    elif not now:
        question = "Before you add it, work out what goes wrong without it."
    elif sorted(now) == sorted(then):
        question = "Before you change their order, work out what the lines do in this one."
    else:
        question = f"It has `{new}` where you have `{old}`. Before you change it, work out why that is right."
    return number, shown, question


def is_skeleton(source, solution):
    """Whether the learner has not written anything yet."""
    if solution is None or not solution.exists():
        return False
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "cmake/scripts"))
    import make_skeleton  # it is a script of the build
    skeleton = make_skeleton.make("skeleton", solution.read_text("utf-8"), solution)
    return code_of(source) == code_of(skeleton)


def code_of(text):
    return re.sub(r"\s+", "", re.sub(r"//[^\n]*", "", text))


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build", type=Path)
    options.add_argument("target")
    options.add_argument("file", type=Path)
    options.add_argument("test")
    options.add_argument("--seconds", type=float, default=6)
    options.add_argument("--lines", default="")
    options.add_argument("--solution", type=Path, help="the file that the skeleton is made from")
    given = options.parse_args()
    source = given.file.read_text(encoding="utf-8")
    if is_skeleton(source, given.solution):
        return
    lines = [int(line) for line in given.lines.split(",") if line]
    place = given.build.resolve() / "generated" / "one_change" / given.target
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    try:
        trials = Trials(given.build.resolve(), given.target, given.file.resolve(), given.test, place)
        changes = likely(source, lines) if trials.known else []
        found = first_that_passes(trials, source, changes, given.seconds, max(2, os.cpu_count() or 1))
        if found:
            number, shown, question = message(source, found)
            print(f"{number}\n{shown}\n{question}")
    finally:
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
