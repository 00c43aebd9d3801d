/// \file
/// How many bytes kernels move for each byte that they need, for tasks about speed whose verdict is
/// the same on every machine.
#pragma once
#include <functional>
#include <string>

#include "kernelwright/core/source_place.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/traffic.hpp"
#include "kernelwright/testing/lesson_info.hpp"
#include "kernelwright/testing/lesson_test.hpp"
#include "kernelwright/testing/rows.hpp"

namespace kw::testing {

/// Can kernels on this device be counted? Only the checker counts, and it watches programs on the
/// CPU unless checks are off.
bool can_count_traffic(device where);

/// What the launches of `call` move; in a worker's process as well. Zeros if nothing is counted.
runtime::traffic traffic_of(const std::function<void()>& call);

/// Expects that something is moved, and at most `most` bytes for each of the bytes wanted.
/// \param wanted bytes, each input read once and each output written once
/// \param what   the case in words, such as "64 rows of 64". \returns is it?
bool expect_moved(const runtime::traffic& moved, double wanted, double most,
                  const std::string& what, source_place place = source_place::here());

/// Expects that one launch has at least this many programs. \returns has it?
bool expect_programs(const runtime::traffic& moved, std::int64_t least, const std::string& what,
                     source_place place = source_place::here());

/// The fixture of tasks whose exercises begin with right values, and move too much for them. Values
/// are compared on every device. Where nothing can be counted, right values earn nothing.
class counted_test : public lesson_test {
 public:
  static constexpr const char* kNotCounted =
      "what is moved is counted on the CPU, with checks on: run the exercise's .cpu program";

 protected:
  void TearDown() override {
    lesson_test::TearDown();
    const bool solved = std::string(current_lesson.tree) == "solution";
    if (!can_count_traffic(device()) && !solved && !HasFailure() && !IsSkipped()) {
      GTEST_SKIP() << "the values are right; " << kNotCounted;
    }
  }
};

/// Bytes for each byte that is needed, in most tasks.
inline constexpr double kMostMoved = 1.1;

/// For a row of `tests`: a check of values that also counts what is moved, since a kernel must not
/// save traffic by leaving out work.
/// \param needed bytes that a case needs \param least programs of its largest launch
template <class Case>
std::function<bool(const Case&)> moves(bool (*check)(const Case&), double (*needed)(const Case&),
                                       double most = kMostMoved, std::int64_t least = 0,
                                       source_place place = source_place::here()) {
  return [=](const Case& c) {
    if (!can_count_traffic(default_device())) {
      [] { GTEST_SKIP() << counted_test::kNotCounted; }();
      return true;
    }
    bool right = false;
    const runtime::traffic moved = traffic_of([&] { right = check(c); });
    return right && (least == 0 || expect_programs(moved, least, shape(c), place)) &&
           expect_moved(moved, needed(c), most, shape(c), place);
  };
}

}  // namespace kw::testing
