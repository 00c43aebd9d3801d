#include "grader/run/grade.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/score/scoring.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class Grade : public testing::Test {
 protected:
  report grade() {
    options_.root = fake_.root();
    grader_.emplace(options_);
    return grader_->grade(grader_->lessons().lessons);
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
  const report result = grade();
  EXPECT_EQ(result.points, 0);
  ASSERT_TRUE(find_next_step(result));
  EXPECT_EQ(find_next_step(result)->lesson->definition.id(), "lesson01");
  EXPECT_EQ(place_to_open(*find_next_step(result)).line, 2);
  EXPECT_EQ(place_to_open(*find_next_step(result)).todo, "TODO(lesson01.1): begin here.");
}

TEST_F(Grade, ACompileErrorIsOneTasksResult) {
  fake_.solve_everything();
  for (const char* stem : {"1_warm", "2_main"}) {
    const std::string file = (fake_.root() / "exercises/01_first" / stem).string() + ".cpp";
    fake_.set_build_failure(std::string("lesson01.") + stem[0] + ".exercise.cpu",
                            file + ":4:9: error: '" + stem + "' was not declared\n");
  }
  const report result = grade();
  const lesson_result& lesson = result.lessons[0];
  EXPECT_EQ(lesson.state, lesson_state::incomplete);
  for (const int task : {0, 1}) {
    const check_result& check = lesson.checks[static_cast<std::size_t>(task)];
    EXPECT_EQ(check.state, task_state::compile_failed);
    ASSERT_TRUE(check.error);
    EXPECT_EQ(check.error->file, check.kernel_file);
    EXPECT_EQ(check.error->line, 4);
    EXPECT_EQ(check.error->source_line, "int x = y;");
    EXPECT_EQ(check.points, 0);
  }
  EXPECT_THAT(lesson.checks[0].error->message, HasSubstr("1_warm"));
  EXPECT_THAT(lesson.checks[1].error->message, HasSubstr("2_main"));
  EXPECT_EQ(lesson.points, 3) << "the third task is built, run and scored";
  EXPECT_EQ(lesson.max_points, 11);
  EXPECT_EQ(result.lessons[1].points, 5);
}

TEST_F(Grade, AFileThatIsGoneIsOneTasksResult) {
  fake_.solve_everything();
  fs::remove(fake_.root() / "exercises/01_first/2_main.cpp");
  const report result = grade();
  const check_result& check = result.lessons[0].checks[1];
  EXPECT_EQ(check.state, task_state::file_missing);
  EXPECT_EQ(check.message,
            "exercises/01_first/2_main.cpp is missing. `./course reset lesson01.2` brings the "
            "skeleton back.");
  EXPECT_EQ(result.lessons[0].points, 5) << "the others are graded";
}

TEST_F(Grade, AFileWhoseNameNearlyFitsIsNamed) {
  fake_.solve_everything();
  const fs::path folder = fake_.root() / "exercises/01_first";
  fs::rename(folder / "2_main.cpp", folder / "2_main (1).cpp");
  EXPECT_EQ(grade().lessons[0].checks[1].message,
            "exercises/01_first/2_main.cpp is missing. If exercises/01_first/2_main (1).cpp is "
            "yours, give it that name: mv 'exercises/01_first/2_main (1).cpp' "
            "exercises/01_first/2_main.cpp. `./course reset lesson01.2` brings the skeleton back.");
  fs::copy_file(folder / "2_main (1).cpp", folder / "2_main.cpp");
  const lesson alone = part_of(grader_->lessons().lessons[0], {3});
  EXPECT_EQ(grader_->grade_lesson(alone).message, "") << "for it nothing has changed";
  EXPECT_EQ(grade().lessons[0].message,
            "exercises/01_first/2_main (1).cpp is not graded: the file of lesson01.2 is "
            "exercises/01_first/2_main.cpp.");
}

TEST_F(Grade, WarningsAreShownAndCostNoPoints) {
  fake_.solve_everything();
  for (const auto& [task, count] : {std::pair{"1", 1}, {"2", 6}}) {
    std::string lines;
    for (int line = 1; line <= count; ++line) {
      lines += std::string("exercises/01_first/") + task + ".cpp:" + std::to_string(line) +
               ": `a` is never used\n";
    }
    fake_.folder().write(
        std::string("build/cpu/lessons/lesson01.") + task + ".exercise.cpu.warnings", lines);
  }
  const report result = grade();
  EXPECT_EQ(result.points, 16);
  EXPECT_THAT(result.lessons[0].message,
              AllOf(StartsWith("The compiler warns, which costs no points:\n"
                               "exercises/01_first/1.cpp:1: `a` is never used.\n"),
                    EndsWith("2.cpp:4: `a` is never used.\nAnd 2 more.")));
  EXPECT_EQ(result.lessons[1].message, "");
}

TEST_F(Grade, AnErrorInTheCourseIsNoResult) {
  fake_.solve_everything();
  fake_.set_build_failure("lesson01.2.exercise.cpu",
                          (fake_.root() / "common/x.hpp").string() + ":3:9: error: oh\n");
  EXPECT_THROW(grade(), machine_error);
}

TEST_F(Grade, ACrashKeepsTheOtherPoints) {
  fake_.solve_everything();
  fake_.set_tests("lesson01.2.exercise.cpu", {{"Main.A", "(exit 106)"}, {"Main.B", ""}});
  const report result = grade();
  EXPECT_EQ(result.lessons[0].points, 2 + 3 + 3);
  EXPECT_THAT(result.lessons[0].checks[1].message, HasSubstr("SIGABRT"));
  EXPECT_EQ(result.lessons[0].checks[0].message, "");
}

TEST_F(Grade, ATaskThatNeverEndsKeepsTheOtherPoints) {
  fake_.solve_everything();
  fake_.set_tests("lesson01.2.exercise.cpu", {{"Main.A", ""}, {"Main.B", "sleep 60"}});
  options_.test_seconds = 0.25;
  const report result = grade();
  EXPECT_EQ(result.lessons[0].points, 2 + 3 + 3);
  EXPECT_EQ(result.lessons[0].checks[1].tests[1].status, test_status::hung);
}

TEST_F(Grade, TellsHowToRunEachCheckAgain) {
  fake_.solve_everything();
  const report result = grade();
  EXPECT_EQ(result.lessons[0].checks[1].reproduce,
            "cmake --build build/cpu --target lesson01.2.exercise.cpu && "
            "build/cpu/lessons/lesson01.2.exercise.cpu");
  EXPECT_EQ(result.lessons[0].reproduce,
            "cmake --build build/cpu --target lesson01.exercise.cpu && "
            "ctest --test-dir build/cpu -L lesson01");
}

TEST_F(Grade, GradesSolutionsWhenAsked) {
  fake_.solve_everything();
  fake_.set_tests("lesson01.2.exercise.cpu", {{"Main.A", "false"}});
  options_.tree = kernel_tree::solution;
  EXPECT_EQ(grade().points, 16);
}

TEST_F(Grade, CudaNeedsABuildFolderForIt) {
  options_.device = "cuda";
  EXPECT_THROW(grade(), machine_error);
  options_.device = "tpu";
  EXPECT_THROW(grade(), usage_error);
}

/// Lesson 02 with a benchmark and a speed check; each program takes its own time.
void add_speed(const fake_course& fake, double seconds, double solution_seconds) {
  const char* const toml = "lessons/02_second/lesson.toml";
  fake.folder().write(toml, base::read_text_file(fake.root() / toml) + R"(
[[check]]
id = "speed"
title = "As fast as the solution"
kind = "speed"
of = "only"
points = 4
benchmarks = "Only/1024"
concept = "speed one"
place = "speed two"
shape = "speed three"
)");
  fake.folder().write("lessons/02_second/benchmarks.cpp", "{1, \"Only\"}");
  for (const bool solution : {false, true}) {
    const double time = 1e6 * (solution ? solution_seconds : seconds);
    fake.folder().write_script(
        std::string("programs/lesson02.") + (solution ? "solution" : "1.exercise") + ".cpu.bench",
        "for word in \"$@\"; do case $word in --benchmark_out=*) file=${word#*=} ;; esac; "
        "done\necho '{\"benchmarks\": [{\"name\": \"Only/1024\", "
        "\"real_time\": " +
            std::to_string(time) + ", \"time_unit\": \"us\", \"GB_per_s\": " +
            std::to_string(100 / time) + "}]}' > \"$file\"\n");
  }
}

TEST_F(Grade, BenchmarksWaitForCorrectness) {
  fake_.solve_everything();
  add_speed(fake_, 8e-6, 4e-6);
  fake_.set_tests("lesson02.1.exercise.cpu", {{"Only.A", "false"}});
  options_.benchmarks = true;
  report result = grade();
  ASSERT_EQ(result.lessons[1].benchmarks.size(), 1U);
  EXPECT_TRUE(result.lessons[1].benchmarks[0].rows.empty());
  EXPECT_THAT(result.lessons[1].benchmarks[0].note, HasSubstr("once its results are right"));
  EXPECT_EQ(result.lessons[1].checks[1].status(), check_status::blocked);
  EXPECT_EQ(result.lessons[1].max_points, 9) << "what is not right is not fast either";
  fake_.set_tests("lesson02.1.exercise.cpu", {{"Only.A", ""}});
  result = grade();
  ASSERT_EQ(result.lessons[1].benchmarks[0].rows.size(), 1U);
  EXPECT_EQ(result.lessons[1].benchmarks[0].rows[0].rate, 12.5);
  EXPECT_EQ(result.lessons[1].benchmarks[0].rows[0].reference_rate, 25);
}

TEST_F(Grade, SpeedWaitsForItsTaskAndForNoOther) {
  fake_.solve_everything();
  add_speed(fake_, 4e-6, 4e-6);
  std::string toml = base::read_text_file(fake_.root() / "lessons/02_second/lesson.toml");
  toml += R"(
[[check]]
id = "other"
title = "Another thing"
kind = "core"
points = 5
concept = "other one"
place = "other two"
shape = "other three"
)";
  fake_.folder().write("lessons/02_second/lesson.toml", toml);
  fake_.folder().write("exercises/02_second/2_other.cpp", "");
  fake_.set_tests("lesson02.2.exercise.cpu", {{"Other.A", "false"}});
  options_.benchmarks = true;
  const report result = grade();
  EXPECT_EQ(result.lessons[1].checks[1].speed->state, speed_state::scored);
  EXPECT_EQ(result.lessons[1].checks[1].points, 4);
  EXPECT_EQ(result.lessons[1].benchmarks[0].rows.size(), 1U);
  EXPECT_EQ(result.lessons[1].points, 9);
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
  EXPECT_THAT(speed.reproduce, HasSubstr("lesson02.solution.cpu.bench --task=1 "));
}

}  // namespace
}  // namespace kw::grader
