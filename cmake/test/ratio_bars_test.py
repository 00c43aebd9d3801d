"""What becomes of the tables of docs/measurements.md."""

import re
import unittest
from pathlib import Path

from pages import ratio_bars

PEERS = """## On a GPU

Text before.

| float32 | Kernelwright | Triton | PyTorch | of Triton | of PyTorch | of a copy |
|---|---:|---:|---:|---:|---:|---:|
| add, n = 2^16 | 153 | 155 | 154 | 0.988 | 0.997 | 4 % |
| scale & shift, n = 8 | 3 | - | 1 | - | 3.000 | 90 % |
| add, n = 2^20 | 1536 | 1527 | 1507 | 1.006 | 1.020 | 36 % |

| bar | least | measured | |
|---|---:|---:|---|
| add, n = 2^20, of Triton | 0.98 | 1.006 | met |
| scale & shift, n = 8, of PyTorch | 3.5 | 3.000 | MISSED |
| add, geometric mean, of Triton | 0.9 | 0.997 | met |

Text after.

| other | table |
|---|---|
| 1 | 0.5 |
"""
CONTENDERS = """## Products

| case | contender | in turn | steady | ours over it | ours over it, steady |
|---|---|---:|---:|---:|---:|
| matmul, 8 x 8 | Kernelwright | 2 | 2 |  |  |
| matmul, 8 x 8 | Kernelwright, pointers | 1 | 1 | 2.000 | 2.000 |
| matmul, 8 x 8 | cuBLAS | 4 | 4 | 0.500 | 0.510 |

| bar | least | measured | |
|---|---:|---:|---|
| matmul, 8 x 8, of cuBLAS, steady | 0.4 | 0.510 | met |
"""


class RatioBars(unittest.TestCase):
    def test_columns_of_peers(self):
        page = ratio_bars.with_bars(PEERS)
        for cells in ('154 | <span class="kw-ratio" style="--ratio: 49.4%">0.988</span> | <span',
                      'style="--ratio: 51.0%">1.020</span> | 36 % |',
                      '- | 1 | - | <span class="kw-ratio" style="--ratio: 100.0%">3.000</span> | 90 % |',
                      '0.98 | <span class="kw-ratio" style="--ratio: 50.3%; --goal: 49.0%">1.006</span> | met |',
                      '<span class="kw-ratio kw-missed" style="--ratio: 100.0%; --goal: 100.0%">3.000</span> | MISSED |'):
            self.assertIn(cells, page)
        self.assertIn("speed over that of Triton and PyTorch.", page)
        self.assertIn("A line across a bar marks a goal; of the 3 goals, 2 are met.", page)
        self.assertEqual(re.sub(r"</?span[^>]*>|^\*.*\n\n", "", page, flags=re.M), PEERS)

    def test_columns_of_contenders(self):
        page = ratio_bars.with_bars(CONTENDERS)
        self.assertEqual(re.findall(r"<span[^>]*>([^<]*)", page), ["0.500", "0.510", "0.510"])
        self.assertIn("that of cuBLAS.", page)

    def test_contradictions(self):
        with self.assertRaisesRegex(SystemExit, "two figures for .add, n = 2.20, of Triton.: 1.006 and 1.007"):
            ratio_bars.with_bars(PEERS.replace("| 1.006 | met", "| 1.007 | met"))
        with self.assertRaisesRegex(SystemExit, "two figures for .* steady.: 0.510 and 0.511"):
            ratio_bars.with_bars(CONTENDERS.replace("| 0.510 | met", "| 0.511 | met"))
        with self.assertRaisesRegex(SystemExit, "names no contender: all of it"):
            ratio_bars.with_bars(PEERS.replace("add, n = 2^20, of Triton |", "all of it |"))
        with self.assertRaisesRegex(SystemExit, "without a table of ratios"):
            ratio_bars.with_bars(PEERS.replace("Text before", "# Z\n").replace("| bar |", "# Y\n\n| bar |"))

    def test_the_measurements(self):
        text = (Path(__file__).parents[2] / "docs" / "measurements.md").read_text(encoding="utf-8")
        page = ratio_bars.with_bars(text)
        self.assertEqual(page.count("kw-missed"), text.count("| MISSED |"))
        self.assertGreaterEqual(page.count("*A bar is "), 4)
        self.assertNotIn("--goal: 0.0%", page)
