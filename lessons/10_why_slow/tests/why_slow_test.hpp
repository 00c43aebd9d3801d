// What the tests of elective 10 have in common.
#pragma once
#include "why_slow.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>
#include <kernelwright/testing/traffic.hpp>

#include "why_slow_reference.hpp"

namespace lesson10 {

using namespace kw::testing;

constexpr double kMostMoved = 1.1;  // bytes for each byte that is needed

/// The message of a test that cannot count.
constexpr const char* kNotCounted =
    "what is moved is counted on the CPU, with checks on: run the exercise's .cpu program";

/// The fixture: values are compared on every device, and what is moved is counted on the CPU.
class WhySlow : public kw::testing::lesson_test {
 protected:
  bool counts() const { return kw::testing::can_count_traffic(device()); }

  /// Counts what a check of values moves; the check says whether they are right. A kernel must not
  /// save traffic by leaving out work.
  template <class Check>
  static bool check_moved(double needed, const std::string& what, const Check& check,
                          kw::source_place place = kw::source_place::here()) {
    bool right = false;
    const kw::runtime::traffic moved = kw::testing::traffic_of([&] { right = check(); });
    return right && kw::testing::expect_moved(moved, needed, kMostMoved, what, place);
  }

  /// Right values prove nothing, because the exercise begins with them. If nothing can be counted
  /// they earn nothing.
  void TearDown() override {
    lesson_test::TearDown();
    const bool solved = std::string(kw::testing::current_lesson.tree) == "solution";
    if (!counts() && !solved && !HasFailure() && !IsSkipped()) {
      GTEST_SKIP() << "the values are right; " << kNotCounted;
    }
  }
};

/// Shapes around the tiles, with padded and with unaligned rows.
inline std::vector<matrix_case> shapes() {
  return {{1, 2},    {2, 3},     {16, 64},        {17, 65},         {31, 33},         {33, 31},
          {100, 70}, {64, 1000}, {7, 96, 128, 0}, {35, 50, 51, 53}, {5, 64, 0, 0, 1}, {0, 5}};
}

}  // namespace lesson10
