"""What ./course share writes, and what ./course compare makes of it."""
import contextlib
import io
import json
import os
from pathlib import Path

import share
from in_a_folder import InAFolder


def row(series, rate, reference):
    return {"series": series, "size": 1024, "label": "1024", "seconds": 0.5, "rate": rate, "reference_rate": reference}


def result(points, rates, device="cpu"):
    """A report.json with lessons 01 and 02, as far as `share` reads it."""
    tables = [{"device": device, "unit": "GB/s", "note": "", "rows": [row("Add", *pair) for pair in rates]}]
    lessons = [{"id": "lesson01", "title": "Vector add", "points": points, "max_points": 20, "benchmarks": tables},
               {"id": "lesson02", "title": "Grid <math>", "points": 5, "max_points": 20, "benchmarks": []}]
    return {"created": "2026-11-29T10:00:00Z", "course_version": "0.1.0", "lessons": lessons,
            "environment": {"cpu": "A processor", "gpu": "", "compiler": "g++", "cuda_compiler": "", "system": "secret-host"},
            "submission": {"name": "Ada", "email": "ada@example.org"}}


class ShareTest(InAFolder):
    def setUp(self):
        super().setUp()
        before = os.getcwd()
        os.chdir(self.root)
        self.addCleanup(os.chdir, before)

    def run_share(self, *arguments):
        """The exit code and what was printed."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = share.main(list(arguments))
        return code, printed.getvalue()

    def write(self, name, text):
        return super().write(name, text if isinstance(text, str) else json.dumps(text))

    def share(self, name, content, *more):
        self.write("result.json", content)
        self.assertEqual(self.run_share("share", "result.json", "--output", name, *more)[0], 0)
        return json.loads((self.root / name).read_text(encoding="utf-8"))

    def test_holds_points_speeds_and_the_machine_and_nobody(self):
        file = self.share("mine.json", result(10, [(20, 10)]))
        self.assertEqual([(lesson["id"], lesson["points"]) for lesson in file["lessons"]], [("lesson01", 10), ("lesson02", 5)])
        self.assertEqual(file["lessons"][0]["speeds"],
                         [{"benchmark": "Add/1024", "device": "cpu", "seconds": 0.5, "of_solution": 2.0}])
        self.assertEqual(file["machine"]["cpu"], "A processor")
        for secret in ("Ada", "example.org", "secret-host", str(self.root)):
            self.assertNotIn(secret, json.dumps(file))

    def test_takes_the_newest_result_of_the_build_folder(self):
        self.write("build/cpu/report/report.json", result(1, []))
        self.write("build/cuda/report/report.json", result(2, []))
        os.utime("build/cpu/report/report.json", (10, 10))
        code, printed = self.run_share("share")
        self.assertEqual(code, 0, printed)
        self.assertIn("./course grade --bench", printed)  # without which there are no speeds
        self.assertEqual(json.loads(Path("build/shared.json").read_text())["lessons"][0]["points"], 2)

    def test_a_row_without_the_solution_is_left_out(self):
        self.assertEqual(self.share("mine.json", result(1, [(20, 0), (0, 5)]))["lessons"][0]["speeds"], [])

    def test_compares_by_the_geometric_mean_and_prefers_the_gpu(self):
        self.share("mine.json", result(20, [(20, 10), (5, 10)]), "--name", "Ada & Bob")
        both = result(10, [(30, 10)], "cuda")
        both["lessons"][0]["benchmarks"] += result(10, [(1, 10)])["lessons"][0]["benchmarks"]
        self.share("theirs.json", both)
        code, printed = self.run_share("compare", "mine.json", "theirs.json", "--output", "page.html")
        self.assertEqual(code, 0, printed)
        self.assertIn("lesson01  100 %, 1.00 x  50 %, 3.00 x", printed)
        self.assertIn("lesson02  25 %           25 %", printed)
        page = Path("page.html").read_text(encoding="utf-8")
        self.assertIn("Ada &amp; Bob", page)
        self.assertIn("02 Grid &lt;math&gt;", page)
        self.assertEqual(page.count("<rect x="), 4 + 2)  # points of two lessons, speeds of one

    def test_what_cannot_be_read_is_named(self):
        self.write("cut.json", '{"format": ')
        self.write("other.json", {"a": 1})
        self.write("old.json", {"format": share.FORMAT})
        for arguments, expected in ((("share",), "./course grade --bench"), (("share", "cut.json"), "cut.json is not JSON"),
                                    (("share", "none.json"), "No such file"), (("share", "other.json"), "not a result"),
                                    (("compare", "other.json"), "other.json was not written by `./course share`"),
                                    (("compare", "old.json"), "old.json lacks a part")):
            code, printed = self.run_share(*arguments)
            self.assertEqual(code, 1, arguments)
            self.assertIn(expected, printed)
        self.assertFalse(Path("build").exists())
