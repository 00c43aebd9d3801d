#include "grader/model/file_names.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

lesson with_tasks(const std::vector<std::string>& ids) {
  lesson lesson;
  lesson.number = 3;
  lesson.name = "masking";
  for (const std::string& id : ids) {
    check task;
    task.id = id;
    task.task = static_cast<int>(lesson.checks.size()) + 1;
    lesson.checks.push_back(task);
  }
  return lesson;
}

TEST(FileNames, AreKnownInOtherSpellings) {
  const lesson lesson = with_tasks({"mask-values", "masked-add", "masked-add-2d", "relu"});
  for (const char* name :
       {"2_masked_add.cpp", "MaskedAdd.cpp", "masked_add.cpp", "2_masked_add.cpp.txt",
        "2_masked_add_(1).cpp", "2_masked_add (1).cpp", "2_masked_add-1.cpp", "2-masked-add.cpp",
        "2_masked_add - Copy.cpp", "Copy of 2_masked_add.cpp", "2_Masked_Add.CPP",
        "2_masked_add.cu", "2_maskd_add.cpp", "2_masked_add copy 2.cpp", "1_masked_add.cpp"}) {
    const check* task = task_meant(lesson, name);
    ASSERT_NE(task, nullptr) << name;
    EXPECT_EQ(task->id, "masked-add") << name;
  }
  EXPECT_EQ(task_meant(lesson, "MaskedAdd2D.cpp")->id, "masked-add-2d");
  EXPECT_EQ(task_meant(lesson, "4_relu (3).cpp")->id, "relu");
}

TEST(FileNames, ThatFitNoTaskOrTwoAreLeftAlone) {
  const lesson lesson = with_tasks({"sum-rows", "sum-rowz", "relu"});
  for (const char* name : {"notes.cpp", "sum_rowx.cpp", "3_relu.cpp~", "3_relu.cpp.orig", "3_relu",
                           ".3_relu.cpp.swp", "main.cpp", "", ".cpp", "3_relu.o"}) {
    EXPECT_EQ(task_meant(lesson, name), nullptr) << name;
  }
  EXPECT_EQ(task_meant(with_tasks({}), "3_relu.cpp"), nullptr);
}

TEST(FileNames, AreFoundBesideTheExercises) {
  const fake_course fake;
  const course course = load_course(fake.root());
  const lesson& first = course.lessons.front();
  EXPECT_TRUE(find_strays(fake.root(), first, kernel_tree::exercise).empty());
  for (const char* name : {"Warm.cpp", "3_more (1).cpp", "notes.cpp"}) {
    std::ofstream(fake.root() / "exercises/01_first" / name) << "// mine\n";
  }
  const auto strays = find_strays(fake.root(), first, kernel_tree::exercise);
  ASSERT_EQ(strays.size(), 2U);
  EXPECT_EQ(strays[0].file, "exercises/01_first/3_more (1).cpp");
  EXPECT_EQ(strays[0].task->id, "more");
  EXPECT_EQ(strays[1].task->id, "warm");
  lesson gone = first;
  gone.name = "gone";
  EXPECT_TRUE(find_strays(fake.root(), gone, kernel_tree::exercise).empty());
}

}  // namespace
}  // namespace kw::grader
