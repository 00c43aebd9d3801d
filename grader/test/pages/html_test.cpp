#include "grader/pages/html.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include <fmt/format.h>

#include "grader/pages/page_template.hpp"
#include "grader/pages/pages.hpp"
#include "grader/pages/prose.hpp"
#include "grader/pages/sections.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Html, EscapesMarkup) {
  EXPECT_EQ(escape("<b a='1' b=\"2\">&amp;").text(),
            "&lt;b a=&#39;1&#39; b=&quot;2&quot;&gt;&amp;amp;");
  EXPECT_EQ(escape("plain µ ✓ 中 😀\n\ttext").text(), "plain µ ✓ 中 😀\n\ttext");
}

TEST(Html, ReplacesWhatIsNoText) {
  constexpr const char* kReplacement = "\xEF\xBF\xBD";
  for (const char* bad : {"\x01", "\x1B", "\xFF", "\xC0", "\x80", "\x7F"}) {
    EXPECT_EQ(escape(bad).text(), kReplacement);
  }
  EXPECT_EQ(escape("\xC3").text(), kReplacement) << "half a character";
  EXPECT_EQ(escape("\xED\xA0\x80").text(), std::string(kReplacement) + kReplacement + kReplacement)
      << "a surrogate";
  EXPECT_EQ(escape("a\r\nb").text(), "a\nb");
  EXPECT_EQ(escape(std::string_view("a\0b", 3)).text(), std::string("a") + kReplacement + "b");
}

TEST(Html, BreaksNoCommandAtAHyphen) {
  EXPECT_EQ(command_to_html("run '--a=<b>'  c").text(),
            "<code>run <span class=\"word\">&#39;--a=&lt;b&gt;&#39;</span>  c</code>");
  EXPECT_EQ(command_to_html("").text(), "<code></code>");
}

/// A report in which every text that can come from outside tries to break out of its place.
class HostileReport : public testing::Test {
 protected:
  HostileReport() { report_.lessons[0].checks[1].picture.clear(); }

  report report_ = make_sample_report(
      "</pre></style><script>alert(1)</script><!--\" onload='x' {{title}} \u2028 \xFF\x1B[31m");
};

TEST_F(HostileReport, StaysInert) {
  const std::string page = to_html(report_);
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("onload='x'")));
  EXPECT_THAT(page, Not(HasSubstr("\x1B")));
  EXPECT_EQ(page.find('\xFF'), std::string::npos);
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)"));
  const std::size_t style_end = page.find("</style>");
  EXPECT_EQ(page.find("</style>", style_end + 1), std::string::npos);
}

TEST_F(HostileReport, ReachesOutToNothing) {
  const std::string page = to_html(report_);
  for (const char* word : {"http:", "https:", "src=", "@import", "url(", "<link", "<iframe"}) {
    EXPECT_THAT(page, Not(HasSubstr(word)));
  }
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
}

TEST_F(HostileReport, IsDrawnOnlyWhereThereIsARate) {
  EXPECT_THAT(to_html(report_), HasSubstr("<svg class=\"plot\""));
  for (const double rate : {0.0, std::numeric_limits<double>::infinity()}) {
    for (benchmark_row& row : report_.lessons[0].benchmarks[0].rows) {
      row.rate = rate;
    }
    EXPECT_THAT(to_html(report_), Not(HasSubstr("<svg class=\"plot\"")));
    EXPECT_THAT(to_html(report_), HasSubstr("<details class=\"numbers\" open>"));
  }
}

html benchmark_to_html(const benchmark_result& benchmark) {
  return page_template(embedded_templates("benchmark.html")).render(benchmark_values(benchmark));
}

TEST(BenchmarkTable, HasEveryNumberThatIsDrawn) {
  benchmark_result benchmark;
  benchmark.device = "cpu";
  benchmark.unit = "GB/s";
  benchmark_row row;
  row.series = "Add<T>";
  row.label = "32 x 32";
  row.size = 1024;
  row.seconds = 2.5e-6;
  row.rate = 50;
  row.reference_rate = 40;
  row.percent_of_copy = 80;
  benchmark.rows = {row, row};
  benchmark.rows[1].size = 0;
  benchmark.rows[1].reference_rate = 0;
  benchmark.rows[1].percent_of_copy = std::numeric_limits<double>::infinity();
  const std::string text = benchmark_to_html(benchmark).text();
  EXPECT_THAT(text, HasSubstr("<details class=\"numbers\"><summary>The numbers, in GB/s"));
  EXPECT_THAT(text, HasSubstr("<th>This kernel</th>"
                              "<th>The solution</th>"
                              "<th>A plain copy</th></tr>"));
  EXPECT_THAT(text, HasSubstr("<tr><td>Add&lt;T&gt;</td><td>32 x 32</td>"
                              "<td>2.5 \u00B5s</td><td>50</td>"
                              "<td>40 (125 %)</td>"
                              "<td>62.5 (80 %)</td></tr>"));
  EXPECT_THAT(text, HasSubstr("<tr><td>Add&lt;T&gt;</td><td>32 x 32</td><td>2.5 \u00B5s</td>"
                              "<td>50</td><td></td><td></td></tr>"));
  benchmark.unit = "TFLOP/s";
  benchmark.rows[1].percent_of_cublas = 40;
  const std::string beside = benchmark_to_html(benchmark).text();
  EXPECT_THAT(beside, HasSubstr("<th>cuBLAS</th>"
                                "<th>At a copy\u2019s bandwidth</th>"));
  EXPECT_THAT(beside, HasSubstr("<td>125 (40 %)</td>"));
  benchmark.rows.front().percent_of_copy = benchmark.rows.back().percent_of_copy = 49;
  EXPECT_THAT(benchmark_to_html(benchmark).text(), Not(HasSubstr("a copy\u2019s bandwidth")));
  benchmark.unit = "GB/s";
  EXPECT_THAT(benchmark_to_html(benchmark).text(), HasSubstr("A plain copy"));
}

TEST(BenchmarkPlot, LabelsItsAxes) {
  benchmark_result benchmark;
  benchmark.unit = "GB/s";
  for (const double size : {1048576.0, 20000.0, 21000.0, 512.0}) {
    benchmark_row row;
    row.series = "Add";
    row.label = "<n>";
    row.size = size;
    row.rate = size / 2000;
    row.percent_of_copy = 50;
    benchmark.rows.push_back(row);
  }
  std::string text = benchmark_to_html(benchmark).text();
  EXPECT_THAT(text, HasSubstr("Add <span>GB/s, logarithmic</span>"));
  for (const char* label : {">512<", ">20 k<", ">2\u00B2\u2070<", ">1<", ">10<", ">100<", ">1000<",
                            "Add\n&lt;n&gt;\nThis kernel: 10 GB/s\n",
                            "This kernel: 0.256 to 524; A plain copy: 0.512 to 1.05e+03."}) {
    EXPECT_THAT(text, HasSubstr(label));
  }
  EXPECT_THAT(text, Not(HasSubstr(">21 k<"))) << "no room";
  benchmark.rows.resize(1);
  text = benchmark_to_html(benchmark).text();
  for (const char* label : {"By shape <span>GB/s</span>", ">Add, &lt;n&gt;<", ">0<", ">1000<"}) {
    EXPECT_THAT(text, HasSubstr(label));
  }
}

TEST(StudentPage, ShowsAllThatThereIs) {
  report whole = make_sample_report();
  whole.who.name = "Lee Ann";
  const std::string page = to_html(whole);
  EXPECT_THAT(page, HasSubstr("Lee Ann"));
  EXPECT_THAT(page, HasSubstr("+1.5"));
  EXPECT_THAT(page, HasSubstr("data:image/svg+xml;base64,"));
  EXPECT_THAT(page, HasSubstr("3.00\u00D7 the time"));
  EXPECT_THAT(page, HasSubstr("<th>The solution</th>"));
  report fault = make_sample_report(hostile_text());
  fault.gradable = false;
  EXPECT_THAT(to_html(fault), HasSubstr("<strong>Not graded</strong>"));
  EXPECT_THAT(to_html(make_sample_report(hostile_text())), Not(HasSubstr("<script>alert")));
}

TEST(Prose, ShowsCodeAsCodeAndLeavesThePlaceToTheHeading) {
  finding found;
  found.file = "exercises/a.cpp";
  found.line = 21;
  found.message =
      "Add, program (3), exercises/a.cpp:21: reads x[1000] <\n    tl.load(x + offsets);\n"
      "  Try `offsets < n`.";
  EXPECT_EQ(finding_subject(found), "Add, program (3)");
  EXPECT_EQ(finding_prose(found).text(),
            "<p>reads x[1000] &lt;</p><pre>tl.load(x + offsets);</pre>"
            "<p>Try <code>offsets &lt; n</code>.</p>");
  found.message = "something else";
  EXPECT_EQ(finding_subject(found), "");
  EXPECT_EQ(finding_prose(found).text(), "<p>something else</p>");
  EXPECT_EQ(inline_prose("an odd ` one").text(), "an odd ` one");
}

}  // namespace
}  // namespace kw::grader
