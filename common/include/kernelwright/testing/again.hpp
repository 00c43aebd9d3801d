/// \file
/// What is being tested, so that a failed comparison can run it again with other values or sizes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernelwright/core/dtype.hpp"

namespace kw::testing {

/// An argument of an entry function, as check_entry holds it.
struct held_values {
  std::vector<std::int64_t> extents = {};            ///< of a view; a number has none
  const void* data = nullptr;                        ///< of an input or output of the kernels
  std::function<std::vector<double>()> values = {};  ///< of an output that is compared
  double number = 0;                                 ///< what it is, if it is one
  /// Changes the elements of an input whose index along an axis is in [begin, end), and those
  /// alone, or a number; empty where there is nothing that may change, as in whole numbers.
  std::function<void(int axis, std::int64_t begin, std::int64_t end)> change = {};
};

/// An entry with its arguments.
struct entry_again {
  std::vector<held_values> arguments;
  std::function<void()> run;  ///< with outputs as they are before a call
};

/// A case that is wrong, and one of the same kind that was right.
struct case_again {
  std::vector<std::int64_t> right, wrong;  ///< sizes
  std::function<bool(const std::vector<std::int64_t>&)> check;
  std::function<std::string(const std::vector<std::int64_t>&)> text;
};

/// What runs now: set by check_entry and by check_until_failure, as long as they do.
std::function<entry_again()>& tested_entry();
std::function<case_again()>& tested_case();

/// Sets one of them, and resets it at the end.
template <class Again>
class while_tested {
 public:
  while_tested(std::function<Again()>& slot, std::function<Again()> make)
      : slot_(slot), before_(std::exchange(slot, std::move(make))) {}
  ~while_tested() { slot_ = std::move(before_); }
  while_tested(const while_tested&) = delete;
  while_tested& operator=(const while_tested&) = delete;

 private:
  std::function<Again()>& slot_;
  std::function<Again()> before_;
};

/// Another value, of about the same size and with the same sign.
inline double other_than(double value) {
  return value + (value < 0 ? -1 : 1) * 0.375 + 0.25 * value;
}

/// The values of an array in which those between two indices along an axis are others. Where they
/// are whole numbers, they are others of the array, since they may be indices.
template <class T>
std::vector<T> with_others(std::vector<T> values, const std::vector<std::int64_t>& extents,
                           int axis, std::int64_t begin, std::int64_t end) {
  const std::vector<T> before = values;
  const auto [least, most] = std::minmax_element(before.begin(), before.end());
  std::int64_t inner = 1;
  for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < extents.size(); ++i) {
    inner *= extents[i];
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t index =
        static_cast<std::int64_t>(i) / inner % extents[static_cast<std::size_t>(axis)];
    if (index >= begin && index < end) {
      if constexpr (std::is_integral_v<T>) {
        const T next = before[(i + 1) % before.size()];
        values[i] = next != before[i] ? next : *least != before[i] ? *least : *most;
      } else {
        values[i] = core::convert<T>(other_than(core::convert<double>(values[i])));
      }
    }
  }
  return values;
}

}  // namespace kw::testing
