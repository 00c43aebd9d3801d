// What the tests of slow patients in elective 16 have in common.
#pragma once
#include "clinic.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>
#include <kernelwright/testing/traffic.hpp>

#include "clinic_reference.hpp"
#include "tests/limits.hpp"

namespace lesson16 {

using namespace kw::testing;

/// Values are compared on every device, and what is moved is counted on the CPU.
class Counted : public kw::testing::lesson_test {
 protected:
  /// Counts what a check of values moves. A kernel must not save traffic by leaving out work.
  template <class Check>
  static bool check_moved(double needed, const std::string& what, const Check& check,
                          double most = kMostMoved,
                          kw::source_place place = kw::source_place::here()) {
    bool right = false;
    const kw::runtime::traffic moved = kw::testing::traffic_of([&] { right = check(); });
    return right && kw::testing::expect_moved(moved, needed, most, what, place);
  }

  bool counts() const { return kw::testing::can_count_traffic(device()); }

  /// Right values prove nothing, because the exercise begins with them. If nothing can be counted
  /// they earn nothing.
  void TearDown() override {
    lesson_test::TearDown();
    const bool solved = std::string(kw::testing::current_lesson.tree) == "solution";
    if (!counts() && !solved && !HasFailure() && !IsSkipped()) {
      GTEST_SKIP() << "the values are right; " << kNotCounted;
    }
  }

  static constexpr const char* kNotCounted =
      "what is moved is counted on the CPU, with checks on: run the exercise's .cpu program";
};

}  // namespace lesson16
