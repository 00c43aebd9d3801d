"""make_wrong.py makes a kernel from a good edit, and rejects an edit that does not fit."""

import tempfile
import unittest
from pathlib import Path

import make_wrong

SOLUTION = """int a[2] = {1, 2};
//{ solution
int b;
//| int skeleton;
//}
int b;
"""


class MakeWrong(unittest.TestCase):
    def expect_kernel(self, edits, kernel):
        self.assertEqual(make_wrong.make(edits, SOLUTION, "solution.cpp"), kernel)

    def expect_error(self, edits, message):
        with self.assertRaisesRegex(make_wrong.BadEdit, message):
            make_wrong.make(edits, SOLUTION, "solution.cpp")

    def test_comments_come_first(self):
        self.expect_kernel(
            "// wrong: x\nreplace:\nint a[2] = {1, 2};\nwith:\nint a[2] = {2, 1};\n",
            "// wrong: x\nint a[2] = {2, 1};\nint b;\nint b;\n")

    def test_lines_are_removed(self):
        self.expect_kernel("replace:\nint b;\nint b;\nwith:\n", "int a[2] = {1, 2};\n")

    def test_edits_follow_each_other(self):
        self.expect_kernel("replace:\nint a[2] = {1, 2};\nint b;\nwith:\nint a;\nint b;\n"
                           "replace:\nint a;\nwith:\nint c;\n", "int c;\nint b;\nint b;\n")

    def test_only_whole_lines_that_are_there_once(self):
        self.expect_error("replace:\nint c;\nwith:\n", "are not in solution.cpp")
        self.expect_error("replace:\nint skeleton;\nwith:\n", "are not in")
        self.expect_error("replace:\nb;\nwith:\n", "are not in")
        self.expect_error("replace:\nwith:\nint c;\n", "are not in")
        self.expect_error("replace:\nint b;\nwith:\nint c;\n", "more than once")
        self.expect_error("replace:\nint a[2] = {1, 2};\nwith:\nint a[2] = {1, 2};\n",
                          "replaced by themselves")

    def test_structure(self):
        self.expect_error("// wrong: nothing\n", "at least one")
        self.expect_error("int c;\nreplace:\nint b;\nwith:\n", "only comments are expected")
        self.expect_error("with:\nint c;\n", "`with:` without")
        self.expect_error("replace:\nint b;\nreplace:\nint b;\nwith:\n", "`with:` is expected")
        self.expect_error("replace:\nint b;\n", "at least one")
        self.expect_error("replace:\nint b;\nwith:\nint c;", "does not end with a newline")

    def test_nothing_is_left_of_a_bad_edit(self):
        with tempfile.TemporaryDirectory() as folder:
            edits, solution, kernel = (Path(folder, name) for name in ("a.edit", "b.cpp", "c.cpp"))
            edits.write_text("replace:\nint c;\nwith:\n")
            solution.write_text(SOLUTION)
            kernel.write_text("an older kernel")
            with self.assertRaisesRegex(SystemExit, "a.edit: these lines are not in"):
                make_wrong.main([edits, solution, kernel])
            self.assertFalse(kernel.exists())
            edits.write_text("replace:\nint b;\nint b;\nwith:\n")
            make_wrong.main([edits, solution, kernel])
            self.assertEqual(kernel.read_text(), "int a[2] = {1, 2};\n")


if __name__ == "__main__":
    unittest.main()
