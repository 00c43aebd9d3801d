"""The files that embed_templates.py puts into a source file."""

import embed_templates
from in_a_folder import InAFolder


class EmbedTemplates(InAFolder):
    def test_templates(self):
        self.write("templates/a.html", '<p class="a">\n')
        self.write("templates/class.js", "chart()\nplot()\n")
        text = embed_templates.source("grader/a.hpp", self.root / "templates")
        self.assertIn('''#include "grader/a.hpp"

std::string_view kw::grader::embedded_templates(std::string_view file) {
  static const std::map<std::string_view, std::string_view> files = {
      {"a.html", R"kw(<p class="a">
)kw"},
      {"class.js", R"kw(chart()
plot()
)kw"},
      {"class.js.sha256", "Cr0T5U8fHrcE7g6FP7JPE3HuZT5ZcaqimVeF+Olody0="},
  };
''', text)
