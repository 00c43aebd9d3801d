"""solution_words.py offers what the solution computes in the learner's own words, and trees.py reads expressions.

    solution_words_test.py FOLDER

FOLDER is explain/repair.
"""

import sys
import unittest

sys.path.insert(0, sys.argv[1])

import solution_words  # noqa: E402
import tokens as cpp  # noqa: E402
import trees  # noqa: E402

HEAD = """\
#include "masking.hpp"

template <int BLOCK>
struct Difference {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
"""
TAIL = """\
  }
};
"""
SOLUTION = HEAD + """\
    auto offsets = tl.program_id(0) * BLOCK + tl.arange(size<BLOCK>);
    auto mask = offsets < n;
    auto now = tl.load(x + offsets, mask);
    auto before = tl.load(x + (offsets - 1), mask & (offsets > 0), 0.0f);
    tl.store(out + offsets, (now - before) * 2, mask);
""" + TAIL
SKELETON = HEAD + "    // TODO(lesson03.3): write the kernel\n" + TAIL
OWN_WAY = HEAD + """\
    int start = tl.program_id(0) * BLOCK;
    auto lane = tl.arange(size<BLOCK>);
    auto here = x + start + lane;
    auto there_is = start + lane < n;
    auto has_one_before = there_is & (start + lane > 0);
    auto change = tl.load(here, there_is) - tl.load(here - 1, has_one_before, 0.0f);
    change = change * 2;
    tl.store(out + start + lane, change, there_is);
""" + TAIL


def offered(kernel):
    return {(kernel[change.start:change.end], change.text)
            for change in solution_words.changes(kernel, SOLUTION, SKELETON)}


class Trees(unittest.TestCase):
    def tree(self, text):
        tokens = cpp.read(text)
        return trees.read(tokens, 0, len(tokens) - 1)

    def test_what_is_the_same(self):
        for one, other in (("x + (start + lane)", "x + start + lane"), ("(a * b) * c", "a * (b * c)"),
                           ("((a))", "a"), ("a - (b - c)", "a - b + c"), ("-(a - b)", "-a + b"), ("m & (a < b)", "(m) & (a < b)")):
            self.assertEqual(self.tree(one), self.tree(other), one)
        for one, other in (("a - (b - c)", "a - b - c"), ("a + b", "b + a"), ("-(a + b)", "-a + b"),
                           ("a < b", "a > b"), ("f(a, b)", "f(a)(b)"), ("a / (b * c)", "a / b * c")):
            self.assertNotEqual(self.tree(one), self.tree(other), one)

    def test_as_text_again(self):
        for text in ("tl.load(x + row * stride + cols, cols < n, -inf).to(float32)", "a - b - c", "(a - b) * c + d", "first < window ? 0 : first - window + 1", "tl.arange(size<BLOCK>)",
                     "rows(_, None) * stride", "narrow<int>(out.stride(0))", "mask & (offsets > 0)", "a[i][j]",
                     "-a - b", "a / (b * c)", "lesson04::sums<BLOCK>(tl, x)", "Add<64>{}", "!(a && b) || c"):
            self.assertEqual(text, trees.text(self.tree(text)))

    def test_what_is_no_expression(self):
        for text in ("a +", "(a", "[&](int k) { return k; }", "a b"):
            self.assertEqual("text", self.tree(text)[0], text)


class SolutionWords(unittest.TestCase):
    def test_what_is_right_in_another_way(self):
        self.assertEqual([], [each for each in offered(OWN_WAY) if "2" not in each[1]])

    def test_own_words(self):
        for right, wrong in (("(start + lane > 0)", "(lane > 0)"), ("start + lane < n;", "lane < n % BLOCK;"),
                             ("start + lane < n;", "start < n;"), ("here - 1", "here + 1"),
                             ("tl.program_id(0) * BLOCK", "tl.program_id(0) * n")):
            kernel = OWN_WAY.replace(right, wrong)
            self.assertNotEqual(kernel, OWN_WAY)
            ways = [change for change in solution_words.changes(kernel, SOLUTION, SKELETON)
                    if self.stored(change.applied(kernel)) == self.stored(OWN_WAY)]
            self.assertTrue(ways, f"{wrong}: {sorted(offered(kernel))[:9]}")

    @staticmethod
    def stored(kernel):
        """What a kernel stores, with all names replaced by their definitions."""
        t = cpp.read(kernel)
        return {e.full for opening, brace in cpp.bodies(t)
                for e in solution_words.Function(t, opening, brace, {}).found if e.role == ""}

    def test_before_it_is_written(self):
        self.assertEqual([], solution_words.changes(SKELETON, SOLUTION, SKELETON))
        begun = SKELETON.replace("    // TODO", "    int n_blocks = tl.num_programs(0);\n    // TODO")
        self.assertEqual([], solution_words.changes(begun, SOLUTION, SKELETON))

    def test_code_that_is_cut_off(self):
        for length in range(0, len(SOLUTION), 7):
            solution_words.changes(SOLUTION[:length], SOLUTION, SKELETON)
            solution_words.changes(OWN_WAY[:length], SOLUTION, SKELETON)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
