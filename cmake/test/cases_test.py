"""How cases.py reads a table of kernels, makes the kernels, and puts texts into the table."""

import unittest
from string import Template

import cases
import make_wrong

FRAME = Template("// $sentence\n$includes{\n$kernel\n}\n$launch\n")
WHOLE = """== right
It adds.

#include <a>
auto a = tl.load(x);
tl.store(out, a);

launch(Add{}, x);

"""
SLIP = """== slip
It adds twice.
-tl.store(out, a);
+tl.store(out, a + a);
[slip] one
"""
FINDING = """
== finding
It adds nothing.
-tl.store(out, a);

-auto a = tl.load(x);
+auto a = tl.zeros(1);
[never-written] one
[never-read] two
"""


ONE = "[slip] one\n"


class Cases(unittest.TestCase):
    def test_kernels(self):
        right, slip, finding = cases.parse(WHOLE + SLIP + FINDING)
        self.assertEqual((right.name, right.sentence, right.text), ("right", "It adds.", ""))
        self.assertEqual(right.source(FRAME), "// It adds.\n#include <a>\n{\nauto a = tl.load(x);\ntl.store(out, a);\n}\n"
                                              "launch(Add{}, x);\n")
        self.assertIn("tl.store(out, a + a);", slip.kernel)
        self.assertIn("tl.zeros(1);\n\nlaunch", finding.kernel)

    def test_slips_in_a_solution(self):
        adds, same, right = cases.parse("=== 03_masking/2_masked_add\n\n== sum: It subtracts.\na + b => a - b\nkernel.cpp:1: error: no\n\n"
                                        "== product: It multiplies.\na + b => a * b\n\n=== 01_vector_add/3_vector_add\n\n"
                                        "== all: It subtracts.\nsize<BLOCK_SIZE> => size(BLOCK_SIZE)\n")
        self.assertEqual([each.lesson for each in (adds, same, right)], ["03_masking", "03_masking", "01_vector_add"])
        self.assertIn("a - b, mask", adds.source(FRAME))
        self.assertNotIn("//{", same.source(FRAME))
        self.assertEqual(adds.text, "kernel.cpp:1: error: no\n")

    def test_texts(self):
        right, slip, finding = cases.parse(WHOLE + SLIP + FINDING)
        self.assertEqual([each.text_of(FRAME) for each in (right, slip, finding)],
                         ["", ONE, "[never-written] one\n[never-read] two\n"])

    def test_the_lines_that_a_text_quotes(self):
        source = "int a;\n  f(a, b);\n"
        for short, long in (
                ("kernel.cpp:2:5-8: error: no\n", "kernel.cpp:2:5: error: no\n  2 | f(a, b);\n    |   ^~~~\n"),
                ("kernel.cpp:2:3: error: no\n", "kernel.cpp:2:3: error: no\n  2 | f(a, b);\n    | ^\n"),
                ("kernel.cpp:2: error: no\n", "kernel.cpp:2: error: no\n  2 | f(a, b);\n    | ^~~~~~~~\n"),
                ("kernel.cpp:2: error: no\n  7 | else\n", "kernel.cpp:2: error: no\n  7 | else\n"),
                ("[race] F, kernel.cpp:2: twice\n  Why.\n", "[race] F, kernel.cpp:2: twice\n    f(a, b);\n  Why.\n"),
                ("[race] F, kernel.cpp:2: twice\n    f(\n", "[race] F, kernel.cpp:2: twice\n    f(\n")):
            self.assertEqual(cases.with_quotes(short, source), long)
            self.assertEqual(cases.without_quotes(long, source), short)

    def test_an_edit_that_does_not_fit(self):
        with self.assertRaisesRegex(make_wrong.BadEdit, "slip: this is not in the kernel above"):
            cases.parse(WHOLE.replace("tl.store", "store") + SLIP)

    def test_update(self):
        table = WHOLE + SLIP + FINDING
        self.assertEqual(cases.with_text(table, "slip", "new\n"), table.replace(ONE, "new\n"))
        self.assertEqual(cases.with_text(table, "finding", "[new] one\n"),
                         table.replace("[never-written] one\n[never-read] two\n", "[new] one\n"))
