"""The constants that embed_templates.py makes from templates, and the script of the plots."""

import embed_templates
from in_a_folder import InAFolder


class EmbedTemplates(InAFolder):
    def setUp(self):
        super().setUp()
        self.templates = self.root / "templates"
        self.write("templates/a.html", '<p class="a">\n')
        self.write("templates/test.cpp.in", "int a;\n")
        self.write("templates/plots.js", "plot()\n")
        self.chart_js = self.root / "chart.min.js"

    def test_templates(self):
        self.assertEqual(embed_templates.source("grader/a.hpp", self.templates), """\
// Generated.
#include "grader/a.hpp"

namespace kw::grader::templates {
const std::string_view a_html = R"kw(<p class="a">
)kw";
const std::string_view plots_script = R"kw()kw";
const std::string_view plots_hash = "";
const std::string_view test_cpp_in = R"kw(int a;
)kw";
}  // namespace kw::grader::templates
""")

    def test_plots(self):
        self.chart_js.write_text("chart()")
        text = embed_templates.source("grader/a.hpp", self.templates, self.chart_js)
        self.assertIn('plots_script = R"kw(chart()\nplot()\n)kw";\n', text)
        self.assertIn('plots_hash = "Cr0T5U8fHrcE7g6FP7JPE3HuZT5ZcaqimVeF+Olody0=";', text)

    def test_hash_of_the_class_page(self):
        (self.templates / "class.js").write_text("chart()\nplot()\n")
        text = embed_templates.source("grader/a.hpp", self.templates)
        self.assertIn('class_js = R"kw(chart()\nplot()\n)kw";\n', text)
        self.assertIn('class_hash = "Cr0T5U8fHrcE7g6FP7JPE3HuZT5ZcaqimVeF+Olody0=";', text)

    def test_history_follows_the_plots(self):
        self.chart_js.write_text("chart()")
        (self.templates / "history.js").write_text("history()\n")
        text = embed_templates.source("grader/a.hpp", self.templates, self.chart_js)
        self.assertIn('plots_script = R"kw(chart()\nplot()\nhistory()\n)kw";\n', text)
        self.assertNotIn("history_js", text)

    def test_script_that_ends_its_page(self):
        for text in ("</script>", "<!-- ", '= R"kw()kw"'):
            self.chart_js.write_text(text)
            with self.assertRaisesRegex(embed_templates.NotEmbeddable, "cannot be inside"):
                embed_templates.source("grader/a.hpp", self.templates, self.chart_js)
