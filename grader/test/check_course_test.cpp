#include "grader/check_course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fake_course.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(CheckCourse, ASoundCourseHasNoProblems) {
  const fake_course fake;
  fake.solve_everything();
  EXPECT_THAT(check_course(fake.root(), fake.build_folder(), {}, true), IsEmpty());
}

TEST(CheckCourse, ComparesFiltersWithTests) {
  lesson lesson;
  lesson.checks = {{"a", "A", check_kind::core, 1, "Add.*", {}},
                   {"b", "B", check_kind::core, 1, "Add.Fast:Sub.*", {}},
                   {"c", "C", check_kind::core, 1, "Mul.*", {}}};
  EXPECT_THAT(compare_checks_with_tests(lesson, {"Add.Small", "Add.Fast", "Sub.A", "Div.A"}),
              UnorderedElementsAre(HasSubstr("check c: its filter \"Mul.*\" selects no test"),
                                   HasSubstr("Add.Fast belongs to several checks: a, b"),
                                   HasSubstr("Div.A belongs to no check")));
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
              ElementsAre(HasSubstr("lesson02.solution.cpu is not built: cmake --build")));
}

TEST(CheckCourse, ASolutionThatDoesNotBuildIsAProblem) {
  const fake_course fake;
  fake.solve_everything();
  fake.set_build_failure("lesson02.solution.cpu", "second.cpp:1:1: error: no\n");
  EXPECT_THAT(check_course(fake.root(), fake.build_folder(), {}, true),
              ElementsAre(HasSubstr("lesson02.solution.cpu does not build")));
}

}  // namespace
}  // namespace kw::grader
