"""beside_solution.py finds where a kernel differs from the solution, also if it is written in another style.

    beside_solution_test.py FOLDER

FOLDER is explain/repair.
"""

import sys
import unittest

sys.path.insert(0, sys.argv[1])

import beside_solution  # noqa: E402
import tokens as cpp  # noqa: E402
import wording  # noqa: E402

SOLUTION = """\
#include "reductions.hpp"

template <int BLOCK_SIZE>
struct RowNorm {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int stride, int n) const {
    auto row = tl.program_id(0);
    auto acc = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    for (int start = 0; start < n; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto v = tl.load(x + row * stride + cols, cols < n);
      acc += v * v;
    }
    tl.store(out + row, tl.sqrt(tl.sum(acc)));
  }
};

void lesson04::row_norm(view<const float, 2> x, view<float> out) {
  launch(out.device(), grid(x.extent(0)), RowNorm<1024>{}, x, out, x.stride(0), x.extent(1));
}
"""
BODY = SOLUTION[SOLUTION.index("    auto row"):SOLUTION.index("  }\n};")]
SKELETON = SOLUTION.replace(BODY, "    // TODO(lesson04.6): the norm of a row\n")


def code(text):
    return [token.text for token in cpp.read(text)]


class BesideSolution(unittest.TestCase):
    def mistake(self, *edits, style=()):
        """The kernel in that style, and with the edits."""
        right = SOLUTION
        for old, new in style:
            self.assertIn(old, right)
            right = right.replace(old, new)
        wrong = right
        for old, new in edits:
            self.assertEqual(1, wrong.count(old), old)
            wrong = wrong.replace(old, new)
        return right, wrong

    def repaired(self, right, wrong, lines=()):
        """The first change that makes the right kernel of the wrong one."""
        found = beside_solution.changes(wrong, SOLUTION, SKELETON, lines)
        for change in found:
            if code(change.applied(wrong)) == code(right):
                return change
        self.fail(f"none of {len(found)} changes repairs it")

    def told(self, *edits, style=()):
        right, wrong = self.mistake(*edits, style=style)
        change = self.repaired(right, wrong)
        _, shown, question = wording.message(wrong, change)
        return shown, question

    def test_one_word(self):
        shown, question = self.told(("row * stride", "row * n"))
        self.assertEqual("  - auto v = tl.load(x + row * n + cols, cols < n);\n"
                         "  + auto v = tl.load(x + row * stride + cols, cols < n);", shown)
        self.assertIn("`stride` where you have `n`", question)

    def test_other_names_and_a_line_that_is_split(self):
        right, wrong = self.mistake(
            ("part * part", "part + part"),
            style=(("acc", "squares"), ("auto v = tl.load(x + row * stride + cols, cols < n);",
                                        "auto part = tl.load(x + row * stride + cols, cols < n);"),
                   ("v * v", "part * part")))
        self.repaired(right, wrong)
        split = wrong.replace("tl.store(out + row, tl.sqrt(tl.sum(squares)));",
                              "auto total = tl.sum(squares);\n    tl.store(out + row, tl.sqrt(total));")
        found = beside_solution.changes(split, SOLUTION, SKELETON)
        self.assertIn("squares += part * part;\n", "".join(change.applied(split) for change in found[:3]))

    def test_a_line_that_moved(self):
        shown, question = self.told(("""      acc += v * v;
    }
    tl.store(out + row, tl.sqrt(tl.sum(acc)));""", """      acc += v * v;
      tl.store(out + row, tl.sqrt(tl.sum(acc)));
    }"""))
        self.assertIn("after line 13, `}`:\n  + tl.store", shown)
        self.assertIn("These lines belong in another place.", question)

    def test_a_loop_too_many(self):
        shown, question = self.told(
            ("    auto row = tl.program_id(0);\n", "    for (int row = 0; row < n; ++row) {\n"),
            ("tl.sqrt(tl.sum(acc)));", "tl.sqrt(tl.sum(acc)));\n    }"))
        self.assertIn("  + auto row = tl.program_id(0);", shown)
        self.assertIn("These places have to change together.", question)

    def test_two_places(self):
        _, question = self.told(("row = tl.program_id(0)", "row = tl.program_id(1)"), ("v * v", "v"))
        self.assertIn("These places have to change together.", question)

    def test_lines_of_findings_come_first(self):
        _, wrong = self.mistake(("row = tl.program_id(0)", "row = tl.program_id(1)"), ("v * v", "v"))
        for line, text in ((6, "program_id(0)"), (11, "v * v")):
            first = beside_solution.changes(wrong, SOLUTION, SKELETON, [line])[0]
            self.assertIn(text, first.applied(wrong).splitlines()[line - 1])

    def test_what_is_not_written_yet(self):
        begun = SKELETON.replace("    // TODO(lesson04.6): the norm of a row\n",
                                 "    auto row = tl.program_id(0);\n    tl.store(out + row, 0.0f);\n")
        self.assertEqual([], beside_solution.changes(begun, SOLUTION, SKELETON))
        self.assertEqual([], beside_solution.changes(SKELETON, SOLUTION, SKELETON))

    def test_another_way(self):
        other = SOLUTION.replace(BODY, """\
    for (int i = 0; i < n; ++i) {
      float sum = 0;
      sum = sum + tl.load(x + i);
      tl.store(out + i, sum);
    }
""")
        self.assertEqual([], beside_solution.changes(other, SOLUTION, SKELETON))

    def test_brackets_that_are_missing(self):
        right, wrong = self.mistake(("tl.sqrt(tl.sum(acc)));", "tl.sqrt(tl.sum(acc));"))
        self.repaired(right, wrong)

    def test_code_that_is_cut_off(self):
        for length in range(0, len(SOLUTION), 7):
            beside_solution.changes(SOLUTION[:length], SOLUTION, SKELETON)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
