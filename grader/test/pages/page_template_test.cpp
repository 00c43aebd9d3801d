#include "grader/pages/page_template.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "grader/pages/prose.hpp"

namespace kw::grader {
namespace {

std::string fill(std::string_view text, const values& all) {
  return page_template(text).render(all).text();
}

TEST(PageTemplate, EscapesTextHoweverItIsNamed) {
  const values evil = {{"a", "<b> & \"\xFF"}};
  const std::string inert = "&lt;b&gt; &amp; &quot;\xEF\xBF\xBD";
  EXPECT_EQ(fill("<p>{{a}}</p>", evil), "<p>" + inert + "</p>");
  EXPECT_EQ(fill("<p>{{{a}}}{{&a}}</p>", evil), "<p>" + inert + inert + "</p>");
  EXPECT_EQ(fill("{{#all}}{{.}};{{/all}}", {{"all", std::vector<std::string>{"<", "{{a}}"}}}),
            "&lt;;{{a}};");
}

TEST(PageTemplate, TakesMarkupAsHtmlAlone) {
  EXPECT_EQ(fill("<p>{{a}}</p>", {{"a", inline_prose("`<` is less")}}),
            "<p><code>&lt;</code> is less</p>");
}

TEST(PageTemplate, ShowsASectionForWhatIsThere) {
  constexpr const char* kText = "{{#a}}yes {{/a}}{{^a}}no {{/a}}";
  for (const bool there : {true, false}) {
    EXPECT_EQ(fill(kText, {{"a", there}}), there ? "yes " : "no ");
    EXPECT_EQ(fill(kText, {{"a", there ? "x" : ""}}), there ? "yes " : "no ");
    EXPECT_EQ(fill(kText, {{"a", there ? escape("x") : html()}}), there ? "yes " : "no ");
    EXPECT_EQ(fill(kText, {{"a", std::vector<values>(there ? 1 : 0, values{})}}),
              there ? "yes " : "no ");
    EXPECT_EQ(fill(kText, {{"a", there ? std::optional<values>(values{}) : std::nullopt}}),
              there ? "yes " : "no ");
  }
  EXPECT_EQ(fill("{{#note}}<p>{{note}}</p>{{/note}}", {{"note", "n"}}), "<p>n</p>");
}

TEST(PageTemplate, LoopsInLoops) {
  const auto row = [](const char* name, const std::vector<std::string>& cells) {
    return values{{"name", name}, {"cells", cells}};
  };
  std::vector<values> rows;
  rows.push_back(row("a", {"1", "2"}));
  rows.push_back(row("b", {}));
  EXPECT_EQ(fill("<ul>{{#rows}}<li>{{name}}{{#cells}} {{.}}{{/cells}}</li>{{/rows}}</ul>",
                 {{"rows", std::move(rows)}}),
            "<ul><li>a 1 2</li><li>b</li></ul>");
}

TEST(PageTemplate, ThrowsForAMistake) {
  EXPECT_THROW(fill("{{a}}", {}), std::logic_error);
  EXPECT_THROW(fill("{{#a}}x{{/a}}", {}), std::logic_error);
  EXPECT_THROW(fill("{{a", {{"a", ""}}), std::logic_error);
  EXPECT_THROW(fill("{{#a}}", {{"a", true}}), std::logic_error);
  EXPECT_THROW(fill("{{> none}}", {}), std::logic_error);
  EXPECT_THROW(fill("{{> check", {}), std::logic_error);
  // A name belongs to its section, and not to those around it.
  EXPECT_THROW(fill("{{#s}}{{outer}}{{/s}}", {{"outer", "x"}, {"s", values{{"inner", "y"}}}}),
               std::logic_error);
}

}  // namespace
}  // namespace kw::grader
