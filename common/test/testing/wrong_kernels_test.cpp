// What a program of wrong kernels writes when it is asked for the values of a comparison.
#include "common/testing/asking.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "common/base/files.hpp"
#include "common/test/testing/failures.hpp"
#include "common/testing/told.hpp"

namespace kw::testing {
namespace {

namespace fs = std::filesystem;
using doubles = std::vector<double>;

// What a program that is asked for this comparison writes while a test makes these comparisons.
doubles values_written(int comparison, const std::vector<doubles>& got, const doubles& want) {
  const fs::path file = fs::path(::testing::TempDir()) / "wrong_kernels_test.values";
  fs::remove(file);
  const auto compare_all = [&] {
    std::string number = "--comparison=" + std::to_string(comparison);
    std::string values = "--values=" + file.string();
    char program[] = "program";
    char* arguments[] = {program, number.data(), values.data(), nullptr};
    base::option_reader options;
    add_values(options);
    options.take_all(3, arguments);
    for (const doubles& each : got) {
      failures_of(filled(each), want);
    }
    std::_Exit(3);  // it was asked for none of these
  };
  EXPECT_EXIT(compare_all(), ::testing::ExitedWithCode(0), "");
  const std::string bytes = base::read_text_file(file);
  doubles result(bytes.size() / sizeof(double));
  if (!bytes.empty()) {
    std::memcpy(result.data(), bytes.data(), bytes.size());
  }
  return result;
}

TEST(WrongKernelsDeathTest, WriteTheValuesThatAreWrong) {
  const doubles right = {1, 2, 3}, wrong = {1, 2, 4}, other = {5, 2, 3};
  EXPECT_EQ(values_written(1, {wrong}, right), wrong);
  EXPECT_EQ(values_written(2, {right, wrong, other}, right), wrong);
}

TEST(WrongKernelsDeathTest, WriteNothingIfTheirValuesAreWrongElsewhere) {
  const doubles right = {1, 2, 3}, wrong = {1, 2, 4};
  EXPECT_EQ(values_written(2, {wrong, wrong}, right), doubles{});
  EXPECT_EQ(values_written(2, {right, right, wrong}, right), doubles{});
}

TEST(WrongKernels, AreNotAskedByProgramsOfOurs) {
  EXPECT_TRUE(ask_kernels().mistakes.empty());
}

}  // namespace
}  // namespace kw::testing
