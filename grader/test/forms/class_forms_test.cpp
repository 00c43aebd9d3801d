#include "grader/forms/class_forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include <fmt/format.h>

#include "grader/score/scoring.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Rows of a CSV file as RFC 4180 reads it.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row;
  std::string cell;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cell += text[i++];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == ',') {
      row.push_back(std::exchange(cell, ""));
    } else if (!quoted && text[i] == '\r') {
      EXPECT_EQ(text.at(i + 1), '\n');
    } else if (!quoted && text[i] == '\n') {
      row.push_back(std::exchange(cell, ""));
      rows.push_back(std::exchange(row, {}));
    } else {
      cell += text[i];
    }
  }
  EXPECT_FALSE(quoted);
  EXPECT_TRUE(cell.empty() && row.empty()) << "the last line ends";
  return rows;
}

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
  const report& good_ = class_.at(3);
  const report& noisy_ = class_.at(0);
  class_summary summary_;
  double points_ = good_.points;
  double max_points_ = good_.max_points;
  double noisy_points_ = noisy_.points * good_.max_points / noisy_.max_points;
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

TEST_F(ClassForms, CanvasTakesItsGradebook) {
  const auto rows = parse_csv(to_canvas_csv(summary_, "Kernelwright (99)"));
  expect_sound_table(rows);
  EXPECT_THAT(rows[0], ElementsAre("Student", "ID", "SIS User ID", "SIS Login ID", "Section",
                                   "Kernelwright (99)"));
  EXPECT_THAT(rows[1][0], HasSubstr("Points Possible"));
  EXPECT_NEAR(std::stod(rows[1][5]), max_points_, 0.006);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_THAT(rows[3], ElementsAre("Lee, Ann", "4711", "s1", "ann", "A", testing::_));
  EXPECT_NEAR(std::stod(rows[3][5]), points_, 0.006);
  EXPECT_NEAR(std::stod(rows[4][5]), noisy_points_, 0.006) << "what was not scored costs nothing";
  EXPECT_THAT(rows[5], ElementsAre("Un Lucky", "", "", "", "", "")) << "empty changes nothing";
}

TEST_F(ClassForms, MoodleTakesItsWorksheet) {
  const auto rows = parse_csv(to_moodle_worksheet(summary_));
  expect_sound_table(rows);
  EXPECT_EQ(rows[0][0], "Identifier");
  EXPECT_EQ(rows[0][4], "Grade");
  EXPECT_EQ(rows[2][0], "Participant 7");
  EXPECT_NEAR(std::stod(rows[2][4]), points_, 0.006);
  EXPECT_NEAR(std::stod(rows[2][5]), max_points_, 0.006);
  EXPECT_EQ(rows[4][4], "");
  EXPECT_THAT(rows[4][8], HasSubstr("The GPU was lost."));
  EXPECT_THAT(rows[3][8], HasSubstr("scaled"));
}

TEST_F(ClassForms, MoodleTakesItsGradebook) {
  const auto rows = parse_csv(to_moodle_gradebook(summary_));
  expect_sound_table(rows);
  EXPECT_THAT(rows[0], ElementsAre("useremail", "useridnumber", "grade", "feedback"));
  EXPECT_EQ(rows[2][0], "ann@example.org");
  EXPECT_EQ(rows[2][1], "0815") << "a number keeps its zeros";
  EXPECT_THAT(rows[2][3], HasSubstr("lesson01"));
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
