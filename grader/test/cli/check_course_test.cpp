#include "grader/cli/check_course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(CheckCourse, ASoundCourseHasNoProblems) {
  const fake_course fake;
  fake.solve_everything();
  EXPECT_THAT(check_course(fake.root(), fake.build_folder(), {}, true), IsEmpty());
}

TEST(CheckCourse, ComparesChecksWithFiles) {
  const fake_course fake;
  std::filesystem::rename(fake.root() / "solutions/01_first/2_main.cpp",
                          fake.root() / "solutions/01_first/2_mian.cpp");
  EXPECT_THAT(check_course(fake.root(), fake.build_folder(), {"1"}, true),
              ElementsAre(HasSubstr("lessons/01_first/lesson.toml: check main is task 2, and its "
                                    "solution solutions/01_first/2_main.cpp is missing"),
                          HasSubstr("solutions/01_first/2_mian.cpp belongs to no check")));
}

TEST(CheckCourse, WhatASpeedCheckMeasuresHasABenchmark) {
  const fake_course fake;
  fake.solve_everything();
  lesson lesson = load_course(fake.root()).lessons[1];
  lesson.checks.push_back({"speed", "Speed", check_kind::speed, 2, 0, "only"});
  lesson.checks.back().speed = speed_rule{"Only"};
  EXPECT_THAT(find_file_problems(lesson, fake.root()),
              ElementsAre(HasSubstr("check speed measures only, for which there is no "
                                    "lessons/02_second/benchmarks/1_only.cpp")));
  lesson.checks[0].has_benchmark = true;
  EXPECT_THAT(find_file_problems(lesson, fake.root()), IsEmpty());
}

TEST(CheckCourse, ATaskHasTests) {
  const fake_course fake;
  fake.solve_everything();
  fake.folder().write_script("programs/lesson02.1.solution.cpu", "exit 0\n");
  EXPECT_THAT(check_course(fake.root(), fake.build_folder(), {}, true),
              ElementsAre(HasSubstr("check only: The test program has no tests.")));
}

TEST(CheckCourse, AnUntouchedExerciseEarnsNothing) {
  const fake_course fake;
  fake.solve_everything();
  fake.set_tests("lesson02.1.skeleton.cpu", {{"Only.A", "false"}, {"Only.B", "true"}});
  EXPECT_THAT(check_course(fake.root(), fake.build_folder(), {}, true),
              ElementsAre(HasSubstr("lessons/02_second/lesson.toml: check only: the untouched "
                                    "exercise passes Only.B, and would earn points for it")));
}

TEST(CheckCourse, ComparesGivenTestsWithTheSkeleton) {
  check task;
  task.id = "a";
  const auto test = [](const char* name, test_status status) {
    test_result result;
    result.name = name;
    result.status = status;
    return result;
  };
  const auto problems = [&](const char* given, test_status empty, test_status one) {
    task.given = given;
    return compare_given_tests(task, {test("A.Empty", empty), test("A.One", one)});
  };
  EXPECT_THAT(problems("A.Empty", test_status::passed, test_status::failed), IsEmpty());
  EXPECT_THAT(problems("", test_status::failed, test_status::failed), IsEmpty());
  EXPECT_THAT(problems("A.Empty", test_status::passed, test_status::passed),
              ElementsAre(HasSubstr("check a: the untouched exercise passes A.One")));
  EXPECT_THAT(problems("A.*", test_status::passed, test_status::failed),
              ElementsAre(HasSubstr("check a: `given` names A.One")));
  EXPECT_THAT(problems("A.Gone", test_status::failed, test_status::failed),
              ElementsAre(HasSubstr("check a: its filter of given tests, \"A.Gone\", selects no")));
}

TEST(CheckCourse, ProblemsOfFilesComeFirst) {
  const fake_course fake;
  fake.folder().write("lessons/02_second/lesson.toml", "number = ");
  EXPECT_THAT(check_course(fake.root(), fake.build_folder(), {}, true),
              ElementsAre(HasSubstr("lessons/02_second/lesson.toml:1: not valid TOML")));
}

TEST(CheckCourse, AProgramThatIsNotBuiltIsNamed) {
  const fake_course fake;
  fake.solve_everything();
  EXPECT_THAT(check_course(fake.root(), fake.build_folder(), {"02"}, false),
              ElementsAre(HasSubstr("lesson02.kernels.cpu is not built: cmake --build"),
                          HasSubstr("lesson02.kernels.cpu is not built: cmake --build")));
}

TEST(CheckCourse, ASolutionThatDoesNotBuildIsAProblem) {
  const fake_course fake;
  fake.solve_everything();
  fake.set_build_failure("lesson02.kernels.cpu", "second.cpp:1:1: error: no\n");
  EXPECT_THAT(check_course(fake.root(), fake.build_folder(), {}, true),
              ElementsAre(HasSubstr("lesson02: lesson02.kernels.cpu do not all build:\n"
                                    "second.cpp:1:1")));
}

}  // namespace
}  // namespace kw::grader
