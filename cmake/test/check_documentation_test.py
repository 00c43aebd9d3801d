"""The rules for the built documentation find what is planted: false links, what is cut, pale or not found."""

import json
import unittest
import unittest.mock

import check
import repository
from checks import documentation, rules
from in_a_folder import InAFolder
from pages import browser

TEXT = documentation.IS_TEXT
WITH_A_BROWSER = unittest.skipUnless(browser.PROGRAM, "no browser is installed")

BLOCKS = ('<!doctype html><body style="margin: 0"><div id="doc-content"><div class="fragment" style="overflow: auto; '
          'font: 10px monospace; white-space: pre"><div class="line">short</div><div class="line">{}</div></div>'
          f'<div style="width: {{}}px">x</div></div></body>{TEXT}')
PALE = ("<!doctype html><style>html.dark-mode body { background: black; color: white } "
        "#a { color: #999 } #b { background: #777f; color: white } #c { color: #00000070 }</style>"
        '<body><div id="doc-content">good<p id="a">grey</p><p id="b">white</p><p id="c">faint</p></div></body>' + TEXT)
MARKS = ('<!doctype html><body><div id="doc-content"><p>**bold</p><p>a `b</p><p>see [a](b)</p><p>*Figure 1</p>'
         f'<h2>of &lt;tt&gt;x&lt;/tt&gt;</h2><p>const T* and 2 * 3</p><code>**p</code></div></body>{TEXT}')
SEARCH = """<!doctype html><div id="kw-search"><input><ol></ol></div><script>
document.querySelector("input").oninput = (event) => {
  const place = (ANSWERS)[event.target.value];
  document.querySelector("ol").innerHTML = place ? `<li><a href="${place}">x</a>` : "<li>Nothing is found.";
};
</script>"""


class Documentation(InAFolder):
    maxDiff = None

    def expect(self, name, pages, *said):
        """These pages break the rules of that name, which say so."""
        for old in self.root.iterdir():
            old.unlink()
        for page, text in pages.items():
            self.write(page, text)
        table = [rule for rule in rules.DOCUMENTATION if rule.name == name]
        found, skipped = check.check(check.files_of_documentation(self.root), table)
        self.assertEqual([sentence.replace(f" {name}:", "", 1) for sentence in found], list(said))
        self.assertEqual(skipped, [])

    def test_links(self):
        self.expect("links", {
            "index.html": '<a href="b.html#here"></a><a href="https://example.org/x"></a><a href="#"></a>'
                          '<a href="#top" id="top"></a><img src="a.png"><a href="c.html">',
            "b.html": '<a name="here"></a><a href="index.html#there"></a>', "a.png": ""},
                    "b.html: index.html#there: no such place in the page", "index.html: c.html: no such file")

    @WITH_A_BROWSER
    def test_search(self):
        answers = {question: place for question, place in documentation.EXPECTED.items() if place}
        self.expect("search", {"lesson03.html": SEARCH.replace("ANSWERS", json.dumps(answers))})
        answers["stream"] = "faq.html"
        self.expect("search", {"lesson03.html": SEARCH.replace("ANSWERS", json.dumps(answers))},
                    'lesson03.html: a search for "stream" should lead to glossary.html#stream, but it leads to: '
                    "faq.html")

    @WITH_A_BROWSER
    def test_pages(self):
        pages = {f"{name}.html": BLOCKS.format("m" * letters, width)
                 for name, letters, width in (("good", 40, 300), ("cut", 400, 300), ("wide", 40, 500))}
        marks = ("**bold", "a `b", "see [a](b)", "*Figure 1", "of <tt>x</tt>")
        self.expect(
            "pages", {**pages, "marks.html": MARKS, "pale.html": PALE, "list.html": "no page of text"},
            "cut.html: at 1280 pixels a block of code or a table is cut; its longest line: " + "m" * 400,
            *(f"marks.html: Doxygen left marks of Markdown in this text: {mark}" for mark in marks),
            "pale.html: in the light theme, this text has a contrast of only 2.85: grey",
            "pale.html: in the light theme, this text has a contrast of only 4.48: white",
            "pale.html: in the light theme, this text has a contrast of only 3.24: faint",
            "pale.html: in the dark theme, this text has a contrast of only 4.48: white",
            "pale.html: in the dark theme, this text has a contrast of only 1.00: faint",
            "wide.html: at 390 pixels the page is 110 pixels too wide")

    def test_what_cannot_be_checked(self):
        with self.assertRaisesRegex(repository.Skipped, "There is no documentation"):
            self.expect("links", {})
        self.write("index.html", '<a href="c.html">')
        self.write("lesson03.html", TEXT)
        with unittest.mock.patch.object(browser, "PROGRAM", None):
            found, skipped = check.check(check.files_of_documentation(self.root), rules.DOCUMENTATION)
        self.assertEqual(len(skipped), 1)
        self.assertEqual(found[0], "index.html: links: c.html: no such file")
