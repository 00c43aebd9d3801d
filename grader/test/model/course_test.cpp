#include "grader/model/course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/files.hpp"
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
benchmark_unit = "GB/s"
[[check]]
id = "edge"
title = "The edge"
kind = "core"
points = 2.5
concept = "a"
place = "b"
shape = "c"
[[check]]
id = "long-rows"
title = "Long rows"
kind = "stretch"
points = 1
concept = "a"
place = "b"
shape = "c"
[[check]]
id = "speed"
title = "Speed"
kind = "speed"
of = "long-rows"
points = 1
benchmarks = "Long"
concept = "a"
place = "b"
shape = "c"
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
  ASSERT_EQ(read.checks.size(), 3U);
  EXPECT_EQ(read.tasks().size(), 2U);
  const check& second = read.checks[1];
  EXPECT_EQ(second.task, 2);
  EXPECT_EQ(second.task_name(), "2_long_rows");
  EXPECT_EQ(read.task_id(second), "lesson03.2");
  EXPECT_EQ(read.kernel_file(kernel_tree::exercise, second),
            "exercises/03_masking/2_long_rows.cpp");
  EXPECT_EQ(read.test_target(kernel_tree::solution, "cuda", second), "lesson03.kernels.cuda");
  EXPECT_EQ(read.test_target(kernel_tree::solution, "cuda"), "lesson03.kernels.cuda");
  EXPECT_EQ(read.bench_target(kernel_tree::exercise, "cpu", second),
            "lesson03.2.exercise.cpu.bench");
  const check& speed = read.checks[2];
  EXPECT_EQ(speed.task, 0);
  EXPECT_EQ(&read.task_of(speed), &second);
  EXPECT_EQ(read.kernel_file(kernel_tree::solution, speed), "solutions/03_masking/2_long_rows.cpp");
  EXPECT_THAT(read.prerequisites, ElementsAre(1, 2, 2));
  EXPECT_EQ(read.points(), 4.5);
  EXPECT_EQ(read.benchmark_unit, "GB/s");
}

TEST(LessonToml, SaysWhatIsWrong) {
  struct mistake {
    const char *from, *to, *said;
  };
  const char* const kNumber = "lesson.toml:11: check edge: points must be a number above 0";
  for (const auto& [from, to, said] : {
           mistake{"of = \"long-rows\"", "of = \"short-rows\"",
                   "it measures short-rows, which is not a task above it"},
           {"of = \"long-rows\"", "of = \"speed\"", "speed, which is not a task above it"},
           {"of = \"long-rows\"\n", "", "of is missing"},
           {"2.5", "0", kNumber},
           {"2.5", "-1", kNumber},
           {"2.5", "\"2\"", kNumber},
           {"2.5", "nan", kNumber},
           {"2.5", "inf", kNumber},
           {"2.5", "5000", kNumber},
           {"\"core\"", "\"bonus\"", "kind \"bonus\" must be one of warm-up, core, stretch, speed"},
           {"shape = \"c\"\n", "", "shape is missing"},
           {"\"c\"", "\" \"", "shape must be a text in quotes, and not empty"},
           {"number = 3", "number = \"3\"", "number must be a whole number"},
           {"[1, \"02\", \"lesson02\"]", "[\"two\"]", "must hold lesson numbers"},
           {"\"edge\"", "\"The Edge\"", "must be made of lower-case letters"},
       }) {
    EXPECT_THAT(problems_of(replaced(kGood, from, to)), ElementsAre(HasSubstr(said))) << to;
  }
}

TEST(LessonToml, NumbersItsTasksFrom1To9) {
  std::string text = kGood;
  const std::string edge = text.substr(
      text.find("[[check]]"), text.find("[[check]]\nid = \"long") - text.find("[[check]]"));
  for (int i = 0; i < 8; ++i) {
    text += replaced(edge, "edge", "edge" + std::to_string(i));
  }
  EXPECT_THAT(problems_of(text), ElementsAre(HasSubstr("a lesson has 1 to 9 tasks")));
}

TEST(LessonToml, SaysWhereItIsNotToml) {
  EXPECT_THAT(problems_of("number = 3\nname = \"a\ntitle"),
              ElementsAre(HasSubstr("lesson.toml:2: not valid TOML")));
}

TEST(LessonToml, NamesWhatIsMissing) {
  EXPECT_THAT(problems_of("number = 3\n"),
              testing::IsSupersetOf({HasSubstr("name is missing"), HasSubstr("check is missing")}));
}

TEST(LessonToml, SuggestsForMisspeltKeys) {
  EXPECT_THAT(
      problems_of(replaced(kGood, "points", "pionts")),
      testing::UnorderedElementsAre(HasSubstr("points is missing"),
                                    HasSubstr("unknown key pionts (did you mean \"points\"?)")));
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
}

TEST(Course, AnUnknownLessonSuggestsTheNearest) {
  const fake_course fake;
  const course course = load_course(fake.root());
  EXPECT_THAT([&] { find_lesson(course, "secnod"); },
              testing::ThrowsMessage<usage_error>(
                  testing::AllOf(testing::HasSubstr("did you mean \"second\"?"),
                                 testing::HasSubstr("lesson01, lesson02"))));
}

TEST(Course, FindsTasksByLessonAndNumber) {
  const fake_course fake;
  const course course = load_course(fake.root());
  for (const char* name : {"lesson01.2", "lesson1.2", "01.2", "1.2", "first.2"}) {
    const course_part part = find_part(course, name);
    EXPECT_EQ(part.of->number, 1) << name;
    ASSERT_NE(part.task, nullptr) << name;
    EXPECT_EQ(part.task->id, "main") << name;
  }
  EXPECT_EQ(find_part(course, "lesson02").task, nullptr);
  for (const char* name : {"lesson01.4", "lesson01.0", "lesson01.", "lesson01.x", "lesson01.02"}) {
    EXPECT_THROW(find_part(course, name), usage_error) << name;
  }
  EXPECT_THAT([&] { find_part(course, "lesson01.4"); },
              testing::ThrowsMessage<usage_error>(
                  testing::AllOf(testing::HasSubstr("lesson01 has no task \"4\""),
                                 testing::HasSubstr("lesson01.1 to lesson01.3"))));
}

TEST(Course, PartsAreInOrderAndHoldWhatWasNamed) {
  const fake_course fake;
  const course course = load_course(fake.root());
  EXPECT_EQ(find_parts(course, {}).size(), 2U);
  const std::vector<lesson> parts = find_parts(course, {"second", "1.3", "lesson01.1"});
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].checks.size(), 2U);
  EXPECT_EQ(parts[0].checks[1].task, 3) << "a task keeps its number";
  EXPECT_EQ(parts[0].points(), 5);
  EXPECT_EQ(find_parts(course, {"1.3", "lesson01"})[0].checks.size(), 3U);
}

TEST(Course, APartHasTheSpeedChecksOfItsTasks) {
  lesson read;
  problems_of(kGood, &read);
  EXPECT_EQ(part_of(read, {2}).checks.size(), 2U);
  EXPECT_EQ(part_of(read, {1}).checks.size(), 1U);
}

TEST(Course, FilesHaveANameOfTheirOwnInTheWholeCourse) {
  const fake_course fake;
  std::string text = base::read_text_file(fake.root() / "lessons/02_second/lesson.toml");
  fake.folder().write("lessons/02_second/lesson.toml", replaced(text, "\"only\"", "\"warm\""));
  std::vector<problem> problems;
  read_course(fake.root(), problems);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_THAT(to_text(problems[0]), HasSubstr("lessons/02_second/lesson.toml: check warm: its file "
                                              "would be 1_warm.cpp, as in lessons/01_first"));
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
  EXPECT_THAT(all, HasSubstr("prerequisite 7 is not a lesson"));
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
  EXPECT_THAT(problems[0].text, HasSubstr("make the folder 03_masking, but it is in 04_other"));
}

}  // namespace
}  // namespace kw::grader
