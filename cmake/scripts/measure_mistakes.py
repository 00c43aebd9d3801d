#!/usr/bin/env python3
"""Makes mistakes in the solutions as learners do, and looks at what a learner reads.

    measure_mistakes.py ROOT BUILD [FOLDER...] [--show NAME] [--need N] [--jobs N] [--one-change S] [--sources]

The mistakes of a task are among its wrong kernels, lessons/<lesson>/wrong/<task>.mistakes (make_wrong.py), or in
FOLDER/<lesson>/<task>.mistakes, where they may be without the test that catches them. After the sentence, which says
what is wrong, fields say what a learner should read:

    == divided_by_the_block: the sum is divided by the block and not by the row
    kind: wrong-values         the first word of the finding, or: compile, wrong-values, hang, crash.
                               Left out where any would be honest
    line: auto mean = or sum(  a part of the line that the message must point at, or of others; left out if any will do
    fix: the block|BLOCK_SIZE  a regular expression; the output must match every one of them
    not: mask                  a regular expression that would be wrong advice
    tl.sum(v) / n_cols => tl.sum(v) / BLOCK_SIZE

A mistake is compiled and linked as the build does it for the exercise, and its tests run. It is caught
if it does not compile or its tests fail, named if the first finding has the kind, at the right line if
the first finding, or the change that makes the tests pass, is there, and answered if in addition every
`fix` and no `not` matches. `--show` prints what a learner reads for one of them. `--need N` fails unless
N per cent are caught, named, at the right line and answered. `--sources` adds a table of the mechanisms that have
said something: how often; how often an answer is in their words alone; and how often nothing else has it.
"""

import argparse
import os
import re
import shlex
import statistics
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import make_skeleton
import make_wrong

SECONDS = 60  # for the tests of one task
ANY = ["any"]


class BadMistake(Exception):
    """A mistake that does not say what it must."""


class Mistake:
    """One mistake, and the kernel that it makes."""

    def __init__(self, file, mistake, root):
        self.name, self.expected = mistake.name, mistake.fields
        self.task, self.lesson = file.stem, next(name for name in reversed(file.parts[:-1]) if name != "wrong")
        solution = root / "solutions" / self.lesson / f"{self.task}.cpp"
        self.solution = make_skeleton.make("solution", solution.read_text("utf-8"), solution)
        self.kernel = mistake.kernel(self.solution, solution)

    def path(self):
        return f"{self.lesson}/{self.task}/{self.name}"

    def program(self):
        return f"lesson{self.lesson[:2]}.{self.task[0]}.exercise.cpu"

    def lines(self):
        """The numbers of the lines that a message may name; empty if any will do."""
        wanted = [part for line in self.expected["line"] for part in line.split(" or ")]
        if wanted in ([], ANY):
            return []
        numbers = [number for number, line in enumerate(self.kernel.splitlines(), 1)
                   if any(part in line for part in wanted)]
        if not numbers:
            raise BadMistake(f"{self.path()}: no line of the kernel has: {wanted}")
        return numbers


class Build:
    """How the build folder compiles and links an exercise."""

    def __init__(self, root, folder, one_change=None):
        self.root, self.folder = root, folder
        self.known, self.lock = {}, threading.Lock()
        self.environment = {**os.environ, "KW_SOLUTION": "1"}  # as after a hint: changes with their code
        if one_change is not None:  # seconds, or 0: a failed test looks for no change that repairs it
            self.environment["KW_ONE_CHANGE"] = str(one_change)

    def commands(self, mistake):
        """How the exercise is compiled, and how its program is linked."""
        program = mistake.program()
        with self.lock:
            if program not in self.known:
                self.known[program] = self.find_commands(program)
        return self.known[program]

    def find_commands(self, program):
        shown = subprocess.run(["ninja", "-C", self.folder, "-t", "commands", program],
                               stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout.splitlines()
        compiling, linking = [line for line in shown if "exercise.cpu.kernel" in line
                              or f"-o lessons/{program} " in line][-2:]
        # The repository's tests need no exercise, so what else its program is made of may be missing.
        for made in re.findall(r"\S+\.o\b", linking):
            if not (self.folder / made).exists() and f"-o {made} " not in compiling:
                for line in shown:
                    if f"-o {made} " in line and self.shell(line).returncode != 0:
                        raise BadMistake(f"this does not compile: {line}")
        return compiling, linking

    def run(self, mistake, place):
        """How it ended (compile, link, passed, failed, crash or hang), and what a learner reads, which
        stays in PLACE as well."""
        how, text = self.build_and_run(mistake, place)
        (place / f"{mistake.name}.txt").write_text(f"{how}\n{text}", encoding="utf-8")
        return how, text

    def build_and_run(self, mistake, place):
        place.mkdir(parents=True, exist_ok=True)
        source = place / f"{mistake.name}.cpp"
        source.write_text(mistake.kernel, encoding="utf-8")
        compiling, linking = self.commands(mistake)
        exercise = f"exercises/{mistake.lesson}/{mistake.task}.cpp"
        kernel_object = re.search(r"-o (\S+exercise\.cpu\.kernel\.dir\S+)", compiling)[1]
        made, program = place / f"{mistake.name}.o", place / mistake.name
        for old in (made, program):
            old.unlink(missing_ok=True)
        compiling = compiling.replace(kernel_object, str(made))
        compiling = compiling.replace(str(self.root / exercise), str(source))
        compiling = compiling.replace(exercise, str(source.relative_to(self.root)))
        compiling = re.sub(r"--outdates \S+", "", compiling)
        compiling = compiling.replace(" -Werror ", " ")  # which a learner's build does not have
        linking = linking.replace(kernel_object, str(made)).replace(
            f"-o lessons/{mistake.program()} ", f"-o {program} ").replace(
                f" {exercise} -- ", f" {source.relative_to(self.root)} -- ")
        for step, command in (("compile", compiling), ("link", linking)):
            ended = self.shell(command)
            if ended.returncode != 0:
                return step, ended.stdout
        try:
            ended = self.shell(f"env LD_LIBRARY_PATH={shlex.quote(str(self.folder / 'lessons'))} "
                               f"KW_EXERCISE_FILE={shlex.quote(str(source))} "
                               f"{shlex.quote(str(program))} --gtest_brief=1", SECONDS)
        except subprocess.TimeoutExpired as late:
            return "hang", (late.stdout or b"").decode("utf-8", "replace")
        how = {0: "passed", 1: "failed"}.get(ended.returncode, "crash")
        return how, ended.stdout

    def shell(self, command, limit=None):
        return subprocess.run(["bash", "-c", "exec " + command if limit else command],
                              cwd=self.folder, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              encoding="utf-8", errors="replace", timeout=limit)


# What is in the output whatever the mistake is: maps, numbers, quoted lines (all of them are indented by
# four spaces), names of files and tests.
NOT_EXPLAINED = re.compile(
    r"^ *\[|^    \S|^  where, one sign|^Wrong values: lesson |^Next: "
    r"|^Testing |: Failure$|^ +\d* \| ", re.IGNORECASE)


def explanation(text):
    """The part of the output that explains."""
    return "\n".join(line for line in text.splitlines()
                     if not NOT_EXPLAINED.search(line) or re.match(r"\[[a-z]+(-[a-z]+)+\] ", line))


# Those of base::said_by (common/base/mechanism.hpp). That of a rule names it.
SAID_BY = re.compile(r"\{(advice|change|compiler|dependence|finding|origin|rule|smallest case|wrong kernels)(?:: [^}]*)?\} ")
ENDS_A_TEXT = re.compile(r"^\[  FAILED|: Failure$", re.MULTILINE)


def sources_of(text):
    """What each mechanism has said, and what else a learner reads (of which None is the source)."""
    said = {}
    parts = SAID_BY.split(text)
    for source, words in [(None, parts[0]), *zip(parts[1::2], parts[2::2])]:
        end = ENDS_A_TEXT.search(words)
        own = words if source is None or not end else words[:end.start()]
        said[source] = said.get(source, "") + own + "\n"
        said[None] = said.get(None, "") + ("" if source is None else words[len(own):])
    return said


class Verdict:
    """What a learner reads about one mistake, compared with what it should be."""

    def __init__(self, mistake, how, text):
        self.mistake, self.how, self.sources = mistake, how, sources_of(text)
        self.text = text = SAID_BY.sub("", text)
        self.caught = how != "passed"
        self.kind = self.kind_of(how, text)
        kinds = (mistake.expected["kind"] or ANY)[0].split("|")
        self.named = self.caught and (self.kind in kinds or kinds == ANY)
        lines = mistake.lines()
        self.place = self.first_place(text)
        self.at_line = self.caught and (not lines or self.place in lines or
                                        any(place in lines for place in self.changed_places(text)))
        self.missing = [fix for fix, found in self.matches("fix", text) if not found]
        self.wrong = [bad for bad, found in self.matches("not", text) if found]
        self.answered = (self.caught and self.named and self.at_line and not self.missing
                         and not self.wrong)
        self.length = len(text.strip().splitlines())

    def matches(self, field, text):
        """The patterns of a field, each with whether the explaining part of a text has it."""
        # The name of the file describes the mistake, so it must not count as an answer.
        words = re.sub(rf"\S*\b{re.escape(self.mistake.name)}\.cpp", "kernel", explanation(text))
        flat = re.sub(r"\s+", " ", words)
        return [(pattern, bool(re.search(pattern, flat, re.IGNORECASE))) for pattern in self.mistake.expected[field]]

    def answers(self, text):
        return all(found for _, found in self.matches("fix", text))

    def kind_of(self, how, text):
        if how in ("compile", "link", "hang"):
            return how
        found = re.search(r"^(?:.*: )?\[(?!one-change)([a-z-]+)\] |(Wrong values)", text, re.MULTILINE)
        if found:
            return found[1] or "wrong-values"
        return how

    def first_place(self, text):
        """The line that is named first, in the mistake's file or in the exercise, whose place it takes."""
        files = (f"{self.mistake.name}.cpp", f"exercises/{self.mistake.lesson}/{self.mistake.task}.cpp")
        found = re.search("(?:" + "|".join(map(re.escape, files)) + r"):(\d+)", text)
        return int(found[1]) if found else None

    def changed_places(self, text):
        """The lines of the change that makes the tests pass."""
        return [int(number) for number in re.findall(
            r"\[one-change\] \S+:(\d+):|^  (?:after )?line (\d+)|with one change, in line (\d+):", text, re.MULTILINE)
            for number in number if number]

    def line(self):
        marks = "".join(letter if good else "-" for letter, good in zip(
            "cnla", (self.caught, self.named, self.at_line, self.answered)))
        why = ""
        if not self.answered:
            why = f"  [{self.kind}, line {self.place}" + (
                f", lacks {self.missing}" if self.missing else "") + (
                f", says {self.wrong}" if self.wrong else "") + "]"
        return f"{marks} {self.length:4} lines  {self.mistake.path()}{why}"


def report(verdicts, quiet):
    if not quiet:
        for verdict in verdicts:
            print(verdict.line())
    count = len(verdicts)
    parts = ", ".join(f"{sum(getattr(v, part) for v in verdicts)} {words}" for part, words in (
        ("caught", "caught"), ("named", "named"), ("at_line", "at the right line"),
        ("answered", "answered")))
    print(f"{count} mistakes: {parts}; median output "
          f"{statistics.median(v.length for v in verdicts):.0f} lines")
    return 100 * sum(v.answered for v in verdicts) / count


def source_table(verdicts):
    """Lines of a table: what each mechanism has said."""
    yield "| mechanism | has said something | an answer is in its words | and in no others |"
    yield "|---|---:|---:|---:|"
    answered = [v for v in verdicts if v.answered]
    for source in sorted({source for v in verdicts for source in v.sources if source}):
        has = [v for v in answered if v.answers(v.sources.get(source, ""))]
        alone = [v for v in has if not v.answers("\n".join(
            words for other, words in v.sources.items() if other != source))]
        yield f"| {source} | {sum(source in v.sources for v in verdicts)} | {len(has)} | {len(alone)} |"


def mistakes_in(folders, root, show):
    """The mistakes in some folders whose path, such as 05_softmax/2_softmax/no_maximum, has the pattern `show`."""
    files = [file for folder in folders for file in sorted(folder.resolve().glob("*/*.mistakes"))]
    every = [Mistake(file, mistake, root) for file in files or sorted(root.glob("lessons/*/wrong/*.mistakes"))
             for mistake in make_wrong.read(file) if mistake.fields["fix"]]
    mistakes = [mistake for mistake in every if re.search(show, mistake.path())]
    if not mistakes:
        raise BadMistake("there is no such mistake")
    return mistakes


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("root", type=Path)
    options.add_argument("build", type=Path)
    options.add_argument("folders", type=Path, nargs="*")
    options.add_argument("--show", default="")
    options.add_argument("--need", type=float, default=0)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--one-change", metavar="SECONDS",
                         help="how long a failed test looks for a change that repairs it")
    options.add_argument("--sources", action="store_true", help="count what each mechanism answers")
    options.add_argument("--quiet", action="store_true", help="print the sums alone")
    given = options.parse_args()
    root = given.root.resolve()
    build = Build(root, given.build.resolve(), given.one_change)
    if given.sources:
        build.environment["KW_SOURCES"] = "1"
    try:
        mistakes = mistakes_in(given.folders, root, given.show)
        where = build.folder / "generated" / "mistakes"
        def judge(m):
            return Verdict(m, *build.run(m, where / m.lesson / m.task))
        with ThreadPoolExecutor(given.jobs) as workers:
            verdicts = list(workers.map(judge, mistakes))
        if given.show:
            for verdict in verdicts:
                print(f"== {verdict.mistake.name} ({verdict.how})\n{verdict.text}")
        if given.sources:
            print("\n".join(source_table(verdicts)))
        sys.exit(report(verdicts, given.quiet) < given.need)
    except (BadMistake, make_wrong.BadEdit) as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
