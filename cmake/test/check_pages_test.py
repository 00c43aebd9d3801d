"""The check of pages finds what is planted: what is cut, scrolls sideways, is pale or has marks of Markdown."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import browser
import check_pages

PAGE = ('<!doctype html><body style="margin: 0"><div id="doc-content"><div class="fragment" style="overflow: auto; '
        'font: 10px monospace; white-space: pre"><div class="line">short</div><div class="line">{}</div></div>'
        '<div style="width: {}px">x</div></div></body><!-- PageDoc -->')


class CheckPages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def check(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = check_pages.main([self.root])
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

    @unittest.skipUnless(browser.PROGRAM, "no browser is installed")
    def test_pale_text(self):
        style = ("<style>html.dark-mode body { background: black; color: white } "
                 "#a { color: #999 } #b { background: #777f; color: white } #c { color: #00000070 }</style>")
        (self.root / "pale.html").write_text(
            f'<!doctype html>{style}<body><div id="doc-content">good<p id="a">grey</p><p id="b">white</p>'
            '<p id="c">faint</p></div></body><!-- PageDoc -->')
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertEqual(said.splitlines(), [
            "pale.html: in the light theme, this text has a contrast of only 2.85: grey",
            "pale.html: in the light theme, this text has a contrast of only 4.48: white",
            "pale.html: in the light theme, this text has a contrast of only 3.24: faint",
            "pale.html: in the dark theme, this text has a contrast of only 4.48: white",
            "pale.html: in the dark theme, this text has a contrast of only 1.00: faint"])

    @unittest.skipUnless(browser.PROGRAM, "no browser is installed")
    def test_marks_of_markdown(self):
        (self.root / "marks.html").write_text(
            '<!doctype html><body><div id="doc-content"><p>**bold</p><p>a `b</p><p>see [a](b)</p><p>*Figure 1</p>'
            '<h2>of &lt;tt&gt;x&lt;/tt&gt;</h2>'
            '<p>const T* and 2 * 3</p><code>**p</code></div></body><!-- PageDoc -->')
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertEqual([line.rpartition(": ")[2] for line in said.splitlines()],
                         ["**bold", "a `b", "see [a](b)", "*Figure 1", "of <tt>x</tt>"])

    def test_no_documentation(self):
        code, said = self.check()
        self.assertEqual(code, 0)
        self.assertTrue(said.startswith("Nothing was measured"))


if __name__ == "__main__":
    unittest.main()
