#!/usr/bin/env python3
"""Checks that the tests of a lesson catch every kernel that is not right.

    check_kernels.py ROOT 03_masking PROGRAM

PROGRAM is the lesson's program with the course's own kernels. It is started once with each kernel of each
task that must fail: the skeleton, nothing at all, and those of the mistakes in the lesson's wrong/ folder. Each
must fail by its assertions (exit code 1) and not by a crash, and print every text below which its mistake is.
Where these are names of tests, it runs these tests alone. If the mistake says what a learner should read of it, that is
compared as well (measure_mistakes.py). What they
write down for the grader must be the text that they print, of at most 24 lines for each message. The tests that
a skeleton passes must be those that its check in lesson.toml names as `given`, or it would earn points.

The same output shows whether the messages that a page quotes are printed. A station quotes reports in ``` blocks after
"What you should see", and the section "When it fails" of a page does so as well. Each must be, up to line breaks, places in files and passages left out as [...], in what
the tests of a wrong kernel or of a skeleton print, or be the sentence of a mistake, which only the program of an
exercise prints. Where a quote is missing, the programs run again, with all tests, and up to three times, since what
autotuning prints depends on which config was the fastest.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import lesson_pages
import lesson_toml
import make_wrong
import measure_mistakes

MOST_RUNS = 3
MOST_LINES = 24
TIME = re.compile(r"[\d.]+ (s|ms|us|ns)\b")  # differs where the same is printed once
AGAIN = re.compile(r"Wrong values again: |\[[a-z-]+\] again, ")  # which is printed once
TEST = re.compile(r"[A-Z]\w*(/\w+)?[.][A-Z]\w*(/\w+)?")
WHICH_AGREE = re.compile(r"^(Your values are what you get .*) \([^)]* agrees?\)\.$")


class Case(NamedTuple):
    """A kernel of a task that must fail, and what the tests of it must say."""
    task: str
    kernel: str
    caught_by: tuple = ()
    measured: measure_mistakes.Mistake = None

    def name(self):
        return f"task {self.task}, {self.kernel}"


def cases_of(root, lesson):
    """The kernels of a lesson that must fail."""
    for solution in sorted((root / "solutions" / lesson).glob("[1-9]_*.cpp")):
        task = solution.name[0]
        yield Case(task, "skeleton")
        yield Case(task, "nothing")
        file = make_wrong.file_of(solution)
        for mistake in make_wrong.read(file):
            yield Case(task, f"wrong/{mistake.name}", mistake.caught_by,
                       measure_mistakes.Mistake(file, mistake, root) if mistake.fields["fix"] else None)


def run(program, case, folder, all_tests=True):
    """The exit code of the tests, what they print, and for each of them what they write down for the grader."""
    results = Path(folder) / f"{case.task}.{case.kernel.replace('/', '.')}.jsonl"
    results.unlink(missing_ok=True)
    command = [program, f"--task={case.task}", f"--kernel={case.kernel}"]
    if not all_tests and case.caught_by and all(TEST.fullmatch(text) for text in case.caught_by):
        command.append("--gtest_filter=" + ":".join(case.caught_by))
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                           errors="replace", check=False, env=os.environ | {"KW_RESULTS_FILE": str(results)})
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    return ended.returncode, ended.stdout, [test for line in lines if "status" in (test := json.loads(line))]


def told_otherwise(results, output):
    """The messages for the grader that the tests have not printed, or only in more than 24 lines."""
    as_above = re.search(r"^\[  FAILED  \] and \d+ more tests?, as above:((?:.|\n +)*)", output, re.MULTILINE)
    as_above = set(re.findall(r"[\w/]+", as_above[1] if as_above else ""))
    news = [test for test in results if test["test"].rpartition(".")[2] not in as_above]
    for message in [part for test in news for part in test["message"].split("\n\n")]:
        text = re.sub(r"^[\w/.]+:\d+\n", "", message)  # the place of a check is printed before the word Failure
        printed = TIME.sub("", text) in TIME.sub("", output)
        if not AGAIN.match(text) and (not printed or text.count("\n") >= MOST_LINES):
            yield text


def problem_with(case, code, output, results=()):
    """What is wrong with how the tests ended; empty if nothing is."""
    for text in told_otherwise(results, output):
        return f"the grader would show this text, which the tests do not print in {MOST_LINES} lines:\n{text}\n{output}"
    if code == 0:
        return f"the tests pass, but the kernel is wrong: they do not notice.\n{output}"
    if code != 1:
        return f"the tests must fail by an assertion (exit code 1), but they ended with {code}\n{output}"
    missing = [text for text in case.caught_by if text not in output]
    if missing:
        return f"it should be caught by: {missing[0]}\nbut the tests said:\n{output}"
    return measure_mistakes.lacks(case.measured, output) if case.measured else ""


def selects(pattern, test):
    """Whether a filter of GoogleTest's selects a test. What comes after the first `-` is left out."""
    wanted, _, unwanted = pattern.partition("-")
    fits = lambda part: any(fnmatch.fnmatchcase(test, one) for one in part.split(":"))
    return fits(wanted or "*") and not fits(unwanted)


def problems_with_given(check, results):
    """What is wrong with the tests that a check says its skeleton passes. `results` says how each ended."""
    failed, passed = ({test["test"] for test in results if test["status"] == status} for status in ("failed", "passed"))
    given = {name for name in failed | passed if "given" in check and selects(check["given"], name)}
    return ([f"check {check['id']}: the untouched exercise passes {name}, and would earn points for it: name it in `given`"
             for name in sorted(passed - given)]
            + [f"check {check['id']}: `given` names {name}, which the untouched exercise does not pass"
               for name in sorted(failed & given)]
            + ([f"check {check['id']}: its filter of given tests, \"{check['given']}\", selects no test"]
               if "given" in check and not given else []))


def given_problems(root, lesson, skeletons):
    """The same for all tasks of a lesson, with what their skeletons came to."""
    checks = lesson_toml.tasks((root / "lessons" / lesson / "lesson.toml").read_text(encoding="utf-8"))
    return [problem for task, results in skeletons for problem in problems_with_given(checks[task], results)]


def plain(text):
    """The words of a report without line breaks, and without the names and lines of files."""
    return " ".join(re.sub(r"[\w/.]+\.cpp:\d+|in line \d+", "PLACE", text).split())


def quotes(page):
    """The reports that a page quotes: in its stations, and in its section "When it fails"."""
    reports = re.findall(r"^\*\*What you should see.*?(?=^\*\*Question|^## |\Z)|^## When it fails.*?(?=^## |\Z)", page,
                         re.DOTALL | re.MULTILINE)
    return [quote for report in reports for quote in re.findall(r"\n```\n(.*?)\n```", report, re.DOTALL)]


def passages(quote):
    """The parts of a quote that must be in a report: findings, split where something is left out."""
    findings = re.split(r"\n(?=\[[a-z-]+\] )", quote)
    parts = [part for finding in findings for part in finding.split("[...]")]
    parts = [plain(line) for part in parts for line in re.split(r"\n    (?=\S)", part)]
    return [WHICH_AGREE.sub(r"\1", part) for part in parts if part]


def sentences(root, lesson):
    """What a learner reads whose values are those of a mistake. Only the program of an exercise asks for that."""
    return [plain(f"Your values are what you get {mistake.sentence}")
            for file in sorted((root / "lessons" / lesson / "wrong").glob("*.mistakes"))
            for mistake in make_wrong.read(file)]


def missing(page, reports):
    """The passages of a page that are in no report."""
    return [passage for quote in quotes(page) for passage in passages(quote)
            if not any(passage in text for text in reports)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("lesson")
    parser.add_argument("program")
    options = parser.parse_args()
    try:
        cases = list(cases_of(options.root, options.lesson))
    except make_wrong.BadEdit as problem:
        sys.exit(str(problem))
    problems, reports = [], sentences(options.root, options.lesson)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for turn in range(MOST_RUNS):
            ended = list(pool.map(lambda case: run(options.program, case, folder, turn > 0), cases))
            reports += [plain(output) for case, (_, output, _) in zip(cases, ended) if case.kernel != "nothing"]
            if turn == 0:
                problems = [f"{case.name()}: {problem}" for case, how in zip(cases, ended)
                            if (problem := problem_with(case, *how))]
                problems += given_problems(options.root, options.lesson,
                                           [(case.task, how[2]) for case, how in zip(cases, ended) if case.kernel == "skeleton"])
            quoted = [f"{page.name} quotes what no test prints: {passage}"
                      for page in lesson_pages.pages_of(options.root, options.lesson)
                      for passage in missing(page.read_text(encoding="utf-8"), reports)]
            if not quoted:
                break
    print(f"{len(cases)} kernels of {options.lesson} that must fail")
    if problems or quoted:
        sys.exit("\n".join(problems + quoted))


if __name__ == "__main__":
    main()
