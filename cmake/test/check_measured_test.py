"""check_measured.py finds the tasks that have points for speed."""
import unittest

import check_measured


class SpeedChecks(unittest.TestCase):
    def test_numbers_tasks_and_leaves_other_checks_out(self):
        lesson = {"check": [{"id": "a", "kind": "warm-up"}, {"id": "b"},
                            {"id": "b-speed", "kind": "speed", "of": "b", "benchmarks": "^B/"}]}
        self.assertEqual(check_measured.speed_checks(lesson), [(2, "^B/")])

    def test_a_lesson_without_speed_has_none(self):
        self.assertEqual(check_measured.speed_checks({"check": [{"id": "a", "kind": "core"}]}), [])
