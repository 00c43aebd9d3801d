"""find_change.py knows which small change a kernel may need, and words it.

    find_change_test.py FOLDER [ROOT BUILD]

FOLDER is explain/repair. With a build folder, a mistake is repaired with its compiler and tests, too.
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
import wording  # noqa: E402
from changes import KINDS, Change  # noqa: E402
from trials import Trials  # noqa: E402

SOLUTION = """\
// The add of task 4: n elements.
#include "masking.hpp"

template <int ROWS, int COLS>
struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out, int n_rows,
                            int n_cols, int x_stride, int y_stride) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);  // [ROWS]
    auto cols = tl.program_id(1) * COLS + tl.arange(size<COLS>);
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
    auto a = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask, -inf);
    auto b = tl.load(y + rows(_, None) * y_stride + cols(None, _), mask);
    auto acc = tl.zeros(shape<ROWS, COLS>);
    auto top = tl.full(size<ROWS>, -inf);
    for (int start = 0; start < n_cols; start += COLS) {
      auto raised = tl.maximum(top, tl.max(a, axis<1>));
      acc = tl.dot(a, tl.trans(b), acc);
      acc = acc - b / tl.sum(a * b);
      top = raised;
    }
    tl.store(out + rows(_, None) * x_stride + cols(None, _), tl.exp2(acc - top(_, None)), mask);
  }
};

void lesson03::add(view<const float, 2> x, view<const float, 2> y, view<float, 2> out) {
  const int n_rows = narrow<int>(out.extent(0));
  const int n_cols = narrow<int>(out.extent(1));
  launch(out.device(), grid(cdiv(n_rows, 16), cdiv(n_cols, 64)), Add<16, 64>{}, x, y, out, n_rows,
         n_cols, narrow<int>(x.stride(0)), narrow<int>(y.stride(0)));
}
"""

# What is in the solution, and what a learner wrote there.
SLIPS = (
    ("n_rows) &", "n_cols) &"), ("< n_cols);", "<= n_cols);"), ("y_stride + cols", "x_stride + cols"),
    ("x_stride + cols(None, _), mask, -inf", "0 + cols(None, _), mask, -inf"),
    ("(1) * COLS", "(0) * COLS"), ("rows(_, None) < n", "rows(None, _) < n"), 
    (", mask);\n    auto acc", ");\n    auto acc"), (", mask, -inf", ", mask"), ("mask, -inf", "mask, 0.0f"),
    ("auto cols = tl.program_id(1) * COLS + ", "auto cols = "),
    ("top = raised", "auto top = raised"), ("tl.maximum(top", "tl.minimum(top"), ("axis<1>", "axis<0>"),
    ("tl.trans(b)", "b"), (", acc);\n      acc", ");\n      acc"), ("acc - top(_, None)", "top(_, None) - acc"), ("tl.sum(a * b)", "tl.max(a * b)"),
    ("b / tl.sum(a * b)", "b * tl.sum(a * b)"), ("tl.exp2", "tl.exp"), ("int start = 0", "int start = 1"),
    ("start += COLS", "start += ROWS"), ("cdiv(n_rows, 16)", "n_rows / 16"), ("cdiv(n_rows, 16)", "cdiv(16, n_rows)"),
    ("out.extent(1)", "out.extent(0)"), ("stride(0)));\n}", "stride(1)));\n}"), ("x, y, out, n_rows", "y, x, out, n_rows"),
    ("acc = acc - b", "acc = acc + b"), ("x_stride + cols(None, _), tl.exp2", "x_stride + cols(None, _) + 1, tl.exp2"),
    ("y + rows(_, None) * y_stride + cols", "y + rows(_, None) * y_stride - cols"),
    ("size<ROWS>, -inf", "size<ROWS>, 0.0f"), ("tl.program_id(1) * COLS", "tl.program_id(1)"),
)

# A kernel in another style: places that are counted by hand, and pointers that are moved.
STRIP = """\
struct Strip {
  KW_KERNEL void operator()(program auto tl, const float* src, float* dst, int src_pitch, int dst_pitch, float share, float eps) const {
    int row = tl.program_id(0) / 4, part = tl.program_id(0) % 4, whole = part * 32;
    src += row * src_pitch + whole;
    dst += row * dst_pitch + whole;
    float top = -inf, low = inf;
    for (int left = 256; left > 0; left -= 32) {
      auto v = tl.load(src + tl.arange(size<32>));
      auto scale = 1.0f / tl.sqrt(tl.max(v) + eps);
      auto total = tl.sum(v) / (1.0f - share);
      tl.store(dst + tl.arange(size<32>), v * scale / total);
      src += 32;
      dst += 32;
    }
  }
};
"""
STRIP_SLIPS = (
    ("      dst += 32;\n", ""), ("    dst += row * dst_pitch + whole;\n", ""), ("src += row", "src += part"), ("src += 32", "src += 64"),
    ("low = inf", "low = 0"), ("top = -inf", "top = 0.0f"), ("top = -inf", "top = 0"), ("left > 0", "left > 32"), ("(1.0f - share)", "share"), ("sqrt(tl.max(v) + eps)", "sqrt(tl.max(v)) + eps"),
    ("part * 32", "part"),
)


def written(old, new):
    assert SOLUTION.count(old) >= 1, old
    return SOLUTION.replace(old, new, 1)


def undoing(old, new):
    """The change that takes a slip back."""
    start = SOLUTION.index(old)
    return Change(start, start + len(new), old, "test", 0)


def line_of(part, text):
    return text.count("\n", 0, text.index(part)) + 1


class Changes(unittest.TestCase):
    def test_each_slip_is_one_change_away(self):
        right = find_change.code_of(SOLUTION)
        for old, new in SLIPS:
            wrong = written(old, new)
            repaired = [c for c in find_change.likely(wrong)
                        if find_change.code_of(c.applied(wrong)) == right]
            self.assertTrue(repaired, f"{new} is not changed to {old}")

    def test_each_slip_in_another_style_is_one_change_away(self):
        for old, new in STRIP_SLIPS:
            self.assertTrue(self.repaired(STRIP, STRIP.replace(old, new)), f"{new} is not changed to {old}")

    def test_a_name_that_nothing_uses_comes_first(self):
        wrong = written("y_stride + cols", "x_stride + cols")
        first = find_change.likely(wrong, lines=[12])[:3]
        self.assertTrue(any(find_change.code_of(c.applied(wrong)) == find_change.code_of(SOLUTION) for c in first))

    def test_values_come_first_where_no_access_is_wrong(self):
        lines = [SOLUTION.count("\n", 0, c.start) + 1 for c in find_change.likely(SOLUTION)[:8]]
        self.assertTrue(set(lines) <= {13, 14, 16, 17, 18, 19, 20}, lines)

    def test_given_lines_come_first(self):
        changes = find_change.likely(SOLUTION, lines=[18])
        lines = [SOLUTION.count("\n", 0, c.start) + 1 for c in changes[:10]]
        self.assertEqual({18}, set(lines))

    def repaired(self, right, wrong):
        return [k for k, change in enumerate(find_change.likely(wrong))
                if find_change.code_of(change.applied(wrong)) == find_change.code_of(right)]

    def test_another_tile_leaves_a_loop_wrong(self):
        start = SOLUTION.index("16, 64>{}")
        tile, sign = Change(start, start + 6, "16, 1024", "test", 0), undoing("tl.exp", "tl.exp2")
        for told in (find_change.has_other_tiles, find_change.only_launches):
            self.assertTrue(told(SOLUTION, tile))
            self.assertFalse(told(SOLUTION, sign))
        self.assertFalse(find_change.has_other_tiles(SOLUTION.replace("for (", "if ("), tile))

    def test_sure_changes_are_short(self):
        sure = [change for change in find_change.likely(SOLUTION) if KINDS[change.kind].sure]
        self.assertTrue(sure and all(change.end - change.start < 60 for change in sure), sure)

    def test_what_defines_a_given_line_comes_soon(self):
        line = SOLUTION.count("\n", 0, SOLUTION.index("auto mask")) + 1
        changes = find_change.likely(SOLUTION, lines=[line])
        lines = [SOLUTION.count("\n", 0, change.start) + 1 for change in changes[:120]]
        self.assertIn(line - 2, lines)

    def test_a_statement_belongs_after_its_loop(self):
        line = "      acc = acc - b / tl.sum(a * b);\n"
        right = SOLUTION.replace(line, "").replace("    tl.store(out", line[2:] + "    tl.store(out")
        self.assertTrue(self.repaired(right, SOLUTION))

    def test_what_was_added_up_for_a_lower_maximum_is_scaled(self):
        dot, raised = "      acc = tl.dot(", "      auto raised = tl.maximum("
        scaled = "      acc = acc * tl.exp({} - {})(_, None);\n" + dot
        self.assertTrue(self.repaired(SOLUTION.replace(dot, scaled.format("top", "raised")), SOLUTION))
        # in every sum, and where the old maximum is gone
        wrong = SOLUTION.replace(raised, "      top = tl.maximum(").replace("      top = raised;\n", "      total += tl.sum(a, axis<1>);\n")
        right = wrong.replace("      top = tl", "      auto old_top = top;\n      top = tl").replace(
            dot, scaled.format("old_top", "top")).replace("      total +=", "      total = total * tl.exp(old_top - top);\n      total +=")
        self.assertTrue(self.repaired(right, wrong))

    def test_comments_and_headers_are_left_alone(self):
        for change in find_change.likely(SOLUTION):
            made = change.applied(SOLUTION)
            self.assertIn('#include "masking.hpp"', made)
            self.assertIn("// The add of task 4: n elements.", made)

    def test_code_that_is_cut_off(self):
        for length in range(0, len(SOLUTION), 97):
            find_change.likely(SOLUTION[:length])


class Messages(unittest.TestCase):
    def told(self, old, new):
        """The message of the change that undoes a slip."""
        return wording.message(written(old, new), undoing(old, new))

    def test_words_that_are_replaced(self):
        line, shown, question = self.told("y_stride + cols", "x_stride + cols")
        self.assertEqual(12, line)
        self.assertEqual(
            "  - auto b = tl.load(y + rows(_, None) * x_stride + cols(None, _), mask);\n"
            "  + auto b = tl.load(y + rows(_, None) * y_stride + cols(None, _), mask);", shown)
        self.assertEqual("It has `y_stride` where you have `x_stride`. Before you change it, work out why "
                         "that is right.", question)
        page = (FOLDER.parents[1] / "docs/pages/findings.md").read_text(encoding="utf-8")
        self.assertIn(f"{shown}\n  {question}\n", page)

    def test_before_a_hint_the_code_is_not_shown(self):
        asks = " Work out what, or ask: after `./course hint lesson03.4` the change is shown as well."
        for old, new, shown, kind in (
                ("y_stride + cols", "x_stride + cols",
                 "  line 12:\n    auto b = tl.load(y + rows(_, None) * x_stride + cols(None, _), mask);",
                 "A name in this line has to change."),
                ("      top = raised;\n", "", "  after line 18, `acc = acc - b / tl.sum(a * b);`:",
                 "Something is missing here."),
                ("(1) * COLS", "(0) * COLS", "  line 9:\n    auto cols = tl.program_id(0) * COLS + tl.arange(size<COLS>);",
                 "A number in this line has to change.")):
            with self.subTest(new=new):
                wrong = written(old, new)
                number, place, told = wording.message(wrong, undoing(old, new), "lesson03.4")
                self.assertEqual((shown, kind + asks), (place, told))

    def test_one_word_that_is_wrong_twice(self):
        self.assertEqual(("laod", "load"), wording.words(["auto a = tl.laod(x);", "auto b = tl.laod(y);"],
                                                         ["auto a = tl.load(x);", "auto b = tl.load(y);"]))

    def test_a_number_and_a_sign(self):
        for old, new, words in (("(1) * COLS", "(0) * COLS", "`1` where you have `0`"),
                                ("acc - b", "acc + b", "`-` where you have `+`")):
            self.assertIn(words, self.told(old, new)[2])

    def test_a_sign_that_is_missing_or_too_many(self):
        end = SOLUTION.index(", mask);\n  }") + len(", mask)")
        lacking = SOLUTION[:end] + SOLUTION[end + 1:]
        for wrong, change, words in ((lacking, Change(end, end, ";", "semicolon", 0), "It adds `;`. "),
                                     (SOLUTION, Change(end, end + 1, "", "left out", 0), "It leaves out `;`. ")):
            _, _, question = wording.message(wrong, change)
            self.assertEqual(words + wording.WORK_OUT, question)

    def test_a_line_that_is_missing(self):
        line, shown, question = self.told("      top = raised;\n", "")
        self.assertEqual(("  + top = raised;", "Before you add it, work out what goes wrong without it."),
                         (shown, question))
        self.assertEqual(19, line)


@unittest.skipUnless(len(PLACES) == 2, "needs a build folder")
class Repair(unittest.TestCase):
    """With the compiler and the tests of the build folder."""

    TARGET = "lesson01.4.exercise.cpu"

    def setUp(self):
        self.root, self.build = PLACES
        # Whoever asks has built the program before. Here the exercise itself may be broken, and all else is enough.
        subprocess.run(["ninja", "-C", self.build, "lessons/liblesson01.tests.so",
                        f"lessons/CMakeFiles/{self.TARGET}.dir/__/generated/info/{self.TARGET}.cpp.o"],
                       stdout=subprocess.DEVNULL, check=True)
        self.solution = self.root / "solutions/01_vector_add/4_fused.cpp"
        sys.path.insert(0, str(self.root / "cmake/scripts"))

    def made(self, part):
        import make_skeleton  # it is a script of the build
        return make_skeleton.texts(self.solution)[part == "skeleton"]

    def find(self, kernel, *more, solution="1", seconds=100):
        with tempfile.TemporaryDirectory(dir=self.build) as place:
            file = Path(place) / "4_fused.cpp"
            file.write_text(kernel, encoding="utf-8")
            return subprocess.run(
                [sys.executable, "-B", str(FOLDER / "find_change.py"), str(self.build), self.TARGET, str(file), "*",
                 f"--seconds={seconds}", *more], stdout=subprocess.PIPE, text=True, check=True,
                env={**os.environ, "KW_SOLUTION": solution}).stdout

    def test_a_slip_is_found(self):
        slip = self.made("solution").replace("tl.load(b + offsets)", "tl.load(a + offsets)")
        self.assertNotEqual(slip, self.made("solution"))
        self.assertIn("`b` where you have `a`", self.find(slip))
        self.assertNotIn("tl.load(b", self.find(slip, solution=""))

    def test_a_change_of_a_type_is_tried_alone(self):
        # `offsets * 2` and `offsets` are of two types, which one program cannot have in the same place.
        kernel = self.made("solution").replace("tl.store(out + offsets", "auto here = offsets * 2;\n    tl.store(out + here")
        self.assertNotEqual(kernel, self.made("solution"))
        self.assertIn("offsets", self.find(kernel))

    def test_nothing_is_said_of_the_skeleton(self):
        self.assertEqual("", self.find(self.made("skeleton")))

    def test_a_file_that_would_still_fail(self):
        wrong = self.made("solution").replace("tl.load(a +", "tl.load(b +").replace("tl.load(b + offsets);", "tl.load(b + offsets)")
        said = self.find(wrong, f"--error={line_of('tl.store', wrong)}", seconds=4)
        self.assertEqual("All tests" in said, "+ auto sum = tl.load(a + offsets) + tl.load(b + offsets);" in said, said)

    def test_the_launcher_says_it(self):
        target, explain = self.TARGET, self.build / "explain/explain"
        with tempfile.TemporaryDirectory(dir=self.build) as place:
            file = Path(place) / "4_fused.cpp"
            file.write_text(self.made("solution").replace("tl.load(b", "tl.laod(b"), encoding="utf-8")
            compile_it = Trials(self.build, target, file, Path(place)).compiling
            command = [explain, self.root, os.path.relpath(file, self.root), "--target", target, "--", *compile_it,
                       f"-I{self.root}/lessons/01_vector_add", "-fsyntax-only", "-c", file]
            for seconds, times in (("0", 0), ("100", 1)):
                said = subprocess.run(command, cwd=self.build, env={**os.environ, "KW_ONE_CHANGE": seconds}, text=True,
                                      stderr=subprocess.PIPE, check=False).stderr
                self.assertIn("4_fused.cpp:17", said)
                self.assertEqual(times, said.count("All tests of this task pass with one change:"), said)
                self.assertEqual(times, said.count("It has `load` where you have `laod`"), said)
                self.assertEqual(1 - times, said.count("Try: "), said)  # which was not tried


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
