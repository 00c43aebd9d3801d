"""The check of speeds finds what no measurement rounds to."""

import unittest

import check_speeds


class CheckSpeeds(unittest.TestCase):
    def test_speeds(self):
        text = "It reaches 194 TFLOP/s, not 138 TFLOP/s, moves 1,354 GB/s or 42.6 GB/s, and could do 990 TFLOP/s."
        self.assertEqual(list(check_speeds.not_measured(text, {193.7, 1354, 42.64, 42.7})), ["138 TFLOP/s"])
        self.assertEqual(list(check_speeds.not_measured("20.5 GB/s", {20.0, 21.0})), ["20.5 GB/s"])


if __name__ == "__main__":
    unittest.main()
