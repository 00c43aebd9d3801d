#include "grader/grade.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_course.hpp"
#include "grader/error.hpp"
#include "grader/scoring.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Grade : public testing::Test {
 protected:
  report grade() {
    options_.root = fake_.root();
    grader_.emplace(options_);
    return grader_->grade(find_lessons(grader_->lessons(), {}));
  }

  fake_course fake_;
  grade_options options_;
  std::optional<grader> grader_;
};

TEST_F(Grade, GivesFullPointsForSolutions) {
  fake_.solve_everything();
  const report result = grade();
  EXPECT_EQ(result.points, 16);
  EXPECT_EQ(result.max_points, 16);
  EXPECT_EQ(result.lessons[0].state, lesson_state::complete);
  EXPECT_FALSE(find_next_step(result));
  EXPECT_EQ(result.where.compiler, "g++ 12.2.0");
}

TEST_F(Grade, GivesNothingForSkeletonsAndSaysWhereToBegin) {
  fake_.set_tests("lesson01.exercise.cpu",
                  {{"Main.A", "false"}, {"More.A", "false"}, {"Warm.A", "false"}});
  fake_.set_tests("lesson02.exercise.cpu", {{"Only.A", "false"}});
  const report result = grade();
  EXPECT_EQ(result.points, 0);
  ASSERT_TRUE(find_next_step(result));
  EXPECT_EQ(find_next_step(result)->lesson->definition.id(), "lesson01");
  EXPECT_EQ(place_to_open(*find_next_step(result)).line, 2);
  EXPECT_EQ(place_to_open(*find_next_step(result)).todo, "TODO(lesson01.1): begin");
}

TEST_F(Grade, ACompileErrorIsOneLessonsResult) {
  fake_.solve_everything();
  const std::string file = (fake_.root() / "exercises/01_first/first.cpp").string();
  fake_.set_build_failure("lesson01.exercise.cpu", file + ":3:9: error: 'y' was not declared\n");
  const report result = grade();
  EXPECT_EQ(result.lessons[0].state, lesson_state::compile_failed);
  ASSERT_TRUE(result.lessons[0].error);
  EXPECT_EQ(result.lessons[0].error->line, 3);
  EXPECT_EQ(result.lessons[0].error->source_line, "int x = y;");
  EXPECT_EQ(result.lessons[0].points, 0);
  EXPECT_EQ(result.lessons[0].max_points, 11);
  EXPECT_EQ(result.lessons[1].points, 5);
}

TEST_F(Grade, AnErrorInTheCourseIsNoResult) {
  fake_.solve_everything();
  fake_.set_build_failure("lesson01.exercise.cpu",
                          (fake_.root() / "common/x.hpp").string() + ":3:9: error: oh\n");
  EXPECT_THROW(grade(), machine_error);
}

TEST_F(Grade, AMissingFileIsOneLessonsResult) {
  fake_.solve_everything();
  fs::remove(fake_.root() / "exercises/01_first/first.cpp");
  const report result = grade();
  EXPECT_EQ(result.lessons[0].state, lesson_state::file_missing);
  EXPECT_THAT(result.lessons[0].message, HasSubstr("./course reset lesson01"));
  EXPECT_EQ(result.lessons[1].points, 5);
}

TEST_F(Grade, ACrashKeepsTheOtherPoints) {
  fake_.solve_everything();
  fake_.set_tests("lesson01.exercise.cpu",
                  {{"Main.A", "(exit 106)"}, {"Main.B", ""}, {"More.A", ""}, {"Warm.A", ""}});
  const report result = grade();
  EXPECT_EQ(result.lessons[0].points, 2 + 3 + 3);
  EXPECT_THAT(result.lessons[0].message, HasSubstr("SIGABRT"));
}

TEST_F(Grade, TellsHowToRunEachCheckAgain) {
  fake_.solve_everything();
  const report result = grade();
  EXPECT_EQ(result.lessons[0].checks[1].reproduce,
            "build/cpu/lessons/lesson01.exercise.cpu '--gtest_filter=Main.*'");
}

TEST_F(Grade, GradesSolutionsWhenAsked) {
  fake_.solve_everything();
  fake_.set_tests("lesson01.exercise.cpu", {{"Main.A", "false"}});
  options_.tree = kernel_tree::solution;
  EXPECT_EQ(grade().points, 16);
}

TEST_F(Grade, CudaNeedsABuildFolderForIt) {
  options_.device = "cuda";
  EXPECT_THROW(grade(), machine_error);
  options_.device = "tpu";
  EXPECT_THROW(grade(), usage_error);
}

TEST_F(Grade, BenchmarksWaitForCorrectness) {
  fake_.solve_everything();
  fake_.set_tests("lesson02.exercise.cpu", {{"Only.A", "false"}});
  const std::string toml = R"(number = 2
name = "second"
title = "Second steps"
summary = "Where it goes on."
prerequisites = ["01"]
[benchmark]
filter = "Only"
unit = "GB/s"
[[check]]
id = "only"
title = "The only thing"
kind = "core"
points = 5
tests = "Only.*"
hints = ["only one", "only two", "only three"]
)";
  fake_.folder().write("lessons/02_second/lesson.toml", toml);
  fake_.folder().write_script("programs/lesson02.exercise.cpu.bench",
                              "file=${2#--benchmark_out=}\necho '{\"benchmarks\": [{\"name\": "
                              "\"Only/1024\", \"real_time\": 2, "
                              "\"time_unit\": \"us\", \"GB_per_s\": 12.5}]}' > \"$file\"\n");
  options_.benchmarks = true;
  report result = grade();
  ASSERT_EQ(result.lessons[1].benchmarks.size(), 1U);
  EXPECT_TRUE(result.lessons[1].benchmarks[0].rows.empty());
  EXPECT_THAT(result.lessons[1].benchmarks[0].note, HasSubstr("once the results are right"));
  fake_.set_tests("lesson02.exercise.cpu", {{"Only.A", ""}});
  result = grade();
  ASSERT_EQ(result.lessons[1].benchmarks[0].rows.size(), 1U);
  EXPECT_EQ(result.lessons[1].benchmarks[0].rows[0].rate, 12.5);
}

}  // namespace
}  // namespace kw::grader
