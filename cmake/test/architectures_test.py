"""Architectures.cmake: which GPUs are refused before anything is compiled."""

import subprocess
import tempfile
import unittest
from pathlib import Path

ARCHITECTURES = Path(__file__).resolve().parents[1] / "Architectures.cmake"


class Architectures(unittest.TestCase):
    def check(self, *architectures):
        """The error of CMake, or an empty text."""
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "check.cmake")
            script.write_text(f"include([[{ARCHITECTURES}]])\n"
                              f"kw_check_architectures({' '.join(architectures)})\n")
            run = subprocess.run(["cmake", "-P", script], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, encoding="utf-8")
        self.assertEqual(run.returncode == 0, run.stdout == "")
        return " ".join(run.stdout.split())

    def test_all_from_turing_on_pass(self):
        self.assertEqual(self.check("75", "80-real", "90a-real", "100f", "103a-virtual", "121-real"), "")

    def test_words_of_cmake_pass(self):
        self.assertEqual(self.check("native"), "")
        self.assertEqual(self.check("all-major"), "")

    def test_older_ones_are_refused(self):
        for architecture, capability in (("70-real", "7.0"), ("61", "6.1"), ("72-virtual", "7.2")):
            told = self.check("80-real", architecture)
            self.assertIn("compute capability 7.5 or later", told)
            self.assertIn(f"has {architecture}, which is {capability}", told)
            self.assertIn("cmake --preset cpu", told)
