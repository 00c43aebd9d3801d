// Classroom 50's result.json, held to what its runner and its collector accept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "grader/forms/forms.hpp"
#include "grader/score/scoring.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;

const classroom50_submission kSubmission = {
    "cs",
    "tiles",
    "submit/2026-03-01T23-59-00Z-0123abc",
    "https://github.com/x/cs-tiles-ann/commit/0123abc",
    "https://github.com/x/cs-tiles-ann/releases/tag/submit%2F2026-03-01T23-59-00Z-0123abc",
    "https://github.com/x/cs-tiles-ann/compare/0...0123abc"};

/// Whether an object has a whole number of points, and no more than it can have.
void expect_points(const json& value) {
  ASSERT_TRUE(value["score"].is_number_integer() && value["max-score"].is_number_integer());
  EXPECT_THAT(value["score"].get<int>(), AllOf(Ge(0), Le(value["max-score"].get<int>())));
}

/// The contract, without the fields that the runner enters: owner, assignment_type, datetime.
void expect_contract(const json& root) {
  EXPECT_EQ(root["schema"], "classroom50/result/v1");
  for (const char* key : {"classroom", "assignment", "submission", "commit", "release", "review"}) {
    EXPECT_TRUE(root[key].is_string() && !root[key].get<std::string>().empty()) << key;
  }
  EXPECT_EQ(std::string(root["submission"]).rfind("submit/", 0), 0U);
  EXPECT_EQ(root.size(), 10U) << "no other field is allowed";
  expect_points(root);
  int most = 0;
  for (const json& test : root["tests"]) {
    EXPECT_TRUE(test["test-name"].is_string() && !test["test-name"].get<std::string>().empty());
    EXPECT_TRUE(test["passed"].is_boolean());
    expect_points(test);
    most += test["max-score"].get<int>();
  }
  EXPECT_EQ(root["max-score"], most);
}

json form_of(const report& report) {
  return json::parse(to_classroom50(report, kSubmission));
}

int sum_of_tests(const json& root) {
  int sum = 0;
  for (const json& test : root["tests"]) {
    sum += test["score"].get<int>();
  }
  return sum;
}

report without_changes() {
  report result = make_sample_report();
  result.adjustments.clear();
  result.late.reset();
  settle(result);
  return result;
}

TEST(Classroom50Form, KeepsTheContract) {
  for (const report& one : {make_sample_report(hostile_text()), without_changes()}) {
    expect_contract(form_of(one));
  }
}

TEST(Classroom50Form, HasATestForEachTaskThatCounts) {
  report result = without_changes();
  check_result& unfinished = result.lessons[0].checks[1];
  unfinished.points = 3.99;
  result.lessons[0].checks[3].points = 0;  // a bonus that was not earned
  const json root = form_of(result);
  ASSERT_EQ(root["tests"].size(), 6U) << "seven checks, of which one is a bonus";
  EXPECT_EQ(root["tests"][0]["passed"], true);
  EXPECT_EQ(root["tests"][0]["score"], root["tests"][0]["max-score"]);
  EXPECT_EQ(root["tests"][1]["passed"], false);
  EXPECT_EQ(root["tests"][1]["score"], 3) << "rounded down";
  EXPECT_EQ(root["tests"][1]["max-score"], 6);
  EXPECT_THAT(std::string(root["tests"][1]["message"]), HasSubstr("Main.B"));
  EXPECT_EQ(root["score"], sum_of_tests(root));
}

TEST(Classroom50Form, RoundsNoHalfPointOfAPolicyAway) {
  report result = without_changes();
  check_result& complete = result.lessons[0].checks[0];
  complete.definition.points = complete.points = 2.5;
  const json test = form_of(result)["tests"][0];
  EXPECT_EQ(test["score"], 3);
  EXPECT_EQ(test["max-score"], 3);
}

TEST(Classroom50Form, AddsWhatNoTestHasToTheScoreAlone) {
  report result = without_changes();
  check_result& bonus = result.lessons[0].checks[3];
  const int with_bonus = form_of(result)["score"];
  EXPECT_EQ(with_bonus, sum_of_tests(form_of(result)) + static_cast<int>(bonus.points));
  bonus.points = 0;
  const int before = form_of(result)["score"];
  result.adjustments = {{"", "", 1.5, "a mistake in the handout", "Kim"}};
  const json adjusted = form_of(result);
  EXPECT_EQ(adjusted["score"], before + 1);
  EXPECT_THAT(std::string(adjusted["tests"].back()["message"]), HasSubstr("handout"));
  EXPECT_EQ(adjusted["tests"].back()["max-score"], 0);
  result.adjustments[0].points = 1000;
  EXPECT_EQ(form_of(result)["score"], adjusted["max-score"]) << "a score above it is rejected";
  result.adjustments.clear();
  result.late = lateness{1, 0, 100, -1000, "too late"};
  EXPECT_EQ(form_of(result)["score"], 0);
}

TEST(Classroom50Form, LeavesOutWhatTheRunnerDoesNotSay) {
  const json root = json::parse(to_classroom50(without_changes(), {}));
  EXPECT_EQ(root.size(), 4U);
  EXPECT_FALSE(root.contains("classroom"));
}

TEST(Classroom50Form, IsNoZeroWhereTheMachineFailed) {
  report fault;
  fault.gradable = false;
  fault.reason = "The disk is full.";
  const json root = form_of(fault);
  expect_contract(root);
  EXPECT_EQ(root["max-score"], 0);
  EXPECT_EQ(root["tests"][0]["passed"], false);
  EXPECT_THAT(std::string(root["tests"][0]["message"]), HasSubstr("The disk is full."));
}

}  // namespace
}  // namespace kw::grader
