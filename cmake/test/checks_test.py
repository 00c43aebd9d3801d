"""The checks of headers, lessons, quotes and links find the mistakes planted for them."""

import tempfile
import unittest
from pathlib import Path

import check_exercises
import check_findings
import check_headers
import check_lesson
import check_links
import check_kernels
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
        for name in ("lesson.toml", "masking.hpp", "masking_reference.hpp", "tests/1_mask.cpp",
                     "tests/2_add.cpp", "wrong/1_mask/a.edit", "wrong/1_mask/b.edit",
                     "wrong/2_add/b.edit", "wrong/2_add/d.edit", "wrong/2_add/e.cpp"):
            self.write(f"lessons/03_masking/{name}")
        self.write("solutions/03_masking/1_mask.cpp")
        self.write("solutions/03_masking/2_add.cpp")
        self.write_commentary("1_mask", "2_add")

    def write_commentary(self, *tasks):
        said = "".join(f"**{label}.** A sentence.\n" for label in check_lesson.COMMENTARY)
        self.write("solutions/03_masking/commentary.md",
                   "# Lesson\n" + "".join(f"\n## {task}\n{said}" for task in tasks))

    def problems(self):
        return list(check_lesson.check_lesson(self.root, "03_masking"))

    def test_good(self):
        self.assertEqual(self.problems(), [])
        self.write("lessons/03_masking/launch_add.hpp")
        self.write("lessons/03_masking/tests/cases.hpp")
        self.write("lessons/03_masking/benchmarks/2_add.cpp")
        self.assertEqual(self.problems(), [])

    def test_files(self):
        self.write("lessons/03_masking/notes.txt")
        self.write("lessons/03_masking/benchmarks/3_more.cpp")
        self.write("lessons/03_masking/wrong/1_mask/a.cpp")  # as well as a.edit
        (self.root / "lessons/03_masking/lesson.toml").unlink()
        self.assertEqual(self.problems(), [
            "lessons/03_masking/lesson.toml is missing",
            "lessons/03_masking/benchmarks/3_more.cpp does not belong to the lesson",
            "lessons/03_masking/notes.txt does not belong to the lesson",
            "lessons/03_masking/wrong/1_mask/a.cpp does not belong to the lesson"])

    def test_second_page(self):
        page = (self.root / "lessons/03_masking/README.md").read_text()
        self.write("lessons/03_masking/second_half.md", page)
        self.assertEqual(self.problems(), [])
        self.write("lessons/03_masking/second_half.md", page.replace("## Hints", "Hints"))
        self.assertEqual(self.problems(), ["second_half.md has no section `## Hints`"])
        self.write("lessons/03_masking/second_half.md", page + "\n| cell | cell |" * 2000)
        self.assertEqual(self.problems(), [])
        self.write("lessons/03_masking/second_half.md", "# Lesson\n" + page[9:] + "a word " * 1490)
        self.assertEqual(self.problems(), [
            "second_half.md has 3013 words, more than 3000: divide it into two pages"])

    def test_commentary(self):
        self.write_commentary("2_add", "1_mask")
        self.assertEqual(self.problems(), [
            "commentary.md must have a section for each task, in order: 1_mask, 2_add"])
        self.write("solutions/03_masking/commentary.md",
                   "## 1_mask\n**Why so.** **What else would do.** **What it costs.**\n"
                   "## 2_add\n**Why so.** **What it costs.**\n")
        self.assertEqual(self.problems(), [
            "commentary.md says nothing after `**What else would do.**` for 2_add"])
        (self.root / "solutions/03_masking/commentary.md").unlink()
        self.assertEqual(self.problems(), ["solutions/03_masking/commentary.md is missing"])

    def test_tasks(self):
        self.write_commentary("2_add")
        (self.root / "solutions/03_masking/1_mask.cpp").unlink()
        self.assertEqual(self.problems(), [
            "task 1 must be named 1_some_name, and is named 2_add",
            "wrong/1_mask/a belongs to no task", "wrong/1_mask/b belongs to no task",
            "lessons/03_masking/tests/1_mask.cpp does not belong to the lesson"])

    def test_missing_files_are_no_errors_of_the_check(self):
        (self.root / "lessons/03_masking/README.md").unlink()
        self.assertEqual(self.problems(), ["lessons/03_masking/README.md is missing"])

    def test_contents(self):
        self.write("solutions/03_masking/1_mask.cpp", "int i = threadIdx.x;\n")
        self.write("lessons/03_masking/wrong/2_add/e.cpp", "#  ifdef X\n")
        self.write("lessons/03_masking/README.md", "# Lesson\n")
        (self.root / "lessons/03_masking/wrong/1_mask/a.edit").unlink()
        problems = self.problems()
        self.assertIn("at least five wrong kernels are needed, there are 4", problems)
        self.assertIn("README.md has no section `## Goal`", problems)
        self.assertIn("solutions/03_masking/1_mask.cpp uses threadIdx", problems)
        self.assertIn("lessons/03_masking/wrong/2_add/e.cpp uses #  if", problems)


KERNEL = """template <int N>
struct {name} {{
  KW_KERNEL void operator()(program auto tl, {parameters}) const {{
    // TODO(lesson03.1): which lanes?
    //{{ solution
    auto mask = right_lanes(tl, here);
    //| auto mask = wrong;
    //}}
  }}
}};
"""


class CheckExercises(FolderTest):
    def write_solution(self, task, name="Mask", parameters="const float* x, int n", extra=""):
        head = (f"// Lesson 03, task {task[0]}: masks.\n"
                f"// Check it while you edit:  ./course watch lesson03.{task[0]}\n")
        kernel = KERNEL.format(name=name, parameters=parameters)
        self.write(f"solutions/03_masking/{task}.cpp",
                   head + kernel.replace("03.1", f"03.{task[0]}") + extra)

    def problems(self):
        return check_exercises.check_course(self.root)[0]

    def test_good(self):
        self.write_solution("1_mask")
        self.write_solution("2_add", "Add", "view<int, 2> a, int b, int c, int d, int e, int f, "
                            "int g, int h", "void launch();\n")
        self.assertEqual(check_exercises.check_course(self.root), ([], {"03_masking": (13, 12)}))

    def test_rules(self):
        self.write_solution("1_mask", extra="// TODO(lesson03.2)\ntemplate void f<int>();\n")
        self.write_solution("2_add", parameters=", ".join(f"int a{i}" for i in range(9)),
                            extra="\n" * 90)
        self.write("solutions/03_masking/3_none.cpp", "int a;\n")
        problems = "\n".join(self.problems())
        for text in ("1_mask.cpp has a TODO(lesson03.2), which is another task's",
                     "1_mask.cpp instantiates a template", "2_add.cpp has 99 lines",
                     "the kernel Mask has 9 parameters besides tl",
                     "both 1_mask.cpp and 2_add.cpp define a kernel Mask",
                     "3_none.cpp has no TODO(lesson03.3)",
                     "3_none.cpp does not begin with `// Lesson 03, task 3: `",
                     "3_none.cpp does not say `./course watch lesson03.3`"):
            self.assertIn(text, problems)

    def test_share(self):
        self.write_solution("1_mask", extra="int line;\n" * 20)
        with self.assertRaisesRegex(SystemExit, "less than 40 %"):
            check_exercises.main([self.root])


class CheckQuotes(FolderTest):
    def test_quotes(self):
        page = "x\n```cpp\n  int a;\n\nint b; \n```\ny\n```\nnot C++\n```\n```cpp\nint\n```\n"
        self.assertEqual(check_quotes.foreign_quotes(page, "int a;\n    int b;\n"), ["int"])
        self.assertEqual(check_quotes.foreign_quotes(page, "int\nint a;\nint c;\nint b;\n"),
                         ["  int a;\n\nint b; "])

    def test_sources(self):
        self.write("solutions/03_masking/1_mask.cpp",
                   "//{ solution\nauto mask = the_answer(of_all);\n//| skeleton\n//}\n")
        self.write("lessons/03_masking/masking.hpp", "contract\n")
        self.write("lessons/03_masking/tests/1_mask.cpp", "tests\n")
        self.write("docs/examples/masks.cpp", "example\n")
        code = check_quotes.compiled_text(self.root, "03_masking")
        for word in ("skeleton", "contract", "tests", "example"):
            self.assertIn(f"{word}\n", code)
        self.assertNotIn("the_answer", code)

    def test_answers(self):
        self.write("solutions/03_masking/1_mask.cpp",
                   "auto given = everybody(knows, it);\n//{ solution\n  // a comment, not code\n"
                   "  auto mask = the_answer(of_all);\n  mask = x;\n//}\n")
        answers = check_quotes.answer_lines(self.root, "03_masking")
        self.assertEqual(answers, {"auto mask = the_answer(of_all);"})
        page = "\n```cpp\nauto mask = the_answer(of_all);\nmask = x;\n```\n"
        self.assertEqual(check_quotes.answers_given(page, answers),
                         ["auto mask = the_answer(of_all);"])


class CheckMessages(unittest.TestCase):
    PAGE = """
## When it fails
```
[outside-row] Scale, program (3, 0), 3_scale.cpp:26: tl.load reads
rows that begin 1 element apart. [...]
    tl.load(x)
  Multiply by 256.
[write-race] Scale: both write out.
```
## How fast is it
```
not looked at
```
"""

    def test_passages(self):
        report = check_kernels.plain("[write-race] Scale: both\nwrite out.\n[outside-row] Scale, "
                                      "program (3, 0), /course/a.cpp:9: tl.load reads rows that begin "
                                      "1 element apart. More.\n    tl.load(x)\n  Multiply by 256.")
        self.assertEqual(check_kernels.missing(self.PAGE, [report]), [])
        self.assertEqual(check_kernels.missing(self.PAGE, ["nothing", report]), [])
        self.assertEqual(check_kernels.missing(self.PAGE, [report.replace("256", "255")]),
                         ["tl.load(x) Multiply by 256."])
        self.assertEqual(len(check_kernels.missing(self.PAGE, [])), 3)


class CheckFindings(unittest.TestCase):
    """The page of findings quotes what the checker prints."""

    PRINTED = ["[no-mask] Scale, common/test/corpus/a.cpp:9: tl.load reads past the end.\n  Add a mask.\n"]
    PAGE = "Text.\n```\n[no-mask] Scale, kernel.cpp:9: tl.load reads\n    past the end.\n  Add a mask.\n```\n"

    def test_quotes(self):
        self.assertEqual(check_findings.not_printed(self.PAGE, self.PRINTED), [])
        for drifted in (self.PAGE.replace(":9", ":8"), self.PAGE.replace("Add", "Put in")):
            self.assertEqual(len(check_findings.not_printed(drifted, self.PRINTED)), 1)


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
