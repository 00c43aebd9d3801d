"""make_wrong.py makes a kernel from a good mistake, and rejects one that does not fit."""

import make_skeleton
import make_wrong
from in_a_folder import InAFolder

SOLUTION = """int a[2] = {1, 2};
//{ solution
int b;
//| int skeleton;
//}
int b;
"""
HEAD = "=== A.B\n\n== twice: by adding it twice\n"


class MakeWrong(InAFolder):
    def expect_kernel(self, edits, kernel):
        solution = make_skeleton.make("solution", SOLUTION, "solution.cpp")
        self.assertEqual(make_wrong.parse(HEAD + edits)[0].kernel(solution, "solution.cpp"), kernel)

    def expect_error(self, text, message):
        with self.assertRaisesRegex(make_wrong.BadEdit, message):
            for mistake in make_wrong.parse(text):
                mistake.kernel(make_skeleton.make("solution", SOLUTION, "solution.cpp"), "solution.cpp")

    def test_lines_are_replaced(self):
        self.expect_kernel("-int a[2] = {1, 2};\n+int a[2] = {2, 1};\n",
                           "int a[2] = {2, 1};\nint b;\nint b;\n")

    def test_lines_are_removed(self):
        self.expect_kernel("-int b;\n-int b;\n", "int a[2] = {1, 2};\n")

    def test_lines_between_others_are_removed(self):
        self.expect_kernel("-int a[2] = {1, 2};\n-...\n-int b;\n+int c;\n", "int c;\nint b;\n")
        self.expect_error(HEAD + "-int a[2] = {1, 2};\n-...\n-int d;\n", "is not in")

    def test_lines_stay(self):
        self.expect_kernel(" int a[2] = {1, 2};\n-int b;\n+int c;\n", "int a[2] = {1, 2};\nint c;\nint b;\n")

    def test_an_empty_line_ends_an_edit(self):
        self.expect_kernel("-int a[2] = {1, 2};\n-int b;\n+int a;\n+int b;\n\n-int a;\n+int c;\n",
                           "int c;\nint b;\nint b;\n")

    def test_several_mistakes(self):
        first, second = make_wrong.parse(
            "=== A.B; [outside-row]\n== twice: by adding it: twice\n-int a;\n\n=== C.D\n== once: by adding it once,\nand no more\n-int b;\n")
        self.assertEqual((first.name, first.sentence), ("twice", "by adding it: twice"))
        self.assertEqual(first.caught_by, ["A.B", "[outside-row]"])
        self.assertEqual(first.edits, [("int a;\n", "")])
        self.assertEqual((second.name, second.sentence), ("once", "by adding it once, and no more"))
        self.assertEqual(second.caught_by, ["C.D"])

    def test_parts_of_lines(self):
        self.expect_kernel("{1, => {2,\n, 2} => , 2, 3}\n", "int a[2] = {2, 2, 3};\nint b;\nint b;\n")
        self.expect_kernel("a[2] =>\n-int b;\n-int b;\n", "int  = {1, 2};\n")

    def test_only_whole_lines_that_are_there_once(self):
        self.expect_error(HEAD + "-int c;\n", "twice: this is not in solution.cpp")
        self.expect_error(HEAD + "-int skeleton;\n", "is not in")
        self.expect_error(HEAD + "-b;\n", "is not in")
        self.expect_error(HEAD + "+int c;\n", "there is nothing to replace")
        self.expect_error(HEAD + "-int b;\n+int c;\n", "more than once")
        self.expect_error(HEAD + "int b => int c\n", "more than once")
        self.expect_error(HEAD + " int a[2] = {1, 2};\n", "replaced by itself")

    def test_what_a_learner_should_read(self):
        mistake, = make_wrong.parse("== once: by adding it\nfix: b\nfix: c: d\n-int b;\n")
        self.assertEqual((mistake.caught_by, mistake.fields["fix"], mistake.fields["not"]), ([], ["b", "c: d"], []))

    def test_structure(self):
        self.expect_error("by adding\n", "line 1: a mistake begins with `== `")
        self.expect_error("-int b;\n", "line 1: a mistake begins with `== `")
        self.expect_error("=== A\n== two words: x\n-int b;\n", "a name has small letters")
        self.expect_error("=== A\n== a\n-int b;\n", "a: there is no sentence")
        self.expect_error("== a: by adding\n-int b;\n", "a: there is no line `=== `")
        self.expect_error(HEAD, "twice: there is nothing to replace")
        self.expect_error(HEAD + "-int b;\nint c;\n", "line 5: a line of an edit begins with")
        self.expect_error("== a: by adding\nline: x\n-int b;\n", "a: there is no line `fix: `")
        self.expect_error(HEAD + "kind: x\nand more\n-int b;\n", "line 5: the sentence comes before")
        self.expect_error(2 * (HEAD + "-int b;\n"), "there are 2 mistakes with the name twice")

    def test_nothing_is_left_of_a_bad_edit(self):
        mistakes = self.write("a.mistakes", HEAD + "-int c;\n")
        solution, kernel = self.write("b.cpp", SOLUTION), self.write("c.cpp", "an older kernel")
        with self.assertRaisesRegex(SystemExit, "twice: this is not in"):
            make_wrong.main([mistakes, "twice", solution, kernel])
        self.assertFalse(kernel.exists())
        with self.assertRaisesRegex(SystemExit, "a.mistakes: there is no mistake thrice"):
            make_wrong.main([mistakes, "thrice", solution, kernel])
        mistakes.write_text("a line\n")
        with self.assertRaisesRegex(SystemExit, "a.mistakes: line 1"):
            make_wrong.main([mistakes, "twice", solution, kernel])
        mistakes.write_text(HEAD + "-int b;\n-int b;\n")
        make_wrong.main([mistakes, "twice", solution, kernel])
        self.assertEqual(kernel.read_text(), "int a[2] = {1, 2};\n")
        self.assertEqual(make_wrong.read(self.root / "none.mistakes"), [])
