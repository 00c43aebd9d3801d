// The text of a failed comparison.
#pragma once
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/testing/compare.hpp"

namespace kw::testing {

inline constexpr tolerance kLimit{1e-6, 1e-6, "for the test"};
// The failures of a comparison, as text.
template <class T, int Rank>
std::string failures_of(const buffer<T, Rank>& got, const std::vector<double>& want,
                        tolerance limit = kLimit, const std::string& describe = "a case") {
  ::testing::TestPartResultArray results;
  {
    ::testing::ScopedFakeTestPartResultReporter reporter(
        ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    check_close(got, want, limit, describe);
  }
  std::string text;
  for (int i = 0; i < results.size(); ++i) {
    text += results.GetTestPartResult(i).message();
  }
  while (text.ends_with('\n')) {  // GoogleTest 1.14 and later add one to each message
    text.pop_back();
  }
  return text;
}

inline std::vector<double> wanted(std::size_t n) {
  std::vector<double> want(n);
  for (std::size_t i = 0; i < n; ++i) {
    want[i] = 1.5 * static_cast<double>(i % 97) + static_cast<double>(i) / 64;
  }
  return want;
}

inline buffer<float> filled(const std::vector<double>& values) {
  return buffer<float>(cpu_device, {static_cast<std::int64_t>(values.size())},
                       std::vector<float>(values.begin(), values.end()));
}

inline std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  return text.substr(text.rfind('\n', end) + 1, end - text.rfind('\n', end));
}

}  // namespace kw::testing
