"""The pages that make_pages.py makes for Doxygen from the texts of lessons."""

import re
import unittest
from pathlib import Path

import make_pages

README = """# Lesson 03: masking

See [grid math](../02_grid_math/README.md), [warp](../../docs/pages/glossary.md#warp),
[layouts](../../docs/pages/layouts.md), [figures](../../docs/measurements.md) and ![a picture](../../docs/images/trace_masking.svg).

<details><summary>Hint 1</summary>
# not a heading
</details>
"""
PAGE = r"""# Lesson 03: masking {#lesson03}

\tableofcontents

See [grid math](@ref lesson02), [warp](glossary.html#warp),
[layouts](layouts.html), [figures](measurements.html) and \htmlinclude trace_masking.svg.

\htmlonly<details><summary>Hint 1</summary><div>\endhtmlonly
# not a heading
\htmlonly</div></details>\endhtmlonly
"""


SLIP = """kernel.cpp:9:8: error: axis<0> is missing
  9 | tl.store(out + i, a && b);
    |                     ^~
  The first line of the advice
  and the second.
  Try: a & b
"""
MESSAGE = """<pre class="fragment kw-message">kernel.cpp:9:8: error: axis&lt;0&gt; is missing
<span>  9 | tl.store(out + i, a &amp;&amp; b);
    |                     ^~</span>  The first line of the advice and the second.
  Try: a &amp; b
</pre>
"""


class MakePages(unittest.TestCase):
    def test_lesson(self):
        page = make_pages.lesson_page(README, "lesson03")
        self.assertEqual(page, PAGE)
        self.assertEqual(make_pages.lesson_tab(page, "lesson03"),
                         '      <tab type="user" visible="yes" title="03 masking" '
                         'url="@ref lesson03"/>\n')

    def test_second_page_of_a_lesson(self):
        page = make_pages.lesson_page(
            "# Lesson 08, second half: gradients\n[first half](README.md), "
            "[more](more_of_it.md), [other](../05_softmax/long_rows.md)\n", "lesson08_second_half")
        self.assertEqual(page, "# Lesson 08, second half: gradients {#lesson08_second_half}\n\n"
                               "\\tableofcontents\n[first half](@ref lesson08), "
                               "[more](@ref lesson08_more_of_it), [other](@ref lesson05_long_rows)\n")
        self.assertEqual(make_pages.lesson_tab(page, "lesson08_second_half"),
                         '      <tab type="user" visible="yes" title="08 gradients" '
                         'url="@ref lesson08_second_half"/>\n')

    def test_message(self):
        self.assertEqual(make_pages.message(SLIP), MESSAGE)

    def test_measurements(self):
        page = make_pages.measurements_page(
            "# Measurements\n[docs/pages/reading_benchmarks.md](pages/reading_benchmarks.md)\n")
        self.assertEqual(page, "# Measurements {#measurements}\n\n\\tableofcontents\n"
                               "@ref reading_benchmarks\n")

    def test_a_folder_of_any_name(self):
        text = Path(make_pages.__file__).parents[2].joinpath("docs/Doxyfile.in").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r'^.*[^"\n]@\w+(?:_DIR|_AWESOME|KATEX)@.*$', text, re.M), [],
                         "a path that is not in quotes")
        self.assertNotIn("SOURCE_DIR", text)
