"""What of a compiler's words expect_explanation.py takes for a message to a learner."""

import expect_explanation
from in_a_folder import InAFolder


class Explanation(InAFolder):
    def explain(self, script):
        program = self.write("explain", f"#!/bin/sh\n{script}\n")
        return expect_explanation.explanation(program, self.root, self.root / "a.cpp", ["g++"], "gcc")

    def test_the_source_is_called_kernel(self):
        last = expect_explanation.LAST_LINE.rstrip("\n")
        self.assertEqual(self.explain(f'echo "$1/$2 is wrong: $3 $4" >&2; echo "{last}"; exit 1'),
                         ("kernel.cpp is wrong: -- g++\n", ""))

    def test_accepted(self):
        self.assertEqual(self.explain("echo a warning"), ("", ""))

    def test_not_an_explanation(self):
        for script, message in (("exit 1", "without a word"), ("seq 13; exit 1", "13 lines are too many"),
                                ("echo wrong; exit 1", "the last line is not the usual one")):
            self.assertIn(message, self.explain(script)[1])
