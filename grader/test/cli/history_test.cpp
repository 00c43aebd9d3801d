#include "grader/cli/exercise_results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "grader/pages/pages.hpp"
#include "grader/test/fake_course.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

report with_points(double points) {
  report one = make_sample_report();
  one.lessons.resize(1);
  one.lessons[0].benchmarks.clear();
  one.lessons[0].points = points;
  one.points = points;
  return one;
}

void measure(report& one, std::initializer_list<double> shares) {
  benchmark_result benchmark{"cpu", "GB/s", "", {}, ""};
  for (const double share : shares) {
    benchmark_row row;
    row.rate = share;
    row.reference_rate = share > 0 ? 10 : 0;
    benchmark.rows.push_back(row);
  }
  one.lessons[0].benchmarks = {benchmark};
}

class History : public ::testing::Test {
 protected:
  run_history note(const report& one) { return note_run(folder_.path(), one, one); }
  temporary_folder folder_;
};

TEST_F(History, KeepsRunsThatChangedPoints) {
  EXPECT_EQ(note(with_points(1)).size(), 1U);
  EXPECT_EQ(note(with_points(1)).size(), 1U);
  const run_history runs = note(with_points(4));
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].points, 1);
  EXPECT_EQ(runs[1].points, 4);
  EXPECT_EQ(runs[1].lessons.begin()->second, 4);
}

TEST_F(History, KeepsTheMedianOfMeasuredSpeeds) {
  report one = with_points(1);
  measure(one, {9, 0, 5, 12});  // the 0 was not measured
  note(one);
  EXPECT_EQ(note(one).size(), 2U) << "a measurement is a change";
  measure(one, {6, 8});
  const run_history runs = note(one);
  ASSERT_EQ(runs.size(), 3U);
  ASSERT_EQ(runs[0].speeds.size(), 1U);
  EXPECT_EQ(runs[0].speeds[0].percent, 90);
  EXPECT_EQ(runs[0].speeds[0].device, "cpu");
  EXPECT_EQ(runs[2].speeds[0].percent, 70);
}

TEST_F(History, IsBoundedAndSurvivesABrokenFile) {
  note(with_points(1));
  const std::string file = (folder_.path() / "grader/history.json").string();
  nlohmann::json known = nlohmann::json::parse(base::read_text_file(file));
  known["runs"] = std::vector<nlohmann::json>(410, known["runs"][0]);
  folder_.write("grader/history.json", known.dump());
  const run_history runs = note(with_points(1000));
  EXPECT_EQ(runs.size(), 400U);
  EXPECT_EQ(runs.back().points, 1000);
  folder_.write("grader/history.json", "{\"runs\": [{\"when\": 3}");
  EXPECT_EQ(note(with_points(1)).size(), 1U);
}

TEST_F(History, OfTheMachinesFaultsIsNone) {
  report fault = with_points(1);
  fault.gradable = false;
  EXPECT_TRUE(note(fault).empty());
}

TEST(HistoryPage, HasATableWithoutScripts) {
  history_entry first{"2026-03-01T10:05:00Z", 2, 10, {{"lesson01", 2}}, {}};
  history_entry second{
      "2026-03-02T11:00:00Z", 5, 10, {{"lesson01", 5}}, {{"lesson01", "cuda", 87}}};
  EXPECT_THAT(to_html(with_points(5), {first}), Not(HasSubstr("From run to run")));
  const std::string page = to_html(with_points(5), {first, second});
  EXPECT_THAT(page, HasSubstr("<td>2026-03-01 10:05</td>"));
  EXPECT_THAT(page, HasSubstr("5 of 10</td><td>lesson01: 2 to 5</td>"));
  EXPECT_THAT(page, HasSubstr("lesson01 on the GPU: 87 %"));
}

}  // namespace
}  // namespace kw::grader
