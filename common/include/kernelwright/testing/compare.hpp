/// \file
/// Comparing what a kernel computed with what it should have computed.
#pragma once
#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "kernelwright/core/dtype.hpp"
#include "kernelwright/core/source_place.hpp"
#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/inputs.hpp"
#include "kernelwright/testing/lesson_test.hpp"
#include "kernelwright/testing/tolerance.hpp"

namespace kw::testing {

/// A comparison as the failure text sees it.
struct comparison {
  std::int64_t size = 0;
  std::int64_t rows = 0, columns = 0;  ///< of rank 2; 0 otherwise
  const void* data = nullptr;          ///< of the buffer that was compared
  std::string shape, dtype, describe;
  kw::device device;
  tolerance limit;
  std::function<double(std::int64_t)> got, want;
  std::function<bool(std::int64_t)> poison;          ///< never written?
  std::function<const void*(std::int64_t)> element;  ///< where it is; null where not on the CPU
};

/// Fails the running test: what was tested, the worst element, how many differ and where, and what
/// may be the cause. It is one line if it follows from findings of the test, or if an earlier text
/// says as much.
void report_mismatch(source_place place, const comparison& c);

/// Counts a comparison of the running test. In a program that is asked for the values of one
/// comparison (common/testing/asking.hpp), it ends the program with this one, or with an
/// earlier one that is not as it should be.
/// \param found has the checker findings?
/// \param data  of the buffer that is compared
void note_comparison(bool found, bool right, const void* data, std::size_t size,
                     const std::function<double(std::size_t)>& value);

/// The known mistake that gives the answers of a host's function, some of which are wrong, after a
/// blank: " Your values are what you get by taking the slowest sample (all 5 agree)." Empty if none
/// does. A test calls it for each wrong kernel as well, whose answers are compared.
std::string explain_answers(const std::vector<double>& got, const std::vector<double>& want);

/// Makes the running test fail at `place`.
void fail_at(source_place place, const std::string& text);

/// Name of an element type, such as float32.
template <class T>
const char* dtype_name() {
  if constexpr (core::stored_float_type<T>) {
    return core::stored_float<T>::name;
  } else if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? "float32" : "float64";
  } else {
    return sizeof(T) == 1 ? "int8" : sizeof(T) == 2 ? "int16" : sizeof(T) == 4 ? "int32" : "int64";
  }
}

/// The same for the types of a typed test suite: the third argument of TYPED_TEST_SUITE.
struct dtype_names {
  template <class T>
  static std::string GetName(int) {
    return dtype_name<T>();
  }
};

/// Is each element close to what it should be? The two have the same size.
template <class T, class Want>
bool all_close(const std::vector<T>& got, const std::vector<Want>& want, tolerance limit) {
  std::atomic<bool> right = true;
  in_ranges(got.size(), [&](std::size_t begin, std::size_t end) {
    bool all = true;
    for (std::size_t i = begin; i < end && all; ++i) {
      all = close(core::convert<double>(got[i]), static_cast<double>(want[i]), limit);
    }
    if (!all) {
      right = false;
    }
  });
  return right;
}

/// Fails the running test unless all elements of `got` are close to `want` (row-major, in double)
/// and its guard zones are intact. Findings of the checker are reported first. \param describe the
/// case in words, such as "n = 1000" \returns is everything right? Cost: one pass over the
/// elements; the text costs a few more, but only on failure.
template <class T, int Rank, class Want>
bool check_close(const buffer<T, Rank>& got, const std::vector<Want>& want, tolerance limit,
                 const std::string& describe = "", source_place place = source_place::here()) {
  bool good = report_findings() == 0;
  const std::vector<T> values = got.download();
  if (values.size() != want.size()) {
    fail_at(place, "the test expects " + std::to_string(want.size()) +
                       " values, but the output has " + std::to_string(values.size()));
    return false;
  }
  const auto value = [&](std::size_t i) { return core::convert<double>(values[i]); };
  const bool right = all_close(values, want, limit);
  note_comparison(!good, right, got.data(), values.size(), value);
  if (!right) {
    comparison c;
    c.size = got.size(), c.data = got.data();
    for (int axis = 0; axis < Rank; ++axis) {
      c.shape += (axis == 0 ? "" : " x ") + std::to_string(got.extent(axis));
    }
    if constexpr (Rank == 2) {
      c.rows = got.extent(0);
      c.columns = got.extent(1);
    }
    c.dtype = dtype_name<T>();
    c.describe = describe;
    c.device = got.device();
    c.limit = limit;
    c.got = [&](std::int64_t i) { return value(static_cast<std::size_t>(i)); };
    c.want = [&](std::int64_t i) { return static_cast<double>(want[static_cast<std::size_t>(i)]); };
    c.poison = [&, poison = runtime::poison_value<T>()](std::int64_t i) {
      return std::memcmp(&values[static_cast<std::size_t>(i)], &poison, sizeof(T)) == 0;
    };
    c.element = [&](std::int64_t i) {
      std::int64_t offset = i;
      if constexpr (Rank == 2) {
        offset = i / c.columns * got.stride(0) + i % c.columns;
      }
      return got.device().kind == device_kind::cpu ? got.data() + offset : nullptr;
    };
    report_mismatch(place, c);
  }
  std::string why;
  if (!got.guards_intact(&why)) {
    fail_at(place, "A store left its buffer (" + describe + "): " + why +
                       ". On the CPU with checks on, the checker names the line.");
    good = false;
  }
  return good && right;
}

}  // namespace kw::testing
