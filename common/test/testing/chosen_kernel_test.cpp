// The table of kernels. Programs of lessons test it as well: each of their kernels is called by way
// of it.
#include "common/testing/chosen_kernel.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "kernelwright/runtime/error.hpp"
#include "kernelwright/testing/kernels.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {
namespace {

TEST(TaskOfFile, IsTheFirstDigitOfItsName) {
  EXPECT_EQ(task_of_file("/a b/lessons/03_masking/tests/2_masked_add.cpp"), 2);
  EXPECT_EQ(task_of_file("7_pad_rows.cpp"), 7);
  for (const char* const other :
       {"/lessons/03_masking/tests/cases.hpp", "2masked.cpp", "/2_folder/cases.hpp", "", "/"}) {
    EXPECT_EQ(task_of_file(other), 0) << other;
  }
}

int twice(int n) {
  return 2 * n;
}

const kernel_function kFunctions[] = {
    {"lesson00::twice(int)", reinterpret_cast<any_function*>(&twice)}};

/// Chooses as a command line does.
void choose(std::string kernel, std::string task) {
  base::option_reader options;
  add_kernel(options);
  add_task(options);
  kernel = "--kernel=" + kernel;
  task = "--task=" + task;
  char* arguments[] = {task.data(), task.data(), kernel.data(), nullptr};
  options.take_all(3, arguments);
}

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const error& problem) {
    return problem.what();
  }
  return "";
}

TEST(ChosenKernel, IsARowOfTheTable) {
  const lesson_info before = current_lesson;
  EXPECT_NE(refusal([] {
              chosen_function("lesson00::twice(int)");
            }).find("does not define lesson00::twice(int), which the tests call"),
            std::string::npos);
  static const kernel row(3, "wrong/twice", "generated/kernels/3_twice/twice.cpp",
                          "/build/generated/kernels/3_twice/twice.cpp", kFunctions);
  EXPECT_TRUE(has_table_of_kernels());

  choose("wrong/twice", "3");
  require_kernel();
  EXPECT_EQ(std::string(current_lesson.tree), "wrong");
  EXPECT_EQ(std::string(current_lesson.file), "generated/kernels/3_twice/twice.cpp");
  auto* const function = chosen_function("lesson00::twice(int)");
  EXPECT_EQ(reinterpret_cast<int (*)(int)>(function)(21), 42);
  EXPECT_EQ(refusal([] { chosen_function("lesson00::thrice(int)"); }),
            "the kernel wrong/twice of task 3 has no lesson00::thrice(int)");

  choose("wrong/twice", "2");
  EXPECT_EQ(refusal([] { require_kernel(); }),
            "there is no kernel wrong/twice of task 2; there are nothing");
  choose("wrong/thrice", "3");
  EXPECT_EQ(refusal([] { require_kernel(); }),
            "there is no kernel wrong/thrice of task 3; there are nothing, wrong/twice");
  choose("nothing", "3");
  EXPECT_EQ(refusal([] { require_kernel(); }), "");
  EXPECT_TRUE(nothing_is_called());
  current_lesson = before;
}

TEST(ChosenKernel, ATaskHasANumber) {
  for (const char* const wrong : {"0", "-1", "two", ""}) {
    EXPECT_THROW(choose("nothing", wrong), base::option_error) << wrong;
  }
}

}  // namespace
}  // namespace kw::testing
