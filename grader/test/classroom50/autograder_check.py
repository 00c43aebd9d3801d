"""Calls grader/classroom50/autograder.py as the runner of Classroom 50 does, and holds the result to the contract.

autograder_check.py <course> <build folder>
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

COURSE, BUILD = (Path(argument).resolve() for argument in sys.argv[1:3])
LESSON = "01_vector_add"
TASKS = sorted(file.name for file in (COURSE / "solutions" / LESSON).glob("[1-9]_*.cpp"))
AUTOGRADER = COURSE / "grader/classroom50/autograder.py"

# What the runner sets, and nothing else but where programs are.
RUNNER = {
    "CLASSROOM": "cs", "ASSIGNMENT": "tiles", "SUBMISSION_TAG": "submit/2026-03-01T23-59-00Z-0123abc",
    "PAGES_BASE_URL": "https://x.github.io/classroom50", "USERNAME": "ann", "OWNER": "ann",
    "ASSIGNMENT_TYPE": "individual", "COMMIT_URL": "https://github.com/x/cs-tiles-ann/commit/0123abc",
    "RELEASE_URL": "https://github.com/x/cs-tiles-ann/releases/tag/submit%2F2026", "REVIEW_URL": "",
    "GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "x/cs-tiles-ann", "GITHUB_ACTOR": "ann"}


class Autograder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.checkout = self.folder / "cs-tiles-ann"
        shutil.copytree(COURSE / "exercises" / LESSON, self.checkout / "exercises" / LESSON)
        (self.checkout / ".classroom50.yaml").write_text("classroom: cs\nassignment: tiles\n", encoding="utf-8")
        # In a container of GitHub's, namespaces are refused.
        self.programs = self.folder / "programs"
        self.programs.mkdir()
        (self.programs / "bwrap").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        (self.programs / "bwrap").chmod(0o755)

    def hand_in(self, task, text):
        (self.checkout / "exercises" / LESSON / task).write_text(text, encoding="utf-8")

    def solve(self, task):
        self.hand_in(task, (COURSE / "solutions" / LESSON / task).read_text(encoding="utf-8"))

    def run_autograder(self, build=BUILD, **edits):
        """\\param edits what an instructor writes in place of the values of these constants"""
        text = AUTOGRADER.read_text(encoding="utf-8")
        for name, value in edits.items():
            text, count = re.subn(rf"^{name} = \S+", f"{name} = {value!r}", text, flags=re.MULTILINE)
            self.assertEqual(count, 1, name)
        bundle = self.folder / "bundle"
        bundle.mkdir()
        (bundle / "autograder.py").write_text(text, encoding="utf-8")
        environment = {**RUNNER, "PATH": f"{self.programs}:{os.environ['PATH']}", "HOME": str(self.folder),
                       "KW_COURSE": str(COURSE), "KW_BUILD": str(build)}
        return subprocess.run([sys.executable, bundle / "autograder.py"], cwd=self.checkout, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)

    def expect_points(self, value):
        for key in ("score", "max-score"):
            self.assertIs(type(value[key]), int)
        self.assertLessEqual(0, value["score"])
        self.assertLessEqual(value["score"], value["max-score"])

    def expect_contract(self, result):
        """Fields that the runner enters itself, such as the owner and the time, are not there yet."""
        self.assertEqual(set(result), {"schema", "classroom", "assignment", "submission", "commit", "release", "review",
                                       "score", "max-score", "tests"})
        self.assertEqual(result["schema"], "classroom50/result/v1")
        self.assertEqual((result["classroom"], result["assignment"]), ("cs", "tiles"))
        self.assertEqual(result["submission"], RUNNER["SUBMISSION_TAG"])
        self.assertEqual(result["review"], RUNNER["COMMIT_URL"], "there is nothing to compare with")
        self.expect_points(result)
        for test in result["tests"]:
            self.assertTrue(test["test-name"])
            self.assertIs(type(test["passed"]), bool)
            self.expect_points(test)
        for key in ("score", "max-score"):
            self.assertEqual(result[key], sum(test[key] for test in result["tests"]))

    def test_an_exercise_half_solved(self):
        self.solve(TASKS[0])
        self.solve(TASKS[1])
        self.hand_in(TASKS[2], "this is no C++\n")
        done = self.run_autograder(LESSONS=["lesson01"])
        self.assertEqual(done.returncode, 0, done.stdout)
        result = json.loads((self.checkout / "result.json").read_text(encoding="utf-8"))
        self.expect_contract(result)
        tests = result["tests"]
        self.assertEqual([test["passed"] for test in tests], [True, True] + (len(tests) - 2) * [False])
        self.assertEqual(result["score"], tests[0]["max-score"] + tests[1]["max-score"])
        self.assertEqual(len(tests), len(TASKS))
        self.assertIn("compile", tests[2]["message"])
        body = (self.checkout / "release-body.md").read_text(encoding="utf-8")
        self.assertIn(f"**{result['score']} of {result['max-score']} points**", body)

    def expect_error(self, done, reason):
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("::error::Nothing was graded, through no fault of the submission", done.stdout)
        self.assertIn(reason, done.stdout)
        self.assertFalse((self.checkout / "result.json").exists(), "a result would be a score")

    def test_a_machine_that_has_no_course(self):
        self.expect_error(self.run_autograder(build=self.folder), "Is this the container with the course?")

    def test_a_lesson_that_there_is_not(self):
        self.expect_error(self.run_autograder(LESSONS=["lesson99"]), "the grader ended with code 2")

    def test_a_time_limit(self):
        self.expect_error(self.run_autograder(LESSONS=["lesson01"], MINUTES=0.01), "it took longer than 0.01 minutes")


class Container(unittest.TestCase):
    def test_it_has_what_the_autograder_looks_for(self):
        lines = (AUTOGRADER.parent / "Dockerfile").read_text(encoding="utf-8")
        course = re.search(r'"KW_COURSE", "(.+?)"', AUTOGRADER.read_text(encoding="utf-8"))[1]
        self.assertIn(f"COPY . {course}\n", lines)
        self.assertIn(f"WORKDIR {course}\n", lines)
        packages = (COURSE / "cmake/packages.txt").read_text(encoding="utf-8")
        for part in re.search(r"course setup ([a-z ]+) &&", lines)[1].split():
            self.assertRegex(packages, rf"(?m)^{part} ")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
