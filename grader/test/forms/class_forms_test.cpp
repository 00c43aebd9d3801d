#include "grader/forms/class_forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/class/csv_rows.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using testing::IsEmpty;

/// Every row is as long as the first, and no cell starts a formula.
void expect_sound_table(const std::vector<std::vector<std::string>>& rows) {
  ASSERT_FALSE(rows.empty());
  for (const auto& row : rows) {
    EXPECT_EQ(row.size(), rows[0].size());
    for (const std::string& cell : row) {
      char* end = nullptr;
      std::strtod(cell.c_str(), &end);
      if (cell.empty() || *end == '\0') {
        continue;
      }
      EXPECT_EQ(std::string("=+-@\t").find(cell[0]), std::string::npos) << cell;
      EXPECT_EQ(cell.find('\x1B'), std::string::npos);
      EXPECT_EQ(cell.find('\xFF'), std::string::npos);
    }
  }
}

class ClassForms : public testing::Test {
 protected:
  ClassForms() {
    for (const report& one : class_) {
      summary_.add(one, one.who.id + ".html");
    }
  }

  const std::vector<report> class_ = make_sample_class();
  class_summary summary_;
};

TEST(CsvCell, IsQuotedWhereItMustBe) {
  EXPECT_EQ(csv_cell("plain"), "plain");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(csv_cell("a\nb"), "\"a\nb\"");
  EXPECT_EQ(csv_cell("=1+1"), "'=1+1");
  EXPECT_EQ(csv_cell("+49 30"), "'+49 30");
  EXPECT_EQ(csv_cell("@x"), "'@x");
  EXPECT_EQ(csv_cell("\uFF1D1+1"), "'\uFF1D1+1");  // as wide as a Chinese character
  EXPECT_EQ(csv_cell("Ann;=1+1"), "Ann;'=1+1");    // where semicolons divide a line
  EXPECT_EQ(csv_cell("a, b; \"=1+1"), "\"a, b; \"\"'=1+1\"");
  EXPECT_EQ(csv_cell("late; 3 days"), "late; 3 days");
  EXPECT_EQ(csv_cell("-2.5"), "-2.5");
  EXPECT_EQ(csv_cell("-2+cmd"), "'-2+cmd");
  EXPECT_EQ(csv_cell("=\"a\",b"), "\"'=\"\"a\"\",b\"");
}

TEST_F(ClassForms, TheTableOfEverythingHasEverything) {
  const auto rows = parse_csv(to_csv(summary_));
  expect_sound_table(rows);
  ASSERT_EQ(rows.size(), 5U);
  const auto at = [&](std::size_t row, const std::string& column) {
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
      if (rows[0][i] == column) {
        return rows[row][i];
      }
    }
    return "no column " + column;
  };
  EXPECT_EQ(at(2, "id"), "lee-ann");
  EXPECT_EQ(at(2, "lesson01.main"), "3");
  EXPECT_EQ(at(2, "lesson01.main status"), "partial");
  EXPECT_EQ(at(2, "lesson01.speed ratio"), "3.000");
  EXPECT_EQ(at(2, "adjusted"), "1.5");
  EXPECT_EQ(at(2, "roster Section"), "A");
  EXPECT_EQ(at(3, "lesson01.speed"), "") << "not scored is not zero";
  EXPECT_EQ(at(4, "gradable"), "no");
  EXPECT_THAT(at(4, "points"), IsEmpty());
}

}  // namespace
}  // namespace kw::grader
