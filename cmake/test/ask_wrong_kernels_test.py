"""ask_wrong_kernels.py runs each kernel of a task's mistakes, and names those that have written their values."""

import os
from argparse import Namespace
from contextlib import redirect_stdout
from io import StringIO
from unittest import mock

import ask_wrong_kernels
from in_a_folder import InAFolder

# Writes down how it was started, and values unless its kernel is right there.
PROGRAM = """#!/bin/sh
for argument in "$@"; do
  case $argument in
    --values=*) file=${argument#*=} ;;
    --kernel=*) kernel=${argument#*=} ;;
  esac
done
case $kernel in
  *right) : ;;
  *late) exec sleep 60 ;;
  *) echo "$@" "$GTEST_COLOR$KW_RESULTS_FILE" > "$file" ;;
esac
"""
MISTAKES = "=== A.B\n" + "".join(f"== {name}: by being {name}\n-  x;\n" for name in ("first", "right", "second"))
SOLUTION = "//{ solution\n  x;\n//|   // TODO\n//}\n"


class AskWrongKernels(InAFolder):
    def setUp(self):
        super().setUp()
        self.build = self.root / "build/a b"
        self.write("solutions/04_reductions/3_row_max.cpp", SOLUTION)
        self.mistakes = self.write("lessons/04_reductions/wrong/3_row_max.mistakes", MISTAKES)
        self.file = self.write("mine.cpp", "  y;\n")
        self.write("build/a b/CMakeCache.txt", "")
        self.exercise = self.write("build/a b/lessons/lesson04.3.exercise.cpu", "")
        self.kernels = self.write("build/a b/lessons/lesson04.3.kernels.cpu", PROGRAM)
        self.built = []

    def ask(self, can_build=True):
        """The exit code, and what is printed."""
        def build(folder, target):
            self.built.append((folder, target))
            return can_build
        given = ["ask", str(self.exercise), "04.3", str(self.file), "A.B", "--comparison=2", "--seed=7",
                 f"--place={self.root / 'place'}"]
        printed = StringIO()
        with mock.patch.object(ask_wrong_kernels, "ROOT", self.root), \
             mock.patch.object(ask_wrong_kernels, "build", build), \
             mock.patch("sys.argv", given), redirect_stdout(printed):
            return ask_wrong_kernels.main(), printed.getvalue()

    def test_names_those_that_answer(self):
        with mock.patch.dict(os.environ, {"GTEST_COLOR": "yes", "KW_RESULTS_FILE": "findings"}):
            self.assertEqual(self.ask(), (0, "first by being first\nsecond by being second\n"))
        self.assertEqual((self.root / "place/second").read_text(encoding="utf-8"),
                         "--kernel=wrong/second --gtest_filter=A.B --comparison=2 --seed=7 "
                         f"--values={self.root / 'place/second'} \n")
        self.assertEqual(self.built, [])

    def test_builds_what_is_old(self):
        os.utime(self.kernels, (1, 1))
        self.assertEqual(self.ask()[0], 0)
        self.assertEqual(self.built, [(self.build.resolve(), "lesson04.3.kernels.cpu")])
        self.assertEqual(self.ask()[0], 0)
        self.assertEqual(len(self.built), 1)  # it is new from then on

    def test_a_build_that_fails_is_tried_once(self):
        os.utime(self.kernels, (1, 1))
        self.assertEqual(self.ask(can_build=False), (1, ""))
        self.assertEqual(self.ask(), (1, ""))
        self.assertEqual(len(self.built), 1)
        later = self.kernels.with_name(f"{self.kernels.name}.failed").stat().st_mtime + 10
        os.utime(self.mistakes, (later, later))
        self.assertEqual(self.ask()[0], 0)
        self.assertEqual(len(self.built), 2)

    def test_asks_nothing(self):
        self.file.write_text("  // TODO\n", encoding="utf-8")  # the skeleton
        self.assertEqual(self.ask(), (1, ""))
        self.file.write_text("  y;\n", encoding="utf-8")
        self.mistakes.unlink()
        self.assertEqual(self.ask(), (1, ""))
        self.assertFalse((self.root / "place").exists())

    def test_leaves_out_what_the_file_contradicts(self):
        def contradicts(written, wrong, right="e = tl.exp(v - tl.max(v)); m = tl.load(p, i < n, -inf); s = tl.sum(e, axis<1>);"):
            return ask_wrong_kernels.contradicts(*map(ask_wrong_kernels.used, (written, right, wrong)))
        no_maximum = "e = tl.exp(v); m = tl.load(p, i < n, -inf); s = tl.sum(e, axis<1>);"
        self.assertTrue(contradicts("auto top = tl.max(row); z = tl.exp(row - top);", no_maximum))
        self.assertFalse(contradicts("z = tl.exp(row);", no_maximum))
        self.assertFalse(contradicts("auto top = tl.max(row); z = tl.exp(row);", no_maximum))  # which nothing reads
        starts_low = "t = tl.full(-inf); " + no_maximum.replace("exp(v)", "exp(v - tl.max(v))")
        self.assertTrue(contradicts("v = tl.load(x, mask, -INFINITY); top = tl.full(-1e30f);", starts_low))
        self.assertFalse(contradicts("v = tl.load(x, mask, -inf); top = tl.full(-inf);", starts_low))
        other_axis = "e = tl.exp(v - tl.max(v)); m = tl.load(p, i < n, -inf); s = tl.sum(e, axis<0>);"
        self.assertTrue(contradicts("tl.sum(z, axis<1>) /* axis<0> */", other_axis))
        self.assertFalse(contradicts("tl.sum(z, axis<0>)", other_axis))
        by_block = "m = tl.mean(v);"
        self.assertFalse(contradicts("m = tl.sum(v) / BLOCK;", by_block, "m = tl.sum(v) / n;"))

    def test_a_kernel_that_is_late(self):
        given = Namespace(place=self.root, test="A.B", comparison=1, seed=1)
        with mock.patch.object(ask_wrong_kernels, "ONE_KERNEL", 0.2):
            self.assertFalse(ask_wrong_kernels.ask(self.kernels, "late", given, float("inf")))
        self.assertFalse(ask_wrong_kernels.ask(self.kernels, "first", given, 0))
