"""check_kernels.py runs each kernel that must fail once, and says how one was not caught."""

import unittest

import check_kernels
from check_kernels import Case
from in_a_folder import InAFolder

# Prints how it was started. What it is to do is in the name of the kernel.
PROGRAM = """#!/bin/sh
for argument in "$@"; do
  case $argument in
    --kernel=*) kernel=${argument#*=} ;;
  esac
done
echo "$@"
echo "Softmax.Rows failed"
echo '{"tests": ["Softmax.Rows"]}
{"test": "Softmax.Rows", "status": "failed", "message": "Softmax.Rows failed"}' > "$KW_RESULTS_FILE"
case $kernel in
  *passes) exit 0 ;;
  *crashes) exit 139 ;;
esac
exit 1
"""


class CheckKernels(InAFolder):
    def setUp(self):
        super().setUp()
        self.program = self.write("lesson05.kernels.cpu", PROGRAM)
        for name in ("solutions/05_softmax/2_softmax.cpp", "solutions/05_softmax/notes.md"):
            self.write(name, "")
        self.write("lessons/05_softmax/wrong/2_softmax.mistakes",
                   "=== Softmax.Rows\n\n== no_maximum: by not subtracting it\n-a\n")

    def problem(self, case):
        return check_kernels.problem_with(case, *check_kernels.run(str(self.program), case, self.root))

    def test_all_kernels_of_a_lesson(self):
        cases = list(check_kernels.cases_of(self.root, "05_softmax"))
        self.assertEqual([case.name() for case in cases], [
            "task 2, skeleton", "task 2, nothing", "task 2, wrong/no_maximum"])
        self.assertEqual([list(case.caught_by) for case in cases], [[], [], ["Softmax.Rows"]])

    def test_starts_a_kernel_by_its_name(self):
        code, output, results = check_kernels.run(str(self.program), Case("2", "skeleton"), self.root)
        self.assertEqual(code, 1)
        self.assertIn("--task=2 --kernel=skeleton\n", output)
        self.assertEqual([test["test"] for test in results], ["Softmax.Rows"])

    def test_the_grader_shows_what_the_tests_print(self):
        def told_otherwise(message):
            output = "a.cpp:3: Failure\none\ntwo\n[  FAILED  ] and 2 more tests, as above:\n    A.Three, Two\n" + "x\n" * 40
            return list(check_kernels.told_otherwise([{"test": "A.One", "message": message},
                                                      {"test": "A.Two", "message": "another"}], output))

        self.assertEqual(told_otherwise("one\ntwo"), [])
        self.assertEqual(told_otherwise("a.cpp:3\none"), [])
        self.assertEqual(told_otherwise("[never-read] again, in line 3\n\nWrong values again: 1 of 2 elements."), [])
        self.assertEqual(told_otherwise("one\n\nthree"), ["three"])
        self.assertEqual(told_otherwise("x\n" * 25), ["x\n" * 25])

    def test_compares_what_a_skeleton_passes_with_what_is_given(self):
        def problems(given):
            self.write("lessons/05_softmax/lesson.toml", '[[check]]\nid = "first"\nkind = "core"\n[[check]]\nid = "a"\n'
                       'kind = "core"\n' + (f'given = "{given}"\n' if given else ""))
            return check_kernels.given_problems(self.root, "05_softmax", [("2", [
                {"test": "A.Empty", "status": "passed"}, {"test": "A.Gpu", "status": "skipped"},
                {"test": "A.One", "status": "failed"}])])

        self.assertEqual(problems("A.Empty"), [])
        self.assertEqual(problems("A.*:B.*-*.One:*.Two"), [])
        self.assertIn("check a: the untouched exercise passes A.Empty", problems("")[0])
        self.assertEqual(problems("A.Empty:A.One"),
                         ["check a: `given` names A.One, which the untouched exercise does not pass"])
        self.assertIn('check a: its filter of given tests, "B.*", selects no test', problems("B.*"))

    def test_runs_the_tests_that_must_catch_it(self):
        def told(*caught_by):
            return check_kernels.run(str(self.program), Case("2", "wrong/a", caught_by), self.root, all_tests=False)[1]

        self.assertIn(" --gtest_filter=Softmax.Rows:Softmax.Long", told("Softmax.Rows", "Softmax.Long"))
        self.assertNotIn("filter", told("[out-of-bounds]", "Softmax.Rows"))
        self.assertNotIn("filter", told())

    def test_sentences_may_be_quoted(self):
        page = "# A\n## Station 1: A\n**What you should see:** this.\n```\nYour values are what you get by {} it (all 5 agree).\n```\n"
        reports = check_kernels.sentences(self.root, "05_softmax")
        self.assertEqual(check_kernels.missing(page.format("not subtracting"), reports), [])
        self.assertEqual(check_kernels.missing(page.format("dividing"), reports),
                         ["Your values are what you get by dividing it"])

    def test_what_is_caught(self):
        self.assertEqual(self.problem(Case("2", "wrong/no_maximum", ["Softmax.Rows"])), "")
        self.assertEqual(self.problem(Case("2", "skeleton")), "")

    def test_what_is_not_caught(self):
        for case, expected in ((Case("2", "it_passes"), "the tests pass, but the kernel is wrong"),
                               (Case("2", "it_crashes"), "they ended with 139"),
                               (Case("2", "wrong/whole", ["Softmax.Rows", "Softmax.Others"]),
                                "it should be caught by: Softmax.Others")):
            self.assertIn(expected, self.problem(case))


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
