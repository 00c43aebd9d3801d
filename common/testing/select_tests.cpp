// A lesson's program has the tests of all its tasks.
#include <gtest/gtest.h>

#include <string>

#include "common/testing/chosen_kernel.hpp"
#include "common/testing/told.hpp"

namespace kw::testing {
namespace {

/// The tests of other tasks, as the part of a filter that leaves them out.
std::string tests_of_others(int task) {
  std::string names;
  const auto& all = *::testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const auto& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const auto& test = *suite.GetTestInfo(t);
      const int of = task_of_file(test.file());
      if (of != 0 && of != task) {
        names += (names.empty() ? "" : ":") + full_name(test);
      }
    }
  }
  return names;
}

class file_of_test : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo& test) override {
    note_task(task_of_file(test.file()));
  }
};

}  // namespace

void select_tests() {
  const int task = chosen_task();
  const std::string others = task == 0 ? "" : tests_of_others(task);
  if (!others.empty()) {
    std::string& filter = ::testing::GTEST_FLAG(filter);
    filter += (filter.find('-') == std::string::npos ? "-" : ":") + others;
  }
  if (has_table_of_kernels()) {
    ::testing::UnitTest::GetInstance()->listeners().Append(new file_of_test);  // which owns it
  }
}

}  // namespace kw::testing
