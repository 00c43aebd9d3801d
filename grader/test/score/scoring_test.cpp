#include "grader/score/scoring.hpp"

#include <gtest/gtest.h>

#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

test_result make_test(const std::string& name, test_status status) {
  test_result test;
  test.name = name;
  test.status = status;
  return test;
}

lesson make_lesson(int number, std::vector<int> prerequisites = {}) {
  lesson result;
  result.number = number;
  result.name = "name";
  result.prerequisites = std::move(prerequisites);
  result.checks = {{"warm", "Warm", check_kind::warm_up, 2, 1, "", {"a", "b", "c"}},
                   {"main", "Main", check_kind::core, 7, 2, "", {"a", "b", "c"}},
                   {"more", "More", check_kind::stretch, 3, 3, "", {"a", "b", "c"}}};
  return result;
}

/// Each test belongs to the check of its suite: Warm, Main and More.
lesson_result score(const lesson& lesson, const std::vector<test_result>& tests) {
  lesson_result result = start_lesson(lesson);
  for (const test_result& test : tests) {
    for (check_result& check : result.checks) {
      if (test.name.rfind(check.definition.title + ".", 0) == 0) {
        check.tests.push_back(test);
      }
    }
  }
  score_lesson(result);
  return result;
}

constexpr auto kPassed = test_status::passed;
constexpr auto kFailed = test_status::failed;
constexpr auto kSkipped = test_status::skipped;

std::vector<test_result> with(test_status warm, test_status main, test_status more) {
  return {make_test("Warm.A", warm), make_test("Main.A", main), make_test("More.A", more)};
}

TEST(Scoring, GivesPartialCreditInHundredths) {
  const lesson lesson = make_lesson(1);
  const lesson_result result =
      score(lesson, {make_test("Warm.A", kPassed), make_test("Main.A", kPassed),
                     make_test("Main.B", kFailed), make_test("Main.C", test_status::crashed)});
  EXPECT_EQ(result.checks[0].points, 2);
  EXPECT_EQ(result.checks[1].points, 2.33);
  EXPECT_EQ(result.checks[2].points, 0);
  EXPECT_EQ(result.points, 4.33);
  EXPECT_EQ(result.max_points, 12);
  EXPECT_EQ(result.state, lesson_state::incomplete);
}

TEST(Scoring, WhatTheUntouchedExercisePassesEarnsNothing) {
  lesson lesson = make_lesson(1);
  lesson.checks[1].given = "Main.Empty:Main.One";
  const auto main = [&](test_status empty, test_status one, test_status two, test_status three) {
    return score(lesson, {make_test("Main.Empty", empty), make_test("Main.One", one),
                          make_test("Main.Two", two), make_test("Main.Three", three)})
        .checks[1];
  };
  const check_result untouched = main(kPassed, kPassed, kFailed, kFailed);
  EXPECT_EQ(untouched.points, 0);
  EXPECT_EQ(untouched.status(), check_status::failed);
  EXPECT_EQ(main(kPassed, kPassed, kPassed, kFailed).points, 3.5);
  EXPECT_EQ(main(kPassed, kPassed, kPassed, kPassed).points, 7);
  EXPECT_EQ(main(kFailed, kPassed, kPassed, kPassed).points, 3.5) << "one that broke is missed";
  EXPECT_EQ(main(kFailed, kFailed, kPassed, kPassed).points, 0);
  EXPECT_EQ(main(kSkipped, kPassed, kPassed, kFailed).points, 3.5) << "a skipped one is no gift";
  EXPECT_EQ(main(kPassed, kPassed, kSkipped, kSkipped).points, 7) << "nothing else ran here";
}

TEST(Scoring, TheUntouchedExercisePassesMoreOnAGpu) {
  lesson lesson = make_lesson(1);
  lesson.checks[1].given = "Main.Empty";
  lesson.checks[1].given_on_gpu = "Main.One";
  std::vector<test_result> tests = {make_test("Main.Empty", kPassed),
                                    make_test("Main.One", kPassed), make_test("Main.Two", kFailed)};
  EXPECT_EQ(score(lesson, tests).checks[1].points, 3.5);
  for (test_result& test : tests) {
    test.device = "cuda";
  }
  EXPECT_EQ(score(lesson, tests).checks[1].points, 0);
  tests[2].status = kPassed;
  EXPECT_EQ(score(lesson, tests).checks[1].points, 7);
}

TEST(Scoring, ATestThatRanOnTwoDevicesHasPassedWhereItPassedOnBoth) {
  lesson lesson = make_lesson(1);
  lesson.checks[1].given_on_gpu = "Main.One";
  std::vector<test_result> tests = {make_test("Main.One", kPassed), make_test("Main.Two", kPassed),
                                    make_test("Main.One", kPassed), make_test("Main.Two", kFailed)};
  tests[2].device = tests[3].device = "cuda";
  const check_result half = score(lesson, tests).checks[1];
  EXPECT_EQ(half.points, 3.5);
  EXPECT_EQ(half.passed, 1);
  EXPECT_EQ(half.counted, 2);
  EXPECT_EQ(half.given, 0) << "the CPU does not give it away";
  tests[0].status = kFailed;
  EXPECT_EQ(score(lesson, tests).checks[1].points, 0);
  tests[0].status = tests[3].status = kPassed;
  EXPECT_EQ(score(lesson, tests).checks[1].points, 7);
  tests[1].status = kSkipped;
  EXPECT_EQ(score(lesson, tests).checks[1].points, 7) << "on the GPU it has passed";
}

TEST(Scoring, AllOrNothingWhereTheCheckSaysSo) {
  lesson lesson = make_lesson(1);
  lesson.checks[1].credit = credit_rule::all;
  const auto half = {make_test("Main.A", kPassed), make_test("Main.B", kFailed)};
  EXPECT_EQ(score(lesson, half).checks[1].points, 0);
  EXPECT_EQ(score(lesson, half).checks[1].status(), check_status::failed);
  EXPECT_EQ(score(lesson, {make_test("Main.A", kPassed)}).checks[1].points, 7);
}

TEST(Scoring, AWantingNeedWithholdsPoints) {
  lesson lesson = make_lesson(1);
  lesson.checks[1].needs = {"warm"};
  lesson.checks[2].needs = {"main"};
  const lesson_result blocked = score(lesson, with(kFailed, kPassed, kPassed));
  EXPECT_EQ(blocked.points, 0);
  EXPECT_EQ(blocked.checks[1].status(), check_status::blocked);
  EXPECT_EQ(blocked.checks[1].withheld, "It counts once \"Warm\" has passed.");
  EXPECT_EQ(blocked.checks[2].status(), check_status::blocked) << "a chain of needs";
  EXPECT_FALSE(passed_core(blocked));
  EXPECT_EQ(score(lesson, with(kPassed, kPassed, kPassed)).points, 12);
}

TEST(Scoring, BonusComesOnTop) {
  lesson lesson = make_lesson(1);
  lesson.checks[2].bonus = true;
  const lesson_result result = score(lesson, with(kPassed, kPassed, kPassed));
  EXPECT_EQ(result.points, 12);
  EXPECT_EQ(result.max_points, 9);
}

TEST(Scoring, AnUnmeasuredSpeedCountsNeitherWay) {
  lesson lesson = make_lesson(1);
  lesson.checks.push_back({"speed", "Speed", check_kind::speed, 4, 0, "main"});
  lesson.checks.back().speed = speed_rule{"Add", 1.2, 10};
  lesson_result result = score(lesson, with(kPassed, kPassed, kPassed));
  EXPECT_EQ(result.checks[3].status(), check_status::unscored);
  EXPECT_EQ(result.max_points, 12);
  EXPECT_EQ(result.state, lesson_state::complete);
  result.checks[3].speed->state = speed_state::scored;
  result.checks[3].speed->credit = 0.5;
  settle_lesson(result);
  EXPECT_EQ(result.checks[3].points, 2);
  EXPECT_EQ(result.max_points, 16);
  EXPECT_EQ(result.state, lesson_state::incomplete);
  EXPECT_TRUE(passed_core(result)) << "speed does not hold up the next lesson";
  result.checks[3].speed->state = speed_state::noisy;
  settle_lesson(result);
  EXPECT_EQ(result.points, 12);
  EXPECT_EQ(result.max_points, 12);
}

TEST(Scoring, KeepsNoEndlessText) {
  std::vector<test_result> tests;
  for (int i = 0; i < 200; ++i) {
    tests.push_back(make_test("Main.T" + std::to_string(i), kFailed));
    tests.back().message = std::string(100000, 'x');
    finding found;
    found.message = std::string(100000, 'y');
    tests.back().findings.assign(50, found);
  }
  const lesson_result result = score(make_lesson(1), tests);
  std::size_t bytes = 0;
  for (const test_result& test : result.checks[1].tests) {
    bytes += test.message.size();
    EXPECT_LE(test.findings.size(), 20U);
    for (const finding& found : test.findings) {
      bytes += found.message.size();
    }
  }
  EXPECT_LT(bytes, 3000000U);
  EXPECT_EQ(result.checks[1].counted, 200);
}

TEST(Scoring, AddsUpAdjustmentsAndLateness) {
  report result;
  result.lessons = {score(make_lesson(1), with(kPassed, kPassed, kFailed))};
  result.adjustments = {{"lesson01", "more", 1, "kind", ""}, {"", "", -2, "unkind", ""}};
  result.late = lateness{1, 0, 25, 0, ""};
  settle(result);
  settle(result);
  EXPECT_EQ(result.earned, 9);
  EXPECT_EQ(result.late->points, -2);
  EXPECT_EQ(result.points, 6);
  result.adjustments[1].points = -50;
  settle(result);
  EXPECT_EQ(result.points, 0) << "never below nothing";
}

TEST(Scoring, ElectivesCountApartFromLessons) {
  lesson elective = make_lesson(14);
  elective.elective = true;
  report result;
  result.lessons = {score(make_lesson(1), with(kPassed, kPassed, kFailed)),
                    score(elective, with(kPassed, kFailed, kFailed))};
  settle(result);
  EXPECT_EQ(result.points, 9);
  EXPECT_EQ(result.max_points, 12);
  const auto apart = points_apart(result);
  ASSERT_TRUE(apart);
  EXPECT_EQ(apart->points, 2);
  EXPECT_EQ(apart->max_points, 12);
  result.adjustments = {{"lesson14", "main", 3, "kind", ""}, {"lesson01", "", -1, "unkind", ""}};
  settle(result);
  EXPECT_EQ(result.points, 8) << "a change by hand of an elective counts apart as well";
  EXPECT_EQ(points_apart(result)->points, 5);
  result.late.emplace();
  result.late->by_lesson = {{"lesson14", 1, 0, 50}, {"lesson01", 1, 0, 50}};
  settle(result);
  EXPECT_EQ(result.late->points, -4) << "half of lesson 01, and nothing of the elective";
  result.adjustments[0].points = -50;
  settle(result);
  EXPECT_EQ(result.points, 4);
  EXPECT_EQ(points_apart(result)->points, 0) << "never below nothing";
  result.lessons.erase(result.lessons.begin());
  result.late.reset();
  result.adjustments = {{"lesson14", "main", 3, "kind", ""}};
  settle(result);
  EXPECT_EQ(result.points, 5) << "alone, an elective is the score";
  EXPECT_EQ(result.max_points, 12);
  EXPECT_FALSE(points_apart(result));
}

TEST(Scoring, CompleteMeansEveryCheck) {
  const lesson lesson = make_lesson(1);
  EXPECT_EQ(score(lesson, with(kPassed, kPassed, kPassed)).state, lesson_state::complete);
  EXPECT_EQ(score(lesson, with(kPassed, kPassed, kFailed)).state, lesson_state::incomplete);
  EXPECT_TRUE(passed_core(score(lesson, with(kPassed, kPassed, kFailed))));
  EXPECT_FALSE(passed_core(score(lesson, with(kFailed, kPassed, kPassed))));
}

TEST(Scoring, SkippedTestsCountNeitherWay) {
  const lesson lesson = make_lesson(1);
  const lesson_result result = score(
      lesson,
      {make_test("Main.A", kPassed), make_test("Main.B", kSkipped), make_test("Warm.A", kSkipped)});
  EXPECT_EQ(result.checks[1].points, 7);
  EXPECT_TRUE(result.checks[1].complete());
  EXPECT_EQ(result.checks[0].points, 0);
  EXPECT_FALSE(result.checks[0].complete()) << "a check must not pass by skipping all its tests";
}

TEST(Scoring, MissingTestsCount) {
  const lesson lesson = make_lesson(1);
  const lesson_result result =
      score(lesson, {make_test("Main.A", kPassed), make_test("Main.B", test_status::missing)});
  EXPECT_EQ(result.checks[1].points, 3.5);
}

TEST(Scoring, NoTestsAreNoPoints) {
  const lesson lesson = make_lesson(1);
  EXPECT_EQ(score(lesson, {}).points, 0);
  EXPECT_EQ(score(lesson, {}).state, lesson_state::incomplete);
}

TEST(Scoring, AStartedLessonHasAResultForEachCheck) {
  const lesson_result result = start_lesson(make_lesson(1), kernel_tree::solution);
  ASSERT_EQ(result.checks.size(), 3U);
  EXPECT_EQ(result.checks[1].kernel_file, "solutions/01_name/2_main.cpp");
  EXPECT_EQ(result.checks[1].status(), check_status::untried);
  EXPECT_EQ(result.max_points, 12);
  EXPECT_EQ(result.state, lesson_state::incomplete);
}

TEST(Scoring, APartTakesThePlaceOfWhatWasKnown) {
  lesson lesson = make_lesson(1);
  lesson.checks[2].needs = {"main"};
  lesson_result whole = score(lesson, with(kPassed, kFailed, kPassed));
  EXPECT_EQ(whole.points, 2);
  take_part(whole, score(part_of(lesson, {2}), {make_test("Main.A", kPassed)}));
  EXPECT_EQ(whole.points, 12) << "what needs it counts as well";
  EXPECT_EQ(whole.state, lesson_state::complete);
  take_part(whole, score(part_of(lesson, {1}), {make_test("Warm.A", kFailed)}));
  EXPECT_EQ(whole.points, 10);
}

class NextStep : public testing::Test {
 protected:
  /// The number of the lesson to continue with; 0 when there is none.
  int next(const std::vector<test_result>& first, const std::vector<test_result>& second) {
    report_.lessons = {score(first_, first), score(second_, second)};
    step_ = find_next_step(report_);
    return step_ ? step_->lesson->definition.number : 0;
  }

  lesson first_ = make_lesson(1);
  lesson second_ = make_lesson(2, {1});
  report report_;
  std::optional<next_step> step_;
};

TEST_F(NextStep, IsTheFirstLessonToBeginWith) {
  EXPECT_EQ(next(with(kFailed, kFailed, kFailed), with(kFailed, kFailed, kFailed)), 1);
  ASSERT_NE(step_->check, nullptr);
  EXPECT_EQ(step_->check->definition.id, "warm");
  ASSERT_NE(step_->test, nullptr);
  EXPECT_EQ(step_->test->name, "Warm.A");
}

TEST_F(NextStep, GoesOnWhenTheCoreIsDoneAndLeavesStretchForTheEnd) {
  EXPECT_EQ(next(with(kPassed, kPassed, kFailed), with(kFailed, kFailed, kFailed)), 2);
  EXPECT_EQ(next(with(kPassed, kPassed, kFailed), with(kPassed, kPassed, kPassed)), 1);
  EXPECT_EQ(step_->check->definition.id, "more");
}

TEST_F(NextStep, IsNothingWhenAllIsDone) {
  EXPECT_EQ(next(with(kPassed, kPassed, kPassed), with(kPassed, kPassed, kPassed)), 0);
}

TEST_F(NextStep, WaitsForPrerequisites) {
  first_.prerequisites = {2};
  second_.prerequisites = {};
  EXPECT_EQ(next(with(kFailed, kFailed, kFailed), with(kFailed, kFailed, kFailed)), 2);
}

TEST_F(NextStep, PrerequisitesThatWereNotGradedAreMet) {
  report_.lessons = {score(second_, with(kFailed, kFailed, kFailed))};
  ASSERT_TRUE(find_next_step(report_));
}

TEST_F(NextStep, OpensAtTheTodoAboveTheLineThatIsBlamed) {
  next(with(kFailed, kFailed, kFailed), with(kFailed, kFailed, kFailed));
  lesson_result& lesson = report_.lessons[0];
  check_result& check = lesson.checks[0];
  EXPECT_EQ(place_to_open(*find_next_step(report_)).line, 0);
  check.todos = {{5, "TODO one"}, {20, "TODO two"}, {40, "TODO three"}};
  EXPECT_EQ(place_to_open(*find_next_step(report_)).line, 5);
  test_result& test = check.tests[0];
  test.message = "got 0\n  stored by program (1), exercises/01_name/1_warm.cpp:22";
  EXPECT_EQ(place_to_open(*find_next_step(report_)).line, 20);
  finding found;
  found.file = "exercises/01_name/1_warm.cpp";
  found.line = 50;
  test.findings = {found};
  EXPECT_EQ(place_to_open(*find_next_step(report_)).todo, "TODO three");
  check.todos.clear();
  EXPECT_EQ(place_to_open(*find_next_step(report_)).line, 50);
}

TEST_F(NextStep, IsATaskThatDoesNotCompile) {
  next(with(kPassed, kFailed, kFailed), with(kFailed, kFailed, kFailed));
  check_result& check = report_.lessons[0].checks[1];
  check.state = task_state::compile_failed;
  check.error.emplace();
  check.error->line = 7;
  const auto step = find_next_step(report_);
  ASSERT_TRUE(step);
  EXPECT_EQ(step->check, &check);
  EXPECT_EQ(step->test, nullptr);
  EXPECT_EQ(place_to_open(*step).line, 7);
}

TEST(TellingTest, PrefersOneWithAFinding) {
  check_result check;
  check.tests = {make_test("A.Passed", kPassed), make_test("A.Plain", kFailed),
                 make_test("A.Found", kFailed)};
  check.tests[2].findings.emplace_back();
  EXPECT_EQ(telling_test(check)->name, "A.Found");
  check.tests.pop_back();
  EXPECT_EQ(telling_test(check)->name, "A.Plain");
}

}  // namespace
}  // namespace kw::grader
