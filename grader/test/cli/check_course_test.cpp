#include "grader/cli/check_course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/test/fake_course.hpp"

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

TEST(CheckCourse, AnUntouchedExerciseEarnsNothing) {
  const fake_course fake;
  fake.solve_everything();
  fake.set_tests("lesson02.skeleton.cpu", {{"Only.A", "false"}, {"Only.B", "true"}});
  EXPECT_THAT(check_course(fake.root(), fake.build_folder(), {}, true),
              ElementsAre(HasSubstr("lessons/02_second/lesson.toml: check only: the untouched "
                                    "exercise passes Only.B, and would earn points for it")));
}

TEST(CheckCourse, ComparesGivenTestsWithTheSkeleton) {
  lesson lesson;
  lesson.checks = {{"a", "A", check_kind::core, 1, "A.*", {}},
                   {"b", "B", check_kind::core, 1, "B.*", {}},
                   {"c", "C", check_kind::core, 1, "C.*", {}}};
  lesson.checks[0].given = "A.Empty";
  lesson.checks[1].given = "B.*";
  lesson.checks[2].given = "C.Gone";
  const auto test = [](const char* name, test_status status) {
    test_result result;
    result.name = name;
    result.status = status;
    return result;
  };
  EXPECT_THAT(compare_given_tests(
                  lesson, {test("A.Empty", test_status::passed), test("A.One", test_status::passed),
                           test("B.Empty", test_status::passed), test("B.One", test_status::failed),
                           test("C.One", test_status::failed)}),
              UnorderedElementsAre(
                  HasSubstr("check a: the untouched exercise passes A.One"),
                  HasSubstr("check b: `given` names B.One"),
                  HasSubstr("check c: its filter of given tests, \"C.Gone\", selects no")));
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
              ElementsAre(HasSubstr("lesson02.solution.cpu is not built: cmake --build"),
                          HasSubstr("lesson02.skeleton.cpu is not built: cmake --build")));
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
