"""advice.py finds the code that messages propose, and puts it where it belongs."""

import unittest

import advice

KERNEL = """\
struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) + tl.arange(size<BLOCK>);
    auto v = tl.load(x + offsets);
    tl.store(out + offsets, v, offsets < n);
  }
};
"""


def run(line, words):
    return (f"build/add.cpp:{line}: Failure\n[out-of-bounds] Add, build/add.cpp:{line}: too far.\n"
            f"    tl.load(x + offsets)\n  {words}\n")


class Advice(unittest.TestCase):
    def followed(self, text, kernel=KERNEL):
        return advice.followed(kernel, advice.proposals(text, kernel, "add.cpp"))

    def code(self, text):
        return [p.code for p in advice.proposals(text, KERNEL, "add.cpp")]

    def test_a_mask(self):
        text = run(4, "The tl.store in line 5 has a mask. It needs `tl.load(x + offsets, offsets < n)`.")
        self.assertIn(KERNEL.replace("(x + offsets)", "(x + offsets, offsets < n)"),
                      self.followed(text))
        text = run(4, "There is no mask: `offsets < m`, given to tl.load.")
        self.assertIn(KERNEL.replace("(x + offsets)", "(x + offsets, offsets < m)"),
                      self.followed(text))

    def test_a_product_in_a_declaration(self):
        text = run(4, "Multiply `tl.program_id(0)` by the block size, `BLOCK`, 64.")
        right = KERNEL.replace("tl.program_id(0) +", "tl.program_id(0) * BLOCK +")
        self.assertEqual(self.followed(text)[0], right)

    def test_a_statement_of_the_compiler(self):
        kernel = KERNEL.replace("auto v", "v")
        text = ("/a/add.cpp:4:5: error: the name v is not known here\n"
                "  4 | v = tl.load(x + offsets);\n     | ^\n  Try: auto v = tl.load(x + offsets);\n")
        kernels = [advice.without_layout(k) for k in self.followed(text, kernel)]
        self.assertIn(advice.without_layout(KERNEL), kernels)

    def test_what_is_underlined(self):
        kernel = KERNEL.replace("tl.load", "tl.read")
        text = ("/a/add.cpp:4:14: error: tl.read is spelled differently here\n"
                "  4 | auto v = tl.read(x + offsets);\n     |          ^~~~~~~\n  Try: tl.load(x)\n")
        self.assertIn(KERNEL, self.followed(text, kernel))

    def test_quotations_names_and_ellipses_are_no_proposals(self):
        for words in ("The loop in line 3 (`for (int i = 0; i < n; ++i)`) ends.", "Use `mask`.",
                      "Is `out + offsets` right?", "Write `auto v = tl.load(...)`."):
            self.assertEqual(self.code(run(5, words)), [], words)

    def test_what_is_meant(self):
        kernel = KERNEL.replace("program_id(0)", "program_id(1)")
        text = run(5, "You take `tl.program_id(1)` where `tl.program_id(0)` is meant.")
        self.assertIn(KERNEL, self.followed(text, kernel))
