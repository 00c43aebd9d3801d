"""Tests of check_names.py."""

import unittest

import check_names

HEAD = "| Triton | here | what to know |\n|---|---|---|\n"
CODE = "auto y = tl.exp(x);\nauto z = x.to(float16);\n"


def problems(rows):
    return list(check_names.problems(HEAD + rows, CODE))


class CheckNames(unittest.TestCase):
    def test_good(self):
        self.assertEqual(problems("| `tl.exp` | same | |\n| `tl.float16` | same | |\n"
                                  "| `tl.exp10` | different | `tl.exp(2.302585f * x)` |\n"
                                  "| `tl.slice` | not offered | Use *something* else. |\n"), [])

    def test_not_used(self):
        self.assertEqual(problems("| `tl.log`, `tl.exp` | same | |\n"),
                         ["tl.log is said to be the same, and no example uses it"])
        self.assertEqual(problems("| `tl.float64` | same | |\n"),
                         ["tl.float64 is said to be the same, and no example uses it"])
        self.assertEqual(problems("| `tl.ex` | same | |\n"),
                         ["tl.ex is said to be the same, and no example uses it"])

    def test_advice(self):
        self.assertEqual(problems("| `tl.a` | different | Call `tl.log(x)` or `tl.exp(x)`. |\n"),
                         ["`tl.a`: no example calls tl.log("])
        self.assertEqual(problems("| `tl.a` | not offered | |\n"),
                         ["`tl.a`: says neither why nor what to do instead"])

    def test_rows(self):
        self.assertEqual(problems(""), ["no row at all"])
        self.assertEqual(problems("| `tl.exp` | equal | |\n"),
                         ["`tl.exp`: a row is `| Triton | same or different or not offered | "
                          "what to know |`"])
        self.assertEqual(problems("| `tl.exp` | same | |\n| `tl.exp` | same | |\n"),
                         ["tl.exp is listed twice"])


if __name__ == "__main__":
    unittest.main()
