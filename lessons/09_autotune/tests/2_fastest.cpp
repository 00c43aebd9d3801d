// Tests of lesson 09, task 2: lists of times, some of which are missing.
#include "autotune.hpp"

#include <kernelwright/runtime/device.hpp>
#include <kernelwright/testing/function_place.hpp>
#include <kernelwright/testing/testing.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

class Fastest : public kw::testing::lesson_test {};

constexpr double kLeftOut = std::numeric_limits<double>::quiet_NaN();

// After the end comes a time that would win, for a loop that goes too far.
constexpr double kAfterEnd = 1e-12;

/// Lists of times, and the number of the fastest.
const std::vector<std::pair<std::vector<double>, int>>& all_lists() {
  static const std::vector<std::pair<std::vector<double>, int>> lists = {
      {{1e-6, 3e-6, 2e-6, kAfterEnd}, 0},     {{3e-6, 1e-6, 2e-6, kAfterEnd}, 1},
      {{3e-6, 2e-6, 1e-6, kAfterEnd}, 2},     {{1e-3, kAfterEnd}, 0},
      {{2e-6, 1e-6, 1e-6, kAfterEnd}, 1},     {{kLeftOut, 3e-6, 1e-6, kLeftOut, kAfterEnd}, 2},
      {{1e-6, kLeftOut, 3e-6, kAfterEnd}, 0}, {{kLeftOut, kLeftOut, kAfterEnd}, -1}};
  return lists;
}

/// Times at the beginning of memory, so that there is nothing to read before the first one.
class list_of_times {
 public:
  explicit list_of_times(const std::vector<double>& seconds)
      : data_(static_cast<double*>(kw::memory::allocate(
            kw::cpu_device, static_cast<std::int64_t>(seconds.size() * sizeof(double))))) {
    std::copy(seconds.begin(), seconds.end(), data_);
  }
  ~list_of_times() { kw::memory::release(kw::cpu_device, data_); }
  list_of_times(const list_of_times&) = delete;
  list_of_times& operator=(const list_of_times&) = delete;

  const double* data() const { return data_; }

 private:
  double* data_;
};

/// \param seconds  with the time after the end
int fastest_of(const std::vector<double>& seconds) {
  const auto n = static_cast<std::int64_t>(seconds.size());
  const list_of_times list(seconds);
  return lesson09::fastest(kw::view<const double>(list.data(), {n - 1}, kw::cpu_device));
}

/// The known mistake that gives the learner's answers for all lists.
std::string diagnosis() {
  std::vector<double> got, all;
  for (const auto& [seconds, want] : all_lists()) {
    got.push_back(fastest_of(seconds));
    all.push_back(want);
  }
  return kw::testing::explain_answers(got, all);
}

void expect_fastest(std::size_t first, std::size_t last) {
  for (std::size_t i = first; i <= last; ++i) {
    const auto& [seconds, want] = all_lists()[i];
    const int got = fastest_of(seconds);
    if (got == want) {
      continue;
    }
    std::string list;
    for (std::size_t at = 0; at + 1 < seconds.size(); ++at) {
      list += (list.empty() ? "" : ", ") + std::to_string(seconds[at] * 1e6) + " us";
    }
    ADD_FAILURE() << kw::testing::place_of_function("fastest") << "Of {" << list << "} number "
                  << want << " is the fastest (-1: none), but fastest says " << got << "."
                  << diagnosis();
    return;  // one failure of a test says enough
  }
}

TEST_F(Fastest, AnyPlace) {
  expect_fastest(0, 3);
}

TEST_F(Fastest, FirstOfEquals) {
  expect_fastest(4, 4);
}

TEST_F(Fastest, SomeAreLeftOut) {
  expect_fastest(5, 6);
}

TEST_F(Fastest, AllAreLeftOut) {
  expect_fastest(7, 7);
}

}  // namespace
