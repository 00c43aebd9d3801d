#!/usr/bin/env python3
"""Makes mistakes in the solutions as learners do, and looks at what a learner reads.

    measure_mistakes.py ROOT BUILD [FOLDER...] [--show NAME] [--need N] [--jobs N] [--one-change S]

The mistakes of a task are among its wrong kernels, lessons/<lesson>/wrong/<task>.mistakes (make_wrong.py), or in
FOLDER/<lesson>/<task>.mistakes, where they may be without the test that catches them. After the sentence, which says
what is wrong, fields say what a learner should read:

    == divided_by_the_block: the sum is divided by the block and not by the row
    kind: wrong-values         the first word of the finding, or: compile, wrong-values, hang, crash.
                               Left out where any would be honest
    line: auto mean = or sum(  a part of the line that the message must point at, or of others; left out if any will do
    fix: the block|BLOCK_SIZE  a regular expression; the output must match every one of them
    not: mask                  a regular expression that would be wrong advice
    answered by: change        what answers it in the test `wrongNN` (check_kernels.py) beside what the tests print
                               without a search: the mistake's `sentence`; the `change` that makes the solution of it,
                               which must be among those that the search tries, or such as `change: - break;` one that
                               is right as well; or `nothing` yet. Left out where what the tests print is an answer
    tl.sum(v) / n_cols => tl.sum(v) / BLOCK_SIZE

A mistake is compiled and linked as the build does it for the exercise, and its tests run. It is caught
if it does not compile or its tests fail, named if the first finding has the kind, at the right line if
the first finding, or the change that makes the tests pass, is there, and answered if in addition every
`fix` and no `not` matches. `--show` prints what a learner reads for one of them. `--need N` fails unless
N per cent are answered. With KW_SOURCES=1 in the environment, each text that is shown says which mechanism it comes from.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import make_skeleton
import make_wrong

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "explain/repair"))
import beside_solution  # noqa: E402
import find_change  # noqa: E402
import solution_words  # noqa: E402
import wording  # noqa: E402
from trials import Trials  # noqa: E402

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
        self.solution, self.skeleton = make_skeleton.texts(solution)
        self.sentence = mistake.sentence
        self.kernel = mistake.kernel(self.solution, solution)

    def path(self):
        return f"{self.lesson}/{self.task}/{self.name}"

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


def told_change(mistake, line=""):
    """What a learner reads of the change that makes the solution of a mistake, or else of one that shows this line; empty
    if it is not among those that the search tries."""
    files = mistake.kernel, mistake.solution, mistake.skeleton
    for find in (lambda: beside_solution.changes(*files), lambda: solution_words.changes(*files),
                 lambda: find_change.likely(mistake.kernel)):
        for change in find():
            if not line and find_change.code_of(change.applied(mistake.kernel)) != find_change.code_of(mistake.solution):
                continue
            number, shown, question = wording.message(mistake.kernel, change)
            if not line or f"  {line}" in shown.splitlines():
                return (f"[one-change] exercises/{mistake.lesson}/{mistake.task}.cpp:{number}: "
                        f"{wording.heading(change)}\n{shown}\n{question}\n")
    return ""


def lacks(mistake, output):
    """Why what the tests print of a mistake is no answer, together with what it says that it is `answered by`; empty if it
    is one."""
    if mistake.expected["answered by"] == ["nothing"]:
        return ""
    for by, _, line in (each.partition(": ") for each in mistake.expected["answered by"]):
        if by not in ("sentence", "change"):
            raise BadMistake(f"{mistake.path()}: nothing is `answered by: {by}`")
        output += f"Your values are what you get {mistake.sentence}\n" if by == "sentence" else told_change(mistake, line)
    verdict = Verdict(mistake, "failed", output)
    return "" if verdict.answered else f"a learner does not read what is wrong: {verdict.line()}\n{output}"


def outcome(mistake, root, build):
    """How it ends (compile, link, passed, failed, crash or hang), and what a learner reads."""
    place = build / "generated/mistakes" / mistake.lesson / mistake.task
    place.mkdir(parents=True, exist_ok=True)
    source, made, program = (place / f"{mistake.name}{end}" for end in (".cpp", ".o", ""))
    source.write_text(mistake.kernel, encoding="utf-8")
    target = f"lesson{mistake.lesson[:2]}.{mistake.task[0]}.exercise.cpu"
    trials = Trials(build, target, root / "exercises" / mistake.lesson / f"{mistake.task}.cpp", place)
    explain = [build / "explain/explain", root, source.relative_to(root), "--target", target, "--"]

    def run(command, limit=None, **environment):
        return subprocess.run(command, cwd=build, env={**os.environ, "KW_SOLUTION": "1", **environment}, timeout=limit,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)

    for step, command in (("compile", [*trials.compiling, "-o", made, "-c", source]), ("link", trials.to_link(made, program))):
        ended = run([*explain, *command])
        if ended.returncode != 0:
            return step, ended.stdout
    try:
        ended = run([program], SECONDS, LD_LIBRARY_PATH=trials.libraries, KW_EXERCISE_FILE=str(source))
    except subprocess.TimeoutExpired as late:
        return "hang", (late.stdout or b"").decode("utf-8", "replace")
    return {0: "passed", 1: "failed"}.get(ended.returncode, "crash"), ended.stdout


# What is in the output whatever the mistake is: maps, numbers, quoted lines (all of them are indented by
# four spaces), names of files and tests.
NOT_EXPLAINED = re.compile(
    r"^ *\[|^    \S|^  where, one sign|^Wrong values: lesson |^Next: "
    r"|^Testing |: Failure$|^ +\d* \| ", re.IGNORECASE)


def explanation(text):
    """The part of the output that explains."""
    return "\n".join(line for line in text.splitlines()
                     if not NOT_EXPLAINED.search(line) or re.match(r"\[[a-z]+(-[a-z]+)+\] ", line))


class Verdict:
    """What a learner reads about one mistake, compared with what it should be."""

    def __init__(self, mistake, how, text):
        self.mistake, self.how, self.text = mistake, how, text
        self.caught = how != "passed"
        found = re.search(r"^(?:.*: )?\[(?!one-change)([a-z-]+)\] |(Wrong values)", text, re.MULTILINE)
        self.kind = how if how in ("compile", "link", "hang") or not found else found[1] or "wrong-values"
        kinds = (mistake.expected["kind"] or ANY)[0].split("|")
        self.named = self.caught and (self.kind in kinds or kinds == ANY)
        lines = mistake.lines()
        # The line that is named first, in the mistake's file or in the exercise, whose place it takes.
        files = map(re.escape, (f"{mistake.name}.cpp", f"exercises/{mistake.lesson}/{mistake.task}.cpp"))
        named = re.search(f"(?:{'|'.join(files)}):(\\d+)", text)
        self.place = int(named[1]) if named else None
        changed = re.findall(r"(?:\[one-change\] \S+:|^  (?:after )?line |with one change, in line )(\d+)", text, re.MULTILINE)
        self.at_line = self.caught and (not lines or any(place in lines for place in (self.place, *map(int, changed))))
        # The name of the file describes the mistake, so it must not count as an answer.
        words = re.sub(rf"\S*\b{re.escape(mistake.name)}\.cpp", "kernel", explanation(text))
        has = lambda pattern: re.search(pattern, re.sub(r"\s+", " ", words), re.IGNORECASE)
        self.missing = [pattern for pattern in mistake.expected["fix"] if not has(pattern)]
        self.wrong = [pattern for pattern in mistake.expected["not"] if has(pattern)]
        self.answered = self.named and self.at_line and not self.missing and not self.wrong
        self.length = len(text.strip().splitlines())

    def line(self):
        marks = "".join(letter if good else "-" for letter, good in zip(
            "cnla", (self.caught, self.named, self.at_line, self.answered)))
        why = "" if self.answered else f"  [{self.kind}, line {self.place}, lacks {self.missing}, says {self.wrong}]"
        return f"{marks} {self.length:4} lines  {self.mistake.path()}{why}"


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
    given = options.parse_args()
    if given.one_change is not None:
        os.environ["KW_ONE_CHANGE"] = given.one_change
    root, build = given.root.resolve(), given.build.resolve()
    try:
        with ThreadPoolExecutor(given.jobs) as workers:
            verdicts = list(workers.map(lambda mistake: Verdict(mistake, *outcome(mistake, root, build)),
                                        mistakes_in(given.folders, root, given.show)))
    except (BadMistake, make_wrong.BadEdit) as problem:
        sys.exit(str(problem))
    for verdict in verdicts if given.show else ():
        print(f"== {verdict.mistake.name} ({verdict.how})\n{verdict.text}")
    print("\n".join(verdict.line() for verdict in verdicts))
    counts = [sum(getattr(verdict, part) for verdict in verdicts) for part in ("caught", "named", "at_line", "answered")]
    print("{} mistakes: {} caught, {} named, {} at the right line, {} answered; median output {:.0f} lines".format(
        len(verdicts), *counts, statistics.median(verdict.length for verdict in verdicts)))
    sys.exit(100 * counts[-1] < given.need * len(verdicts))


if __name__ == "__main__":
    main()
