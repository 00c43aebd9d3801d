#include "grader/run/grade.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/model/error.hpp"
#include "grader/score/scoring.hpp"
#include "grader/test/fake_course.hpp"

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

/// Lesson 02 with a benchmark and a speed check; each program takes a time of its own.
void add_speed(const fake_course& fake, double seconds, double solution_seconds) {
  fake.folder().write("lessons/02_second/lesson.toml", R"(number = 2
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
[[check]]
id = "speed"
title = "As fast as the solution"
kind = "speed"
points = 4
benchmarks = "Only/1024"
hints = ["speed one", "speed two", "speed three"]
)");
  for (const bool solution : {false, true}) {
    const double time = 1e6 * (solution ? solution_seconds : seconds);
    fake.folder().write_script(
        std::string("programs/lesson02.") + (solution ? "solution" : "exercise") + ".cpu.bench",
        "file=${2#--benchmark_out=}\necho '{\"benchmarks\": [{\"name\": \"Only/1024\", "
        "\"real_time\": " +
            std::to_string(time) + ", \"time_unit\": \"us\", \"GB_per_s\": " +
            std::to_string(100 / time) + "}]}' > \"$file\"\n");
  }
}

TEST_F(Grade, BenchmarksWaitForCorrectness) {
  fake_.solve_everything();
  add_speed(fake_, 8e-6, 4e-6);
  fake_.set_tests("lesson02.exercise.cpu", {{"Only.A", "false"}});
  options_.benchmarks = true;
  report result = grade();
  ASSERT_EQ(result.lessons[1].benchmarks.size(), 1U);
  EXPECT_TRUE(result.lessons[1].benchmarks[0].rows.empty());
  EXPECT_THAT(result.lessons[1].benchmarks[0].note, HasSubstr("once the results are right"));
  EXPECT_EQ(result.lessons[1].checks[1].status(), check_status::blocked);
  EXPECT_EQ(result.lessons[1].max_points, 9) << "what is not right is not fast either";
  fake_.set_tests("lesson02.exercise.cpu", {{"Only.A", ""}});
  result = grade();
  ASSERT_EQ(result.lessons[1].benchmarks[0].rows.size(), 1U);
  EXPECT_EQ(result.lessons[1].benchmarks[0].rows[0].rate, 12.5);
  EXPECT_EQ(result.lessons[1].benchmarks[0].rows[0].reference_rate, 25);
}

TEST_F(Grade, SpeedIsTheRatioToTheSolution) {
  fake_.solve_everything();
  add_speed(fake_, 8e-6, 4e-6);
  report result = grade();
  EXPECT_EQ(result.lessons[1].checks[1].status(), check_status::unscored) << "without --bench";
  EXPECT_EQ(result.lessons[1].max_points, 5);
  options_.benchmarks = true;
  result = grade();
  const check_result& speed = result.lessons[1].checks[1];
  ASSERT_EQ(speed.speed->state, speed_state::scored) << speed.speed->note;
  ASSERT_EQ(speed.speed->samples.size(), 1U);
  EXPECT_EQ(speed.speed->samples[0].benchmark, "Only 1024");
  EXPECT_NEAR(speed.speed->samples[0].ratio, 2, 1e-9);
  EXPECT_EQ(speed.points, 3.04);  // 4 * log(10 / 2) / log(10 / 1.2)
  EXPECT_EQ(result.max_points, 20);
  EXPECT_THAT(speed.reproduce, HasSubstr("lesson02.solution.cpu.bench"));
}

}  // namespace
}  // namespace kw::grader
