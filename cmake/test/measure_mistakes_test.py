"""measure_mistakes.py judges what a learner reads, and only the part of it that explains."""

import re
from pathlib import Path

import make_wrong
import measure_mistakes
from in_a_folder import InAFolder

MISTAKE = """\
== too_many: the mask lets one lane too many through
kind: out-of-bounds
line: auto mask or tl.load
fix: `offsets < n`
not: grid
offsets < n => offsets <= n
"""
LINE = "  auto mask = offsets < n;\n"


class Verdicts(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("solutions/03_masking/2_add.cpp", f"// a kernel\n{LINE}")

    def verdict(self, text, how="failed", mistake=MISTAKE):
        self.write("new/03_masking/2_add.mistakes", mistake)
        mistakes = measure_mistakes.mistakes_in([self.root / "new"], self.root, "2_add/too_many")
        return measure_mistakes.Verdict(mistakes[0], how, text)

    def test_answered(self):
        verdict = self.verdict("build/too_many.cpp:2: Failure\n[out-of-bounds] x: use `offsets < n`")
        self.assertTrue(verdict.answered)

    def test_any_kind_and_line(self):
        mistake = MISTAKE.replace("kind: out-of-bounds\nline: auto mask or tl.load\n", "")
        self.assertTrue(self.verdict("use `offsets < n`", mistake=mistake).answered)

    def test_not_caught(self):
        verdict = self.verdict("", "passed")
        self.assertFalse(verdict.caught or verdict.named or verdict.answered)

    def test_another_kind_line_or_advice(self):
        right = "build/too_many.cpp:2: Failure\n[out-of-bounds] x: use `offsets < n`"
        self.assertFalse(self.verdict(right.replace("out-of", "from-of")).named)
        self.assertFalse(self.verdict(right.replace(":2:", ":3:")).at_line)
        self.assertFalse(self.verdict(right.replace("offsets <", "lanes <")).answered)
        self.assertFalse(self.verdict(right + "\nor another grid").answered)

    def test_what_is_always_there_is_no_answer(self):
        text = "too_many.cpp:2: Failure\n[out-of-bounds] x\n    stored by a: `offsets < n`"
        self.assertFalse(self.verdict(text).answered)

    def test_what_answers_it_beside_what_the_tests_print(self):
        printed = "too_many.cpp:3: Failure\n[out-of-bounds] x is outside"

        def lacks(*answers):
            self.write("new/03_masking/2_add.mistakes", MISTAKE.replace("fix: `offsets < n`\nnot: grid\n", "".join(
                ["fix: lets one lane|has `<`\n", *(f"answered by: {answer}\n" for answer in answers)])))
            mistake, = measure_mistakes.mistakes_in([self.root / "new"], self.root, "")
            return measure_mistakes.lacks(mistake, printed)

        self.write("solutions/03_masking/2_add.cpp", f"void add(int n) {{\n  int offsets = 0;\n{LINE}}}\n")
        self.assertIn("a learner does not read what is wrong: cnl- ", lacks())
        self.assertIn("a learner does not read what is wrong: cnl- ", lacks("change: - offsets"))
        for answers in (["nothing"], ["sentence"], ["change"], ["change: + auto mask = offsets < n;"]):
            self.assertEqual(lacks(*answers), "")
        with self.assertRaisesRegex(measure_mistakes.BadMistake, "nothing is `answered by: luck`"):
            lacks("luck")

    def test_mistakes_that_say_too_little(self):
        for old, new in (("fix: `offsets < n`\n", ""), ("line: auto mask ", "line: auto masks ")):
            with self.assertRaises((measure_mistakes.BadMistake, make_wrong.BadEdit)):
                self.verdict("", mistake=MISTAKE.replace(old, new))

    def test_those_of_the_repository_fit_their_solutions(self):
        root = Path(__file__).resolve().parents[2]
        mistakes = measure_mistakes.mistakes_in([], root, "")
        self.assertGreater(len(mistakes), 20)
        for mistake in mistakes:
            with self.subTest(mistake.path()):
                mistake.lines()  # BadEdit, or BadMistake

    def test_quoting_a_line_of_the_kernel_is_no_answer(self):
        root = Path(__file__).resolve().parents[2]
        for mistake in measure_mistakes.mistakes_in([], root, ""):
            kept = set(mistake.solution.splitlines())
            own = " ".join(" ".join(line for line in mistake.kernel.splitlines() if line not in kept).split())
            with self.subTest(mistake.path()):
                self.assertFalse(all(re.search(fix, own, re.IGNORECASE) for fix in mistake.expected["fix"]))
