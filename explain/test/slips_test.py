"""slips.py knows which small change makes a file compile again.

    slips_test.py FOLDER [ROOT BUILD]

FOLDER is explain/repair. With a build folder, files are repaired with its compiler and tests, too.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(sys.argv[1]).resolve()
PLACES = [Path(place).resolve() for place in sys.argv[2:4]]
sys.path.insert(0, str(FOLDER))

import find_change  # noqa: E402
import surroundings  # noqa: E402
from slips import Slips  # noqa: E402
from trials import Trials  # noqa: E402

SOLUTION = """\
// The row sums of task 4.
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int ROWS, int COLS>
struct RowSums {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> x, float* out, int n_rows) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);  // [ROWS]
    auto cols = tl.arange(size<COLS>);
    auto inside = (rows(_, None) < n_rows) & (cols(None, _) < x.columns());
    auto v = tl.load(x.row(rows(_, None)) + cols(None, _), inside, 0.0f).to(float32);
    auto acc = tl.zeros(shape<ROWS, COLS>);
    for (int start = 0; start < n_rows; start += ROWS) {
      acc = acc + v;
    }
    tl.store(out + rows, tl.sum(acc, axis<1>), rows < n_rows);
  }
};

void lesson04::sums(view<const float, 2> x, view<float> out) {
  const int n_rows = narrow<int>(out.extent(0));
  const auto run = [&](auto kernel) { launch(out.device(), grid(cdiv(n_rows, 4)), kernel, matrix(x), out, n_rows); };
  run(RowSums<4, 64>{});
}
"""

# What is in the solution, and what a learner wrote there.
SLIPS = (
    ("tl.arange(size<COLS>);", "tl.arange(size<COLS>)"), (") & (", ") && ("), ("x.columns());", "x.columns();"),
    ("x.columns()", "x.cols()"), ("x.columns()", "x.columns"), ("tl.load(", "tl.laod("), ("tl.sum(", "sum("),
    ("size<COLS>", "size(COLS)"), ("size<COLS>", "COLS"), ("size<COLS>", "0, COLS"), ("shape<ROWS, COLS>", "ROWS, COLS"),
    ("axis<1>", "1"), ("axis<1>", "axis=1"), ("tl.sum(acc, axis<1>)", "acc.sum(axis<1>)"), ("rows < n_rows", "mask < n_rows"),
    ("auto acc = tl", "acc = tl"), ("int n_rows) const", "int n_rows const"), ("float* out", "float out"),
    ("RowSums<4, 64>{}", "RowSums<4, 64>"), ("[&](auto", "[](auto"), ("matrix(x), out", "x, out"),
    ("cdiv(n_rows, 4)", "math.cdiv(n_rows, 4)"), (".to(float32)", ""), (".to(float32)", ".to(tl.float32)"),
    ("matrix<const T> x", "matrix<T> x"), ("      acc = acc + v;\n    }", "      acc = acc + v;\n"), ("rows(_, None) < n_rows", "rows[:, None] < n_rows"),
    ("struct RowSums {", "struct RowSums"), ("grid(cdiv", "Grid(cdiv"), ("rows(_, None)) + cols", "rows(_, None) + cols"),
    ("#include <kernelwright/kernelwright.hpp>\n", ""), ("  template <class T>\n", ""), ("acc + v", "acc v"), ("int start", "start"),
)


class Changes(unittest.TestCase):
    KNOWN = surroundings.of("lesson04.1.exercise.cpu")

    def collected(self, wrong, line, column):
        return Slips(wrong, line, column, self.KNOWN).collect()

    def test_each_slip_is_one_change_away(self):
        right = find_change.code_of(SOLUTION)
        for old, new in SLIPS:
            self.assertIn(old, SOLUTION)
            wrong = SOLUTION.replace(old, new, 1)
            at = next(k for k, (a, b) in enumerate(zip(wrong, SOLUTION)) if a != b)
            line, column = wrong.count("\n", 0, at) + 1, at - wrong.rfind("\n", 0, at)
            rank = [k for k, change in enumerate(self.collected(wrong, line, column))
                    if find_change.code_of(change.applied(wrong)) == right]
            self.assertTrue(rank and rank[0] < 400, f"{new} is not changed to {old}: {rank[:1]}")

    def test_the_place_may_be_anywhere(self):
        for line, column in ((1, 1), (1, None), (29, 80), (30, 1), (400, 3)):
            self.collected(SOLUTION, line, column)
        self.collected("", 1, 1)

    def test_code_that_is_cut_off(self):
        for length in range(0, len(SOLUTION), 97):
            text = SOLUTION[:length]
            self.collected(text, text.count("\n") + 1, 1)

    def test_what_a_file_may_use(self):
        self.assertTrue({"load", "atomic_add", "matrix", "cdiv", "lesson04"} <= self.KNOWN.words)
        self.assertIn("#include <kernelwright/kernelwright.hpp>", self.KNOWN.includes)


@unittest.skipUnless(len(PLACES) == 2, "needs a build folder")
class Repair(unittest.TestCase):
    """With the compiler and the tests of the build folder."""

    def setUp(self):
        self.root, self.build = PLACES
        # Whoever asks has built the program before. Here the exercise itself may be broken, and all else is enough.
        subprocess.run(["ninja", "-C", self.build, "lessons/liblesson01.tests.so",
                        "lessons/CMakeFiles/lesson01.4.exercise.cpu.dir/__/generated/info/lesson01.4.exercise.cpu.cpp.o"],
                       stdout=subprocess.DEVNULL, check=True)
        sys.path.insert(0, str(self.root / "cmake/scripts"))
        import make_skeleton  # it is a script of the build
        solution = self.root / "solutions/01_vector_add/4_fused.cpp"
        self.right = make_skeleton.make("solution", solution.read_text(encoding="utf-8"), solution)

    def find(self, old, new, seconds=100):
        wrong = self.right.replace(old, new)
        self.assertNotEqual(wrong, self.right)
        line = wrong[:wrong.index(new)].count("\n") + 1
        with tempfile.TemporaryDirectory(dir=self.build) as place:
            file = Path(place) / "4_fused.cpp"
            file.write_text(wrong, encoding="utf-8")
            return subprocess.run(
                [sys.executable, "-B", str(FOLDER / "find_change.py"), str(self.build), "lesson01.4.exercise.cpu",
                 str(file), f"--seconds={seconds}", f"--error={line}:0"],
                stdout=subprocess.PIPE, text=True, check=True).stdout

    def test_a_misspelled_name(self):
        said = self.find("tl.load(b", "tl.laod(b")
        self.assertIn("All tests of this task pass with one change:\n", said)
        self.assertIn("It has `tl.load` where you have `tl.laod`", said)

    def test_a_file_that_would_still_fail(self):
        wrong = self.right.replace("tl.load(a + offsets)", "tl.laod(b + offsets)")
        self.right = wrong.replace("laod", "load")
        said = self.find("tl.load(b + offsets);", "tl.load(b + offsets)", seconds=4)
        self.assertNotIn("All tests", said)


    def test_the_launcher_says_it(self):
        target, explain = "lesson01.4.exercise.cpu", self.build / "explain/explain"
        with tempfile.TemporaryDirectory(dir=self.build) as place:
            file = Path(place) / "4_fused.cpp"
            file.write_text(self.right.replace("tl.load(b", "tl.laod(b"), encoding="utf-8")
            compile_it = Trials(self.build, target, file, Path(place)).compiling
            command = [explain, self.root, os.path.relpath(file, self.root), "--target", target, "--", *compile_it,
                       f"-I{self.root}/lessons/01_vector_add", "-fsyntax-only", "-c", file]
            for seconds, times in (("0", 0), ("100", 1)):
                said = subprocess.run(command, cwd=self.build, env={**os.environ, "KW_ONE_CHANGE": seconds}, text=True,
                                      stderr=subprocess.PIPE, check=False).stderr
                self.assertIn("4_fused.cpp:21", said)
                self.assertEqual(times, said.count("All tests of this task pass with one change:"), said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
