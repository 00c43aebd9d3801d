"""How expect_explanation.py reads the message at a source's end, and how it writes it."""

import tempfile
import unittest
from pathlib import Path

import expect_explanation

SOURCE = "int a;\n\n/* The message:\na.cpp:1: wrong\n*/\n"


class Messages(unittest.TestCase):
    def test_find(self):
        self.assertEqual(expect_explanation.find_message("int a;\n", "gcc"), ("The message", None))
        self.assertEqual(expect_explanation.find_message(SOURCE, "gcc"),
                         ("The message", "a.cpp:1: wrong\n"))
        own = SOURCE + "\n/* The message of nvcc:\nanother\n*/\n"
        self.assertEqual(expect_explanation.find_message(own, "nvcc"),
                         ("The message of nvcc", "another\n"))
        self.assertEqual(expect_explanation.find_message(own, "clang")[1], "a.cpp:1: wrong\n")

    def test_update(self):
        update = expect_explanation.with_message
        self.assertEqual(update("int a;\n", "gcc", "new\n"), "int a;\n\n/* The message:\nnew\n*/\n")
        self.assertEqual(update(SOURCE, "gcc", "new\n"), "int a;\n\n/* The message:\nnew\n*/\n")
        own = update(SOURCE, "nvcc", "new\n")
        self.assertEqual(own, SOURCE + "\n/* The message of nvcc:\nnew\n*/\n")
        self.assertEqual(update(own, "nvcc", "newer\n"), own.replace("new\n", "newer\n"))


class Explanation(unittest.TestCase):
    def explain(self, script):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "explain")
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o700)
            source = Path(folder, "a.cpp")
            return expect_explanation.explanation(program, folder, source, ["g++"], "gcc")

    def test_paths_are_below_the_root(self):
        self.assertRegex(self.explain('echo "$1/$2 is wrong: $3 $4" >&2; exit 1'),
                         r"^a.cpp is wrong: -- g\+\+\n$")

    def test_not_an_explanation(self):
        for script, message in (("echo well", "gcc accepts .*a.cpp"),
                                ("exit 1", "without a word"),
                                ("seq 13; exit 1", "13 lines are too many")):
            with self.assertRaisesRegex(expect_explanation.Unexpected, message):
                self.explain(script)
