#include "grader/cli/hint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/model/error.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

using testing::HasSubstr;
using testing::Not;

class Hint : public testing::Test {
 protected:
  std::string hint(const std::string& check = "", int level = 0,
                   const std::string& part = "lesson01") {
    grade_options options;
    options.root = fake_.root();
    const grader grader(options);
    return hint_for_lesson(grader, find_parts(grader.lessons(), {part})[0], check, level,
                           {false, false});
  }

  fake_course fake_;
};

TEST_F(Hint, ComesForTheFirstFailingCheckAndRises) {
  fake_.set_tests("lesson01.1.exercise.cpu", {{"Warm.A", ""}});
  EXPECT_THAT(hint(), HasSubstr("main one"));
  EXPECT_THAT(hint(), HasSubstr("main two"));
  EXPECT_THAT(hint(), HasSubstr("main three"));
  EXPECT_THAT(hint(), HasSubstr("main three"));
  EXPECT_THAT(hint("", 1), HasSubstr("main one"));
  EXPECT_THAT(hint(), HasSubstr("main two"));
}

TEST_F(Hint, NeitherBuildsNorTestsWhatHasNotChanged) {
  hint();
  fake_.set_build_failure("lesson01.1.exercise.cpu", "this is not built again\n");
  EXPECT_THAT(hint(), HasSubstr("warm two"));
  fake_.solve_everything();
  EXPECT_THAT(hint(), HasSubstr("warm three")) << "no file has changed";
  fake_.folder().write("exercises/01_first/1_warm.cpp", "// another\n");
  EXPECT_THAT(hint(), HasSubstr("lesson01 is complete"));
  fake_.set_tests("lesson01.2.exercise.cpu", {{"Main.A", "false"}});
  fake_.folder().write("common/include/some.hpp", "// the library was updated\n");
  EXPECT_THAT(hint(), HasSubstr("main one"));
}

TEST_F(Hint, BeginsAgainWithTheExercise) {
  hint("more");
  EXPECT_THAT(hint("more"), HasSubstr("more two"));
  std::filesystem::remove(fake_.build_folder() / "grader/hints/lesson01.3.json");  // as reset does
  EXPECT_THAT(hint("more"), HasSubstr("more one"));
}

TEST_F(Hint, CanBeAskedForByName) {
  EXPECT_THAT(hint("more"), HasSubstr("more one"));
  EXPECT_THAT(hint("warm", 3), HasSubstr("warm three"));
  EXPECT_THAT(hint("warm", 3), HasSubstr("./course solution lesson01.1"));
  EXPECT_THAT([&] { hint("mian"); },
              testing::ThrowsMessage<usage_error>(testing::HasSubstr("did you mean \"main\"?")));
}

TEST_F(Hint, IsForTheTaskThatIsNamed) {
  EXPECT_THAT(hint("", 0, "lesson01.3"), HasSubstr("lesson01.3, And more: hint 1 of 3"));
  EXPECT_THAT(hint("", 0, "lesson01.3"), HasSubstr("more two"));
  fake_.solve_everything();
  fake_.folder().write("exercises/01_first/3_more.cpp", "// saved\n");
  EXPECT_THAT(hint("", 0, "lesson01.3"), HasSubstr("lesson01.3 is complete"));
}

TEST_F(Hint, TellsTheCompileErrorFirst) {
  const std::string file = (fake_.root() / "exercises/01_first/1_warm.cpp").string();
  fake_.set_build_failure("lesson01.1.exercise.cpu", file + ":3:9: error: 'y' was not declared\n");
  EXPECT_THAT(hint(), HasSubstr("'y' was not declared"));
  EXPECT_THAT(hint(), Not(HasSubstr("warm one")));
  EXPECT_THAT(hint(), HasSubstr("`./course hint lesson01 warm`"));
}

TEST_F(Hint, SaysHowToGetAFileBack) {
  std::filesystem::remove(fake_.root() / "exercises/01_first/1_warm.cpp");
  EXPECT_THAT(hint(), HasSubstr("`./course reset lesson01.1`"));
  EXPECT_THAT(hint(), HasSubstr("As soon as the file is there"));
}

TEST_F(Hint, ADamagedMemoryIsForgotten) {
  fake_.folder().write("build/cpu/grader/hints/lesson01.3.json", "{\"more\": ");
  EXPECT_THAT(hint("more"), HasSubstr("more one"));
  fake_.folder().write("build/cpu/grader/hints/lesson01.3.json", "{\"more\": 99}");
  EXPECT_THAT(hint("more"), HasSubstr("more three"));
}

}  // namespace
}  // namespace kw::grader
