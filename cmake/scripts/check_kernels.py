#!/usr/bin/env python3
"""Checks that the tests of a lesson catch every kernel that is not right.

    check_kernels.py ROOT 03_masking PROGRAM [--results FOLDER]

PROGRAM is the lesson's program with the course's own kernels. It is started once with each kernel of each
task that must fail: the skeleton, nothing at all, and those of the mistakes in the lesson's wrong/ folder. Each
must fail by its assertions (exit code 1) and not by a crash, and print every text that a `caught by: <text>` line
of its mistake names. Where these are names of tests, it runs these tests alone. What the tests of the skeletons came
to goes to FOLDER, as GoogleTest's JSON.

The same output shows whether the messages that a page quotes are printed. A station quotes reports in ``` blocks after
"What you should see", and the section "When it fails" of a page does so as well. Each must be, up to line breaks, places in files and passages left out as [...], in what
the tests of a wrong kernel or of a skeleton print, or be the sentence of a mistake, which only the program of an
exercise prints. Where a quote is missing, the programs run again, with all tests, and up to three times, since what
autotuning prints depends on which config was the fastest.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
from pathlib import Path

import lesson_pages
import make_wrong

MOST_RUNS = 3
TEST = re.compile(r"[A-Z]\w*(/\w+)?[.][A-Z]\w*(/\w+)?")
WHICH_AGREE = re.compile(r"^(Your values are what you get .*) \([^)]* agrees?\)\.$")


class Case:
    """A kernel of a task that must fail, and what the tests of it must say."""

    def __init__(self, task, kernel, caught_by=()):
        self.task, self.kernel, self.caught_by = task, kernel, caught_by

    def name(self):
        return f"task {self.task}, {self.kernel}"


def cases_of(root, lesson):
    """The kernels of a lesson that must fail."""
    for solution in sorted((root / "solutions" / lesson).glob("[1-9]_*.cpp")):
        task = solution.name[0]
        yield Case(task, "skeleton")
        yield Case(task, "nothing")
        for mistake in make_wrong.read(root / "lessons" / lesson / "wrong" / f"{solution.stem}.mistakes"):
            yield Case(task, f"wrong/{mistake.name}", mistake.caught_by)


def run(program, case, results=None, all_tests=True):
    """The exit code of the tests, and what they print."""
    command = [program, f"--task={case.task}", f"--kernel={case.kernel}", "--gtest_brief=1"]
    if not all_tests and case.caught_by and all(TEST.fullmatch(text) for text in case.caught_by):
        command.append("--gtest_filter=" + ":".join(case.caught_by))
    if results and case.kernel == "skeleton":
        command.append(f"--gtest_output=json:{results / (Path(program).name.split('.')[0] + '.' + case.task)}.json")
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                           errors="replace", check=False)
    return ended.returncode, ended.stdout


def problem_with(case, code, output):
    """What is wrong with how the tests ended; empty if nothing is."""
    if code == 0:
        return f"the tests pass, but the kernel is wrong: they do not notice.\n{output}"
    if code != 1:
        return f"the tests must fail by an assertion (exit code 1), but they ended with {code}\n{output}"
    missing = [text for text in case.caught_by if text not in output]
    return f"it should be caught by: {missing[0]}\nbut the tests said:\n{output}" if missing else ""


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


def missing_quotes(root, lesson, reports):
    """The passages that a lesson's pages quote and no report has."""
    return [f"{page.name} quotes what no test prints: {passage}"
            for page in lesson_pages.pages_of(root, lesson)
            for passage in missing(page.read_text(encoding="utf-8"), reports)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("lesson")
    parser.add_argument("program")
    parser.add_argument("--results", type=Path)
    options = parser.parse_args()
    if options.results:
        options.results.mkdir(parents=True, exist_ok=True)
    try:
        cases = list(cases_of(options.root, options.lesson))
    except make_wrong.BadEdit as problem:
        sys.exit(str(problem))
    problems, reports = [], sentences(options.root, options.lesson)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for turn in range(MOST_RUNS):
            ended = list(pool.map(lambda case: run(options.program, case, options.results, turn > 0), cases))
            reports += [plain(output) for case, (_, output) in zip(cases, ended) if case.kernel != "nothing"]
            if turn == 0:
                problems = [f"{case.name()}: {problem}" for case, (code, output) in zip(cases, ended)
                            if (problem := problem_with(case, code, output))]
            quoted = missing_quotes(options.root, options.lesson, reports)
            if not quoted:
                break
    print(f"{len(cases)} kernels of {options.lesson} that must fail")
    if problems or quoted:
        sys.exit("\n".join(problems + quoted))


if __name__ == "__main__":
    main()
