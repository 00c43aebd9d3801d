"""What becomes of the tables of docs/measurements.md."""

import re
import unittest
import xml.etree.ElementTree
from pathlib import Path

from pages import ratio_charts

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


def pictures(page):
    return [xml.etree.ElementTree.fromstring(found) for found in re.findall(r"<svg.*?</svg>", page, re.S)]


def words(picture):
    return [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]


def bars(picture, kind):
    """The widths of the bars of a kind, without its box in the legend."""
    found = [float(box.get("width")) for box in picture.iter("{http://www.w3.org/2000/svg}rect")
             if box.get("class") == kind]
    return found[1:]


class RatioCharts(unittest.TestCase):
    def test_columns_of_peers(self):
        page = ratio_charts.with_charts(PEERS)
        (picture,) = pictures(page)
        shown = words(picture)
        for text in ("of Triton", "of PyTorch", "the goal", "add", "n = 2^16", "0.988",
                     "1.020", "geometric mean", "scale & shift", "3.000 missed"):
            self.assertIn(text, shown)
        self.assertEqual(shown.count("add"), 1)  # one group, wherever its rows are
        self.assertNotIn("of a copy", shown)
        scale = (ratio_charts.RIGHT - ratio_charts.LEFT) / 2  # from 0 to 1, since 3.000 is beyond 2
        for width, ratio in zip(bars(picture, "mine"), (0.988, 1.006, 0.997)):
            self.assertAlmostEqual(width, scale * ratio, delta=0.01)
        self.assertAlmostEqual(max(bars(picture, "second")), 2 * scale)
        lines = [line.get("d") for line in picture.iter("{http://www.w3.org/2000/svg}path")
                 if line.get("class") == "warn"]
        self.assertTrue(any(line.startswith(f"M{ratio_charts.LEFT + 0.98 * scale:g} ") for line in lines), lines)
        self.assertIn("speed over that of Triton and PyTorch.", page)
        self.assertIn("A line across a bar marks a goal; of the 3 goals, 2 are met.", page)

    def test_columns_of_contenders(self):
        page = ratio_charts.with_charts(CONTENDERS)
        (picture,) = pictures(page)
        shown = words(picture)
        for text in ("in turn", "steady", "matmul, 8 x 8", "beside cuBLAS", "0.500", "0.510"):
            self.assertIn(text, shown)
        self.assertNotIn("2.000", shown)  # another kernel of ours
        self.assertIn("that of cuBLAS.", page)

    def test_tables_stay_and_fold(self):
        page = ratio_charts.with_charts(PEERS)
        for table in ratio_charts.TABLE.findall(PEERS):
            self.assertIn(f"\n\n{table}", page)
        self.assertEqual(page.count("<details "), 2)
        self.assertLess(page.index("<svg"), page.index("<details "))
        self.assertTrue(page.endswith("Text after.\n\n| other | table |\n|---|---|\n| 1 | 0.5 |\n"))

    def test_long_charts_are_divided(self):
        row = "| kernel {0}, n = {0} | 1 | 1 | 1.000 |\n"
        table = "## A\n\n| x | ours | Triton | of Triton |\n|---|---|---|---|\n" + "".join(map(row.format, range(40)))
        found = pictures(ratio_charts.with_charts(table))
        self.assertGreater(len(found), 1)
        self.assertEqual(sum(len(bars(picture, "mine")) for picture in found), 40)
        for picture in found:
            self.assertLess(float(picture.get("height")), ratio_charts.PART + 120)
        self.assertTrue(found[1].get("aria-label").endswith(f"part 2 of {len(found)}"))

    def test_contradictions(self):
        with self.assertRaisesRegex(SystemExit, "two figures for .add, n = 2.20, of Triton.: 1.006 and 1.007"):
            ratio_charts.with_charts(PEERS.replace("| 1.006 | met", "| 1.007 | met"))
        with self.assertRaisesRegex(SystemExit, "names no contender: all of it"):
            ratio_charts.with_charts(PEERS.replace("add, n = 2^20, of Triton |", "all of it |"))
        with self.assertRaisesRegex(SystemExit, "without a table of ratios"):
            ratio_charts.with_charts(PEERS.replace("Text before", "# Z\n").replace("| bar |", "# Y\n\n| bar |"))

    def test_the_measurements(self):
        text = (Path(__file__).parents[2] / "docs" / "measurements.md").read_text(encoding="utf-8")
        page = ratio_charts.with_charts(text)
        shown = [word for picture in pictures(page) for word in words(picture)]
        missed = sum(word.endswith(" missed") for word in shown)
        self.assertEqual(missed, text.count("| MISSED |"))
        self.assertGreaterEqual(page.count("<figure"), 4)
