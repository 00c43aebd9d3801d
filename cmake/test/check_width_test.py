"""The check of widths finds what is planted: a block that is cut, and a page that scrolls sideways."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import browser
import check_width

PAGE = ('<!doctype html><body style="margin: 0"><div id="doc-content"><div class="fragment" style="overflow: auto; '
        'font: 10px monospace; white-space: pre"><div class="line">short</div><div class="line">{}</div></div>'
        '<div style="width: {}px">x</div></div></body><!-- PageDoc -->')


class CheckWidth(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def check(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = check_width.main([self.root])
        return code, said.getvalue()

    @unittest.skipUnless(browser.PROGRAM, "no browser is installed")
    def test_what_is_too_wide(self):
        for name, letters, width in (("good", 40, 300), ("cut", 400, 300), ("wide", 40, 500)):
            (self.root / f"{name}.html").write_text(PAGE.format("m" * letters, width))
        (self.root / "list.html").write_text("no page of text")
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertEqual(said.splitlines(), [
            "cut.html: at 1280 pixels a block of code or a table is cut; its longest line: " + "m" * 400,
            "wide.html: at 390 pixels the page is 110 pixels too wide"])

    def test_no_documentation(self):
        code, said = self.check()
        self.assertEqual(code, 0)
        self.assertTrue(said.startswith("Nothing was measured"))


if __name__ == "__main__":
    unittest.main()
