#include "grader/model/course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/model/error.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kGood = R"(number = 3
name = "masking"
title = "Masking"
summary = "Ragged edges."
prerequisites = [1, "02", "lesson02"]
[[check]]
id = "edge"
title = "The edge"
kind = "core"
points = 2.5
tests = "Edge.*"
hints = ["a", "b", "c"]
[benchmark]
filter = "Masked"
unit = "GB/s"
)";

std::vector<std::string> problems_of(const std::string& text, lesson* result = nullptr) {
  const temporary_folder folder;
  std::vector<problem> problems;
  const lesson read = read_lesson(folder.write("lesson.toml", text), "lesson.toml", problems);
  if (result != nullptr) {
    *result = read;
  }
  std::vector<std::string> texts;
  for (const problem& problem : problems) {
    texts.push_back(to_text(problem));
  }
  return texts;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

TEST(LessonToml, ReadsEverything) {
  lesson read;
  EXPECT_THAT(problems_of(kGood, &read), IsEmpty());
  EXPECT_EQ(read.id(), "lesson03");
  EXPECT_EQ(read.folder(), "03_masking");
  EXPECT_EQ(read.kernel_file(kernel_tree::exercise), "exercises/03_masking/masking.cpp");
  EXPECT_EQ(read.test_target(kernel_tree::solution, "cuda"), "lesson03.solution.cuda");
  EXPECT_EQ(read.bench_target(kernel_tree::exercise, "cpu"), "lesson03.exercise.cpu.bench");
  EXPECT_THAT(read.prerequisites, ElementsAre(1, 2, 2));
  EXPECT_EQ(read.points(), 2.5);
  ASSERT_TRUE(read.benchmark);
  EXPECT_EQ(read.benchmark->unit, "GB/s");
}

TEST(LessonToml, SaysWhereItIsNotToml) {
  EXPECT_THAT(problems_of("number = 3\nname = \"a\ntitle"),
              ElementsAre(HasSubstr("lesson.toml:2: not valid TOML")));
}

TEST(LessonToml, NamesWhatIsMissing) {
  EXPECT_THAT(problems_of("number = 3\n"),
              testing::IsSupersetOf({HasSubstr("name is missing"), HasSubstr("check is missing")}));
}

TEST(LessonToml, PointsMustBePositiveNumbers) {
  for (const char* bad : {"0", "-1", "\"2\"", "nan", "inf", "5000"}) {
    EXPECT_THAT(problems_of(replaced(kGood, "2.5", bad)),
                ElementsAre(HasSubstr("lesson.toml:10: check edge: points must be a number")))
        << bad;
  }
}

TEST(LessonToml, KindsAreThree) {
  EXPECT_THAT(
      problems_of(replaced(kGood, "\"core\"", "\"bonus\"")),
      ElementsAre(HasSubstr("kind \"bonus\" must be one of warm-up, core, stretch, speed")));
}

TEST(LessonToml, HintsAreThree) {
  EXPECT_THAT(problems_of(replaced(kGood, ", \"c\"", "")),
              ElementsAre(HasSubstr("hints must be three texts")));
  EXPECT_THAT(problems_of(replaced(kGood, "\"c\"", "\" \"")), ElementsAre(HasSubstr("2 found")));
}

TEST(LessonToml, SuggestsForMisspeltKeys) {
  EXPECT_THAT(
      problems_of(replaced(kGood, "points", "pionts")),
      testing::UnorderedElementsAre(HasSubstr("points is missing"),
                                    HasSubstr("unknown key pionts (did you mean \"points\"?)")));
}

TEST(LessonToml, TypesAreChecked) {
  EXPECT_THAT(problems_of(replaced(kGood, "number = 3", "number = \"3\"")),
              ElementsAre(HasSubstr("number must be a whole number")));
  EXPECT_THAT(problems_of(replaced(kGood, "[1, \"02\", \"lesson02\"]", "[\"two\"]")),
              ElementsAre(HasSubstr("must hold lesson numbers")));
  EXPECT_THAT(problems_of(replaced(kGood, "\"edge\"", "\"The Edge\"")),
              ElementsAre(HasSubstr("must be made of lower-case letters")));
}

TEST(LessonToml, AFileThatIsNotThereIsAProblem) {
  std::vector<problem> problems;
  read_lesson("/no/such/lesson.toml", "lesson.toml", problems);
  EXPECT_EQ(problems.size(), 1U);
}

TEST(Course, ReadsLessonsInOrder) {
  const fake_course fake;
  const course course = load_course(fake.root());
  ASSERT_EQ(course.lessons.size(), 2U);
  EXPECT_EQ(course.lessons[1].id(), "lesson02");
}

TEST(Course, FindsLessonsByAnyOfTheirNames) {
  const fake_course fake;
  const course course = load_course(fake.root());
  for (const char* name : {"lesson02", "lesson2", "02", "2", "second", "02_second"}) {
    EXPECT_EQ(find_lesson(course, name).number, 2) << name;
  }
  EXPECT_EQ(find_lessons(course, {"second", "01", "lesson02"}).size(), 2U);
  EXPECT_EQ(find_lessons(course, {}).size(), 2U);
}

TEST(Course, AnUnknownLessonSuggestsTheNearest) {
  const fake_course fake;
  const course course = load_course(fake.root());
  try {
    find_lesson(course, "secnod");
    FAIL();
  } catch (const usage_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"second\"?"));
    EXPECT_THAT(error.what(), HasSubstr("lesson01, lesson02"));
  }
}

TEST(Course, FindsCyclesAndMissingPrerequisites) {
  const fake_course fake;
  const std::string first = "lessons/01_first/lesson.toml";
  std::string text = kGood;
  text = replaced(replaced(text, "number = 3", "number = 1"), "masking", "first");
  fake.folder().write(first, replaced(text, "[1, \"02\", \"lesson02\"]", "[2, 7]"));
  std::vector<problem> problems;
  read_course(fake.root(), problems);
  std::string all;
  for (const problem& problem : problems) {
    all += to_text(problem) + "\n";
  }
  EXPECT_THAT(all, HasSubstr("prerequisite 7 is no lesson"));
  EXPECT_THAT(all, HasSubstr("cycle: lesson01 needs lesson02 needs lesson01"));
}

TEST(Course, ABrokenCourseIsTheMachinesFault) {
  const fake_course fake;
  fake.folder().write("lessons/02_second/lesson.toml", "number = ");
  EXPECT_THROW(load_course(fake.root()), machine_error);
  EXPECT_THROW(load_course("/no/such/course"), machine_error);
}

TEST(Course, FolderNumberAndNameAgree) {
  const fake_course fake;
  fake.folder().write("lessons/04_other/lesson.toml", kGood);
  std::vector<problem> problems;
  read_course(fake.root(), problems);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_THAT(problems[0].text, HasSubstr("make the folder 03_masking, but it lies in 04_other"));
}

}  // namespace
}  // namespace kw::grader
