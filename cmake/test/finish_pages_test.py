"""Which links in blocks of code are false, and what leads from a page to its neighbours."""

import unittest

import finish_pages
from in_a_folder import InAFolder
from pages import code_links

SYMBOLS = {"offsets": ("lesson01::offsets", "namespacelesson01.html#a1"),
           "kBlock": ("lesson07::kBlock", "namespacelesson07.html#b2"),
           "scale": ("lesson02::scale", "namespacelesson02.html#c3"),
           "run": ("kw::benchmarking::run", "benchmark_8hpp.html#d4"),
           "cdiv": ("kw::cdiv", "dtype_8hpp.html#e5"),
           "buffer": ("kw::buffer&lt; T, Rank &gt;", "classkw_1_1buffer.html"),
           "moments": ("lesson06::moments", "structlesson06_1_1moments.html")}


def link(name):
    """What Doxygen makes of a name, which may be qualified, in a block of code."""
    target = SYMBOLS[name.rpartition("::")[2].partition("&lt;")[0]][1]
    return f'<a class="code hl_function" href="{target}">{name}</a>'


def page_of(*lines):
    """A page with one block of code; in its lines, @name is a name that Doxygen links."""
    def line(text):
        first, *others = text.split("@")
        return first + "".join(link(part.partition(" ")[0]) + part.partition(" ")[2] for part in others)
    tips = "".join(f'<div class="ttc" id="t"><div class="ttname"><a href="{target}">{name}</a></div>'
                   f'<div class="ttdef">{name}.hpp:1</div></div>\n' for name, target in SYMBOLS.values())
    code = "".join(f'<div class="line">{line(text)}</div>\n' for text in lines)
    return f'<p>Text</p><div class="fragment">{code}{tips}</div><!-- fragment --><p>More</p>'


def false_names(*lines, listed=""):
    return [found["name"] for found in code_links.false_links(page_of(*lines), listed)]


class FalseLinks(unittest.TestCase):
    def test_names_of_other_lessons(self):
        self.assertEqual(false_names("tl.store(out + @offsets , v);"), ["offsets"])
        self.assertEqual(false_names("void @lesson01::offsets (view out) {"), [])
        self.assertEqual(false_names("grid(n / @kBlock )"), ["kBlock"])
        self.assertEqual(false_names("grid(n / @kBlock )", listed='<a id="b2"></a>'), [])
        self.assertEqual(false_names("@moments sums;"), ["moments"])
        self.assertEqual(false_names("@moments sums;", listed='href="structlesson06_1_1moments.html"'), [])

    def test_names_of_the_library(self):
        self.assertEqual(false_names("grid(@cdiv (n, 4))", "@kw::buffer&lt;float&gt; x"), [])
        self.assertEqual(false_names("@run (state)", "@kw::benchmarking::run (state)"), ["run"])
        self.assertEqual(false_names("grid(triton.@cdiv (n, 4))", "a-&gt;@cdiv ()"), ["cdiv", "cdiv"])

    def test_names_that_the_page_declares(self):
        own = lambda text: false_names(text.replace("NAME", "scale"), "y = x * @scale (None, _);",
                                       listed='<a id="c3"></a>')
        for text in ("auto NAME = 1;", "const int* NAME, int n", "void f(T& NAME)", "view&lt;T&gt; NAME;",
                     "tuned NAME(view x) {", "auto [NAME, b] = f();", "class NAME int", "Tiles... NAME)",
                     '<span class="keywordtype">float</span> NAME;', "std::vector&lt;int&gt;&amp; NAME"):
            self.assertEqual(own(text), ["scale"], text)
        for text in ("return NAME(x);", "a * NAME(x);", "f(a, NAME);", "a &lt; NAME", "a &gt; NAME",
                     "a &amp; NAME", "a = NAME;", "x NAME::f();",
                     '<span class="comment">// the NAME of it</span>'):
            self.assertEqual(own(text), [], text)

    def test_parameters(self):
        page = ('add (void *pointer, int <a class="el" href="a.html">argument</a>)</td><td>int <a class="el" '
                'href="b.html">run</a> (const <a class="el" href="c.html">device</a> &amp;d, kw::<a class="el" '
                'href="c.html">device</a>, void(*<a class="el" href="d.html">call</a> )()')
        self.assertEqual([found["target"] for found in code_links.false_links(page)], ["a.html"])
        self.assertIn("int argument)</td>", code_links.without_false_links(page))

    def test_links_go_and_words_stay(self):
        page = page_of("auto @offsets = @cdiv (n, 2);")
        done = code_links.without_false_links(page)
        self.assertIn(f'<div class="line">auto offsets= {link("cdiv")}(n, 2);</div>', done)
        self.assertNotIn("lesson01::offsets", done)
        self.assertIn(">kw::cdiv</a></div>", done)  # its tooltip
        self.assertEqual(list(code_links.false_links(done)), [])
        self.assertTrue(done.startswith("<p>Text</p>") and done.endswith("<p>More</p>"))


class Breaks(unittest.TestCase):
    def test_long_names_in_wide_tables(self):
        table = '<table class="markdownTable"><tr>{}</tr><td><code>torch.nn.one::loss_of</code> a.b</td></table>'
        wide, narrow = (table.format("<th >x</th>" * columns) for columns in (4, 3))
        broken = wide.replace("torch.nn.one::loss_of", "torch.<wbr/>nn.<wbr/>one::<wbr/>loss_<wbr/>of")
        self.assertEqual(finish_pages.with_breaks(wide), broken)
        self.assertEqual(finish_pages.with_breaks(narrow), narrow)
        camel = wide.replace("torch.nn.one::loss_of", "cudaMalloc &lt;bytes&gt;")
        self.assertIn("cuda<wbr/>Malloc &lt;bytes", finish_pages.with_breaks(camel))


LAYOUT = """<navindex><tab type="mainpage" visible="yes" title="Start"/>
  <tab type="usergroup" visible="yes" title="Lessons" url="@ref lessons">
    <tab type="user" visible="yes" title="01 x" url="@ref lesson01"/></tab>
  <tab type="usergroup" visible="yes" title="More" url="@ref lesson01"/>
  <tab type="classlist" visible="yes" title="Classes"/></navindex>"""
PAGE = '<div class="title">{} &amp; more </div>{}</div></div><!-- contents --></div><!-- PageDoc -->'


class Neighbours(InAFolder):
    def setUp(self):
        super().setUp()
        self.layout = self.write("layout.xml", LAYOUT)
        for name in ("index", "lessons", "lesson01"):
            self.write(f"{name}.html", PAGE.format(name.title(), "text"))
        self.write("classes.html", "a list")

    def test_links_to_neighbours(self):
        finish_pages.main([self.layout, self.root])
        self.assertIn('text<nav class="kw-pages" aria-label="Previous and next page">'
                      '<a class="previous" rel="prev" href="index.html"><small>Previous</small>'
                      'Index &amp; more</a><a class="next" rel="next" href="lesson01.html">'
                      '<small>Next</small>Lesson01 &amp; more</a></nav>\n</div></div><!-- contents -->',
                      (self.root / "lessons.html").read_text())
        self.assertNotIn("Next</small>", (self.root / "lesson01.html").read_text())
        self.assertEqual((self.root / "classes.html").read_text(), "a list")

    def test_a_page_without_an_end(self):
        self.write("lessons.html", PAGE.format("Lessons", "text").partition("</div></div><!-- contents")[0])
        with self.assertRaisesRegex(SystemExit, "end of its text .*: Lessons"):
            finish_pages.main([self.layout, self.root])

    def test_pages_outside_of_the_menu(self):
        self.write("forgotten.html", PAGE.format("Forgotten", ""))
        with self.assertRaisesRegex(SystemExit, "lacks these pages: forgotten.html"):
            finish_pages.main([self.layout, self.root])
        (self.root / "forgotten.html").unlink()
        (self.root / "lessons.html").unlink()
        with self.assertRaisesRegex(SystemExit, "do not exist: lessons.html"):
            finish_pages.main([self.layout, self.root])
