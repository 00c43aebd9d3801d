"""check_threats.py finds names that are missing, and cheats that the page leaves out."""

import unittest

import check_threats

PAGE = "| a | b | `5_kernel/loop`, `Confine.StartsNoProcess` | and `tl`, `run.json`\n"
TEST = "TEST_F(Sandbox, HasNoNetwork) {\nTEST(Confine, StartsNoProcess) {\n"


class CheckThreats(unittest.TestCase):
    def test_all_is_well(self):
        tests = check_threats.tests_in(TEST)
        self.assertEqual(tests, {"Sandbox.HasNoNetwork", "Confine.StartsNoProcess"})
        self.assertEqual(check_threats.problems(PAGE, {"5_kernel/loop"}, tests), [])

    def test_what_is_wrong(self):
        self.assertEqual(
            check_threats.problems(PAGE, {"1_speed/zeros"}, set()),
            ["docs/pages/threats.md names 5_kernel/loop, which is not in grader/test/cheats",
             "docs/pages/threats.md names the test Confine.StartsNoProcess, which does not exist",
             "docs/pages/threats.md does not say what becomes of 1_speed/zeros"])


if __name__ == "__main__":
    unittest.main()
