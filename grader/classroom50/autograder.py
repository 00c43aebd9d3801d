#!/usr/bin/env python3
"""Grades one submission for Classroom 50, in the container that the Dockerfile beside this file makes.

An instructor copies it to CLASSROOM/autograders/ASSIGNMENT/autograder.py in the repository `classroom50`. The runner of
Classroom 50 calls it in a student's checkout, and reads result.json and release-body.md there afterwards.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LESSONS = []  # what the assignment is about, such as ["lesson03", "lesson04.2"]; empty for all but the electives
MINUTES = 13  # Classroom 50 stops the whole job after 15

COURSE = Path(os.environ.get("KW_COURSE", "/course"))
BUILD = Path(os.environ.get("KW_BUILD", COURSE / "build/cpu"))


def fail(reason):
    """Ends without a result, which Classroom 50 shows as an error and not as a score."""
    sys.exit(f"::error::Nothing was graded, through no fault of the submission: {reason}")


def has_sandbox():
    """A container rarely allows one. Then the container, which is thrown away, is all there is."""
    try:
        return subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"],
                              stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def grade(checkout, output):
    command = [BUILD / "grader/grader", "run", *LESSONS, "--submission", checkout, "--output", output,
               "--form", "classroom50,markdown", "--source-dir", COURSE, "--build-dir", BUILD, "--device", "cpu"]
    if not has_sandbox():
        command.append("--no-sandbox")
    try:
        code = subprocess.run(command, timeout=60 * MINUTES, check=False).returncode
    except subprocess.TimeoutExpired:
        fail(f"it took longer than {MINUTES} minutes. An instructor can name fewer lessons in autograder.py")
    except OSError as error:
        fail(f"{error}. Is this the container with the course?")
    if code != 0:
        fail(f"the grader ended with code {code}; what it said is above")


def main():
    checkout = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder)
        grade(checkout, output)
        shutil.copyfile(output / "report.md", checkout / "release-body.md")
        shutil.copyfile(output / "report.classroom50.json", checkout / "result.json")


if __name__ == "__main__":
    main()
