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
  };
''', text)

    def test_a_tag_alone_leaves_no_line_behind(self):
        self.write("templates/a.html", "a\n  {{! why }}\n  {{#x}}\nb\n{{/x}}\n {{^x}}\nc {{#y}}d{{/y}}\n {{/x}}\n")
        self.assertEqual(embed_templates.expand(self.root / "templates", "a.html"),
                         "a\n{{! why }}{{#x}}b\n{{/x}}{{^x}}c {{#y}}d{{/y}}\n{{/x}}")

    def test_partials_are_put_into_their_places(self):
        self.write("templates/name.html", "<b>{{name}}</b>\n")
        self.write("templates/class.js", "chart()\nplot()\n")
        self.write("templates/a.html", "{{> name.html}}, {{> name.html}}\n  {{> name.html}}\n<script>{{> class.js}}</script>\n"
                   "{{> class.js.sha256}}!")
        self.assertEqual(embed_templates.expand(self.root / "templates", "a.html"),
                         "<b>{{name}}</b>, <b>{{name}}</b>\n<b>{{name}}</b>\n<script>chart()\nplot()\n</script>\n"
                         "Cr0T5U8fHrcE7g6FP7JPE3HuZT5ZcaqimVeF+Olody0=!")
