"""Architectures.cmake: which GPUs are refused before anything is compiled."""

import subprocess
from pathlib import Path

from in_a_folder import InAFolder

ARCHITECTURES = Path(__file__).resolve().parents[1] / "Architectures.cmake"


class Architectures(InAFolder):
    def check(self, *architectures):
        """The error of CMake, or an empty text."""
        script = self.write("check.cmake", f"include([[{ARCHITECTURES}]])\nkw_check_architectures({' '.join(architectures)})\n")
        run = subprocess.run(["cmake", "-P", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
        self.assertEqual(run.returncode == 0, run.stdout == "")
        return " ".join(run.stdout.split())

    def test_all_from_turing_on_and_words_of_cmake_pass(self):
        self.assertEqual(self.check("75", "80-real", "90a-real", "100f", "103a-virtual", "121-real", "native", "all-major"), "")

    def test_older_ones_are_refused(self):
        for architecture, capability in (("70-real", "7.0"), ("61", "6.1"), ("72-virtual", "7.2")):
            told = self.check("80-real", architecture)
            self.assertIn("compute capability 7.5 or later", told)
            self.assertIn(f"has {architecture}, which is {capability}", told)
            self.assertIn("cmake --preset cpu", told)
