"""The files for editors and containers say what the course says."""

import json
import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def matched(matcher, line):
    """What a problem matcher finds in a line, by the names of its groups."""
    pattern = matcher["pattern"]
    found = re.match(pattern["regexp"], line)
    return found and {name: found.group(group) for name, group in pattern.items()
                      if name != "regexp"}


class EditorFiles(unittest.TestCase):
    def setUp(self):
        self.tasks = json.loads(read(".vscode/tasks.json"))["tasks"]
        self.findings, self.errors = self.tasks[0]["problemMatcher"]

    def test_a_finding_is_a_problem_in_its_line(self):
        line = ("  [out-of-bounds] MaskedAdd, program (3, 0), exercises/03_masking/2_masked_add.cpp:21: "
                "tl.load reads x[1000..1023]")
        self.assertEqual(matched(self.findings, line), {
            "code": "out-of-bounds", "file": "exercises/03_masking/2_masked_add.cpp", "line": "21",
            "message": "tl.load reads x[1000..1023]"})
        self.assertIsNone(matched(self.errors, line))

    def test_so_are_findings_as_the_checker_words_them(self):
        seen = 0
        for file in sorted((ROOT / "common/test/corpus").glob("*.cases")):
            for line in file.read_text(encoding="utf-8").splitlines():
                if re.match(r"\[[a-z-]+\] .*\S+\.cpp:\d+: ", line):
                    seen += 1
                    place = re.sub(r"\S+/?(\S+\.cpp:)", r"exercises/01_vector_add/\1", line, count=1)
                    self.assertIsNotNone(matched(self.findings, place), place)
        self.assertGreater(seen, 50)

    def test_an_error_of_the_compiler_is_one_as_well(self):
        for line, column in (("exercises/03_masking/2_masked_add.cpp:22:14: error: tl has no function laod", "14"),
                             ("  exercises/03_masking/2_masked_add.cpp:22: tl has no function laod", None)):
            found = matched(self.errors, line)
            self.assertEqual((found["line"], found["column"]), ("22", column))
            self.assertEqual(found["message"], "tl has no function laod")

    def test_tasks_use_verbs_that_there_are(self):
        verbs = subprocess.run([ROOT / "course", "completion", "words"], capture_output=True, text=True,
                               check=True).stdout.split()
        for task in self.tasks:
            self.assertIn(task["args"][0], verbs)

    def test_a_container_takes_its_packages_from_the_list(self):
        self.assertIn("COPY cmake/packages.txt", read(".devcontainer/Dockerfile"))
        parts = set(re.findall(r'\$1 == "(\w+)"', read(".devcontainer/Dockerfile")))
        known = {line.split()[0] for line in read("cmake/packages.txt").splitlines()
                 if line and line[0] != "#"}
        self.assertEqual(parts - known, set())
        build = json.loads(read(".devcontainer/devcontainer.json"))["build"]
        self.assertTrue((ROOT / ".devcontainer" / build["dockerfile"]).exists())

    def test_clangd_is_the_one_with_shapes(self):
        path = json.loads(read(".vscode/settings.json"))["clangd.path"].replace("${workspaceFolder}", str(ROOT))
        self.assertTrue(os.access(path, os.X_OK), path)

    def test_all_are_json(self):
        for name in ("extensions", "settings", "launch"):
            self.assertIsInstance(json.loads(read(f".vscode/{name}.json")), dict)
