"""The checks of headers, lessons, quotes and links find what is planted for them."""

import tempfile
import unittest
from pathlib import Path

import check_headers
import check_lesson
import check_links
import check_quotes


class FolderTest(unittest.TestCase):
    """A test with a folder to write files into."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, name, text=""):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


class CheckHeaders(FolderTest):
    def test_rules(self):
        rules = lambda header, text: list(check_headers.broken_rules(header, text))
        self.assertEqual(rules("kernelwright/a.hpp", "#pragma once\nint a;\n"), [])
        self.assertEqual(rules("kernelwright/cpu/a.hpp", "#pragma once\n#if X\n"), [])
        self.assertEqual(rules("kernelwright/a.hpp", "#pragma once\n# ifdef X\n"),
                         ["kernelwright/a.hpp: `# ifdef X` belongs into compiler/, cpu/ or cuda/"])
        self.assertEqual(rules("kernelwright/a.hpp", "// #pragma once\n"),
                         ["kernelwright/a.hpp: no #pragma once"])

    def test_compile_alone(self):
        self.write("a.hpp", "inline int a() { return 1; }\n")
        self.write("b.hpp", "inline int b() { return a(); }\n")
        self.assertEqual(check_headers.compile_alone("c++", self.root, "a.hpp"), "")
        self.assertIn("b.hpp", check_headers.compile_alone("c++", self.root, "b.hpp"))


class CheckLesson(FolderTest):
    def setUp(self):
        super().setUp()
        headings = "".join(f"\n## {heading}\n" for heading in check_lesson.HEADINGS)
        self.write("lessons/03_masking/README.md", f"# Lesson\n{headings}")
        for name in ("lesson.toml", "masking.hpp", "masking_reference.hpp", "masking_test.cpp",
                     "masking_bench.cpp", "wrong/a.edit", "wrong/b.edit", "wrong/c.edit",
                     "wrong/d.edit", "wrong/e.cpp"):
            self.write(f"lessons/03_masking/{name}")
        self.write("solutions/03_masking/masking.cpp", "// TODO(lesson03.1): do it\n")

    def problems(self):
        return list(check_lesson.check_lesson(self.root, "03_masking"))

    def test_good(self):
        self.assertEqual(self.problems(), [])
        self.write("lessons/03_masking/masking_cases.hpp")
        self.write("lessons/03_masking/masking_tiles.hpp")
        self.assertEqual(self.problems(), [])

    def test_files(self):
        self.write("lessons/03_masking/notes.txt")
        self.write("lessons/03_masking/wrong/a.cpp")  # as well as a.edit
        (self.root / "lessons/03_masking/lesson.toml").unlink()
        self.assertEqual(self.problems(), [
            "lessons/03_masking/lesson.toml is missing",
            "lessons/03_masking/notes.txt does not belong to the lesson",
            "lessons/03_masking/wrong/a.cpp does not belong to the lesson"])

    def test_missing_files_are_no_errors_of_the_check(self):
        (self.root / "lessons/03_masking/README.md").unlink()
        (self.root / "solutions/03_masking/masking.cpp").unlink()
        self.assertEqual(self.problems(), ["lessons/03_masking/README.md is missing",
                                           "solutions/03_masking/masking.cpp is missing"])

    def test_contents(self):
        self.write("solutions/03_masking/masking.cpp", "int i = threadIdx.x;\n")
        self.write("lessons/03_masking/wrong/e.cpp", "#  ifdef X\n")
        self.write("lessons/03_masking/README.md", "# Lesson\n")
        (self.root / "lessons/03_masking/wrong/a.edit").unlink()
        problems = self.problems()
        self.assertIn("at least five wrong kernels are needed, there are 4", problems)
        self.assertIn("README.md has no section `## Goal`", problems)
        self.assertIn("the solution has no TODO(lesson03.1) for the learner", problems)
        self.assertIn("solutions/03_masking/masking.cpp uses threadIdx", problems)
        self.assertIn("lessons/03_masking/wrong/e.cpp uses #  if", problems)


class CheckQuotes(FolderTest):
    def test_quotes(self):
        page = "x\n```cpp\n  int a;\n\nint b; \n```\ny\n```\nnot C++\n```\n```cpp\nint\n```\n"
        self.assertEqual(check_quotes.foreign_quotes(page, "int a;\n    int b;\n"), ["int"])
        self.assertEqual(check_quotes.foreign_quotes(page, "int\nint a;\nint c;\nint b;\n"),
                         ["  int a;\n\nint b; "])

    def test_sources(self):
        self.write("solutions/03_masking/masking.cpp",
                   "//{ solution\nanswer\n//| skeleton\n//}\n")
        self.write("lessons/03_masking/masking.hpp", "contract\n")
        self.write("docs/examples/masks.cpp", "example\n")
        code = check_quotes.compiled_text(self.root, "03_masking")
        for word in ("answer", "skeleton", "contract", "example"):
            self.assertIn(f"{word}\n", code)


class CheckLinks(FolderTest):
    def test_links(self):
        self.write("a.html", '<a href="b.html#here"></a><a href="https://example.org/x"></a>'
                   '<a href="#"></a><a href="#top" id="top"></a><img src="a.png"><a href="c.html">')
        self.write("b.html", '<a name="here"></a><a href="a.html#there"></a>')
        self.write("a.png")
        broken = lambda page: list(check_links.broken_links(self.root, self.root / page))
        self.assertEqual(broken("a.html"), ["a.html: c.html: no such file"])
        self.assertEqual(broken("b.html"), ["b.html: a.html#there: no such place in the page"])

    def test_no_documentation(self):
        with self.assertRaisesRegex(SystemExit, "There is no documentation"):
            check_links.main([self.root])


if __name__ == "__main__":
    unittest.main()
