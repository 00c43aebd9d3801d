#!/usr/bin/env python3
"""Checks that the messages which a lesson's page quotes are messages that its tests print.

    check_messages.py ROOT 03_masking PROGRAM...

The section "When it fails" of each page, such as README.md, quotes reports in ``` blocks. Each must be, up to line breaks,
places in files and passages left out as [...], in what one of the programs prints. These are the
lesson's tests with its known wrong kernels and with its skeletons. What autotuning prints depends on
which config was the fastest, so where a quote is missing the programs run again, up to three times.
"""

import concurrent.futures
import re
import subprocess
import sys
from pathlib import Path

import lesson_pages


def plain(text):
    """The words of a report without line breaks, and without the names and lines of files."""
    return " ".join(re.sub(r"[\w/.]+\.cpp:\d+|in line \d+", "PLACE", text).split())


def quotes(page):
    """The blocks of a page's section "When it fails"."""
    section = page.partition("\n## When it fails")[2].partition("\n## ")[0]
    return re.findall(r"\n```\n(.*?)\n```", section, re.DOTALL)


def passages(quote):
    """The parts of a quote that must be in a report: findings, split where something is left out."""
    findings = re.split(r"\n(?=\[[a-z-]+\] )", quote)
    parts = [part for finding in findings for part in finding.split("[...]")]
    parts = [plain(line) for part in parts for line in re.split(r"\n    (?=\S)", part)]
    return [part for part in parts if part]


def report(program):
    """What a test program prints, in any case: it is expected to fail."""
    run = subprocess.run([program, "--gtest_brief=1"], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)
    return plain(run.stdout)


def missing(page, reports):
    """The passages of a page that are in no report."""
    return [passage for quote in quotes(page) for passage in passages(quote)
            if not any(passage in text for text in reports)]


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    root, lesson, programs = Path(arguments[0]), arguments[1], arguments[2:]
    pages = lesson_pages.pages_of(root, lesson)
    reports = []
    for _ in range(3):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            reports += pool.map(report, programs)
        wrong = [f"{page.name}: {passage}" for page in pages
                 for passage in missing(page.read_text(encoding="utf-8"), reports)]
        if not wrong:
            break
    else:
        sys.exit("\n  ".join([f"lessons/{lesson} quotes what no test prints:", *wrong]))


if __name__ == "__main__":
    main(sys.argv[1:])
