#include "grader/run/skeleton.hpp"

#include <gtest/gtest.h>

#include "common/base/files.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

TEST(Skeleton, TakesTheAnswerOutAndPutsTheTodoIn) {
  EXPECT_EQ(skeleton_of("int f() {\n"
                        "  // TODO: what?\n"
                        "  //{ solution\n"
                        "  int answer = 42;\n"
                        "  //| int answer = 0;\n"
                        "  //|\n"
                        "  //}\n"
                        "  return answer;\n"
                        "}\n"),
            "int f() {\n"
            "  // TODO: what?\n"
            "  int answer = 0;\n"
            "\n"
            "  return answer;\n"
            "}\n");
}

TEST(Skeleton, AnElectiveIsGradedUnaskedOnceItIsBegun) {
  const fake_course fake;
  const auto file = fake.root() / "lessons/02_second/lesson.toml";
  fake.folder().write("lessons/02_second/lesson.toml",
                      "elective = true\n" + base::read_text_file(file));
  const course course = load_course(fake.root());
  const lesson& elective = course.lessons[1];
  const check& task = *elective.tasks().front();
  const std::string exercise = elective.kernel_file(kernel_tree::exercise, task).string();
  fake.folder().write(elective.kernel_file(kernel_tree::solution, task).string(),
                      "//{ solution\nint x = 1;\n//| int x = 0;\n//}\n");
  fake.folder().write(exercise, "int x = 0;\n");
  EXPECT_EQ(find_parts(course, {}).size(), 1U);
  EXPECT_EQ(parts_to_grade(fake.root(), course, {}).size(), 1U) << "untouched";
  EXPECT_EQ(parts_to_grade(fake.root(), course, {"lesson02"}).size(), 1U) << "asked for";
  fake.folder().write(exercise, "int x = 1;\n");
  const std::vector<lesson> parts = parts_to_grade(fake.root(), course, {});
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_TRUE(parts[1].elective);
}

}  // namespace
}  // namespace kw::grader
