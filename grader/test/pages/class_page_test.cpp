#include "grader/pages/pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <fmt/format.h>

#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using testing::HasSubstr;
using testing::Not;

class ClassPage : public testing::Test {
 protected:
  ClassPage() {
    for (const report& one : make_sample_class()) {
      summary_.add(one, one.who.id + ".html");
    }
  }

  class_summary summary_;
};

TEST_F(ClassPage, ShowsTheClass) {
  const std::string page = to_class_html(summary_);
  for (const char* text :
       {"Distribution", "the hardest", "Worth a look", "The GPU was lost.", "Fastest kernels",
        "3.00\u00D7", "lee-ann.html", "Ann &quot;A&quot; Lee", "not graded"}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  EXPECT_EQ(page.find("<script"), page.rfind("<script")) << "ours alone";
  EXPECT_EQ(page.find('\x1B'), std::string::npos);
}

TEST_F(ClassPage, NumbersStandBelowTheirHeadings) {
  class_summary summary;
  for (int i = 0; i < 3; ++i) {
    report one = make_sample_report();
    one.points = i == 2 ? 100.25 : i;
    one.late = i == 1 ? one.late : std::nullopt;
    summary.add(one, "");
  }
  const std::string page = to_class_html(summary);
  std::set<std::size_t> widths;
  const std::string mark = "class=\"each\"";
  for (std::size_t at = page.find(mark); at != std::string::npos; at = page.find(mark, at + 1)) {
    const std::size_t start = page.find('>', at) + 1;
    widths.insert(page.find('<', start) - start);
  }
  EXPECT_EQ(widths.size(), 1U) << page.substr(page.find("All submissions"));
}

TEST_F(ClassPage, TellsAReasonOnceHoweverManyItStruck) {
  class_summary summary;
  report lost = make_sample_report();
  lost.gradable = false;
  for (int i = 0; i < 40; ++i) {
    lost.who.name = fmt::format("Student {}", i);
    lost.who.id = fmt::format("student-{:02}", i);
    lost.reason = i == 7 ? "The disk is full." : "The GPU was lost.";
    summary.add(lost, "");
  }
  const std::string page = to_class_html(summary);
  const std::size_t first = page.find("The GPU was lost.");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(page.find("The GPU was lost.", first + 1), std::string::npos);
  EXPECT_THAT(page, HasSubstr("Student 11, Student 12 <span>and 27 more, not graded: The GPU"));
  EXPECT_THAT(page, HasSubstr("Student 7 <span>not graded: The disk is full."));
}

TEST_F(ClassPage, BeginsWithWhatIsWorthALook) {
  const std::string page = to_class_html(summary_);
  EXPECT_LT(page.find("Worth a look"), page.find("Distribution"));
  EXPECT_THAT(page, HasSubstr("<b>crashed</b> lesson01.3"));
  EXPECT_THAT(page, HasSubstr("data-concern=\"did-not-compile\""));
  EXPECT_THAT(page, HasSubstr("4 submissions: "));
  EXPECT_THAT(page, HasSubstr("<code>out-of-bounds</code>"));
}

TEST_F(ClassPage, NamesNobodyToTheClass) {
  const std::string page = to_class_html(summary_, {false, true});
  EXPECT_THAT(page, Not(HasSubstr("Worth a look")));
  EXPECT_THAT(page, HasSubstr("<code>out-of-bounds</code>"));
  EXPECT_THAT(page, Not(HasSubstr("Lee")));
  EXPECT_THAT(page, Not(HasSubstr("Lucky")));
  EXPECT_THAT(page, Not(HasSubstr("lee-ann")));
  EXPECT_THAT(page, HasSubstr("Fastest kernels"));
  EXPECT_THAT(to_class_html(summary_, {true, false}), Not(HasSubstr("Fastest kernels")));
  EXPECT_THAT(to_class_html(class_summary()), HasSubstr("Distribution"));
}

}  // namespace
}  // namespace kw::grader
