"""draw_roofs.py puts each benchmark where its operations and bytes put it, under both roofs."""

import unittest

import draw_roofs


def report(*benchmarks, copy="10.0", tree="exercise"):
    rows = [{"name": f"{name}/iterations:1/manual_time", "GB_per_s": gb, "TFLOP_per_s": tflop}
            for name, gb, tflop in benchmarks]
    return {"context": {"copy_GB_per_s": copy, "tree": tree}, "benchmarks": rows}


class DrawRoofs(unittest.TestCase):
    def test_intensity_is_operations_over_bytes(self):
        points, copy = draw_roofs.points_of("p", report(("Weigh/4096/4096", 8.0, 0.001)))
        self.assertEqual(copy, 10)
        self.assertEqual(points, [("Weigh/4096/4096, exercise", 0.125, 1.0)])

    def test_the_last_size_counts(self):
        points, _ = draw_roofs.points_of("p", report(("Weigh/16", 80.0, 0.01), ("Weigh/99", 8.0, 0.001),
                                                     ("Other/5", 4.0, 0.004)))
        self.assertEqual([point.name for point in points], ["Weigh/99, exercise", "Other/5, exercise"])

    def test_benchmarks_without_operations_have_no_place(self):
        points, _ = draw_roofs.points_of("p", report(("Copy/16", 80.0, 0)))
        self.assertEqual(points, [])

    def test_shares_are_of_the_lower_roof(self):
        points = [draw_roofs.Point("slow", 0.125, 0.5), draw_roofs.Point("product", 100, 200.0)]
        text = draw_roofs.draw(points, "a machine", 10.0).svg()
        self.assertIn("A: slow: 0.5, 40 %", text)
        self.assertIn("B: product: 200, 100 %", text)
        self.assertIn("200 GFLOP/s; a copy: 10 GB/s", text)

    def test_a_single_point_can_be_drawn(self):
        text = draw_roofs.draw([draw_roofs.Point("one", 1.0, 1.0)], "", 1.0).svg()
        self.assertIn("A: one: 1, 100 %", text)

    def test_points_are_inside(self):
        for intensity, rate in ((1 / 12, 0.01), (3000, 9e5), (4, 4)):
            picture = draw_roofs.draw([draw_roofs.Point("one", intensity, rate),
                                       draw_roofs.Point("two", 0.25, 1.0)], "", 25.0)
            circles = [part for part in picture.parts if part.startswith("<circle")
                       and 'r="5"' in part]  # those of the legend are smaller
            self.assertEqual(len(circles), 2)
            for circle in circles:
                x = float(circle.split('cx="')[1].split('"')[0])
                y = float(circle.split('cy="')[1].split('"')[0])
                self.assertTrue(draw_roofs.LEFT <= x <= draw_roofs.RIGHT, circle)
                self.assertTrue(draw_roofs.TOP <= y <= draw_roofs.BOTTOM, circle)
