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

TEST(Skeleton, TheAnswerHasNoMarks) {
  EXPECT_EQ(answer_of("int f() {\n"
                      "  //{ solution\n"
                      "  int answer = 42;\n"
                      "  //| int answer = 0;\n"
                      "  //}\n"
                      "  return answer;\n"
                      "}\n"),
            "int f() {\n"
            "  int answer = 42;\n"
            "  return answer;\n"
            "}\n");
  EXPECT_EQ(answer_of("int x;\n"), "int x;\n");
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
  EXPECT_EQ(choose_parts(fake.root(), course, {}).to_grade.size(), 1U) << "untouched";
  EXPECT_EQ(choose_parts(fake.root(), course, {"lesson02"}).to_grade.size(), 1U) << "asked for";
  fake.folder().write(exercise, "int x = 1;\n");
  const std::vector<lesson> parts = choose_parts(fake.root(), course, {}).to_grade;
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_TRUE(parts[1].elective);
}

TEST(Skeleton, OfTheLessonsNotBegunTheFirstIsGraded) {
  const fake_course fake;
  const course course = load_course(fake.root());
  const auto untouched = [&](const char* file) {
    fake.folder().write(std::string("exercises/") + file, "int x = 0;\n");
    fake.folder().write(std::string("solutions/") + file,
                        "//{ solution\nint x = 1;\n//| int x = 0;\n//}\n");
  };
  untouched("01_first/1_warm.cpp");
  untouched("01_first/2_main.cpp");
  untouched("02_second/1_only.cpp");
  const auto ids = [&](const std::vector<std::string>& names) {
    std::string text;
    const chosen_parts parts = choose_parts(fake.root(), course, names);
    for (const lesson& lesson : parts.to_grade) {
      text += lesson.id() + " ";
    }
    for (const lesson& lesson : parts.not_begun) {
      text += "not " + lesson.id() + " ";
    }
    return text;
  };
  EXPECT_EQ(ids({}), "lesson01 lesson02 ") << "01 was begun, and 02 is next";
  untouched("01_first/3_more.cpp");
  EXPECT_EQ(ids({}), "lesson01 not lesson02 ");
  EXPECT_EQ(ids({"lesson02"}), "lesson02 ") << "asked for";
  std::filesystem::remove(fake.root() / "exercises/02_second/1_only.cpp");
  EXPECT_EQ(ids({}), "lesson01 lesson02 ") << "somebody should hear that a file is missing";
}

}  // namespace
}  // namespace kw::grader
