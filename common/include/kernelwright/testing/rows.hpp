/// \file
/// The sizes with which tests call kernels over vectors and over the rows of a matrix.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernelwright/core/dtype.hpp"
#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/testing/again.hpp"
#include "kernelwright/testing/inputs.hpp"
#include "kernelwright/testing/lesson_test.hpp"

namespace kw::testing {

/// A vector as a kernel gets it, and as it writes it.
struct vector_case {
  std::int64_t n;
  int in_offset = 0, out_offset = 0;  ///< elements off an aligned address

  buffer_layout in() const { return {.element_offset = in_offset}; }
  buffer_layout out() const { return {.element_offset = out_offset}; }
};

/// Makes the lengths at which blocks go wrong (awkward_sizes).
inline auto lengths_around(std::int64_t block) {
  return [block] {
    std::vector<vector_case> cases;
    for (const std::int64_t n : awkward_sizes(block)) {
      cases.push_back({n});
    }
    return cases;
  };
}
/// Vectors that begin off a multiple of 16 bytes, both alike and each in its own way: of one
/// element, about a block and `several` blocks.
inline std::vector<vector_case> unaligned_lengths(std::int64_t block, std::int64_t several) {
  std::vector<vector_case> cases;
  for (const std::int64_t n : {std::int64_t{1}, block - 1, block + 1, several}) {
    cases.insert(cases.end(), {{n, 1, 1}, {n, 1, 2}});
  }
  return cases;
}
/// Makes one long vector: a CPU shows the same as a GPU with much less, and in a fraction of the
/// time.
inline auto long_vector(std::int64_t on_gpu, std::int64_t on_cpu) {
  return [=] {
    const bool gpu = default_device().kind == device_kind::cuda;
    return std::vector<vector_case>{{gpu ? on_gpu : on_cpu}};
  };
}

/// "n = 1024", for messages.
inline std::string shape(const vector_case& c) {
  return "n = " + std::to_string(c.n);
}

/// A matrix as a kernel gets it, and as it writes it.
struct matrix_case {
  std::int64_t rows, columns;
  std::int64_t in_stride = 0, out_stride = 0;  ///< elements from row to row; 0: dense
  int offset = 0;                              ///< elements off an aligned address

  buffer_layout in() const { return {.row_stride = in_stride, .element_offset = offset}; }
  buffer_layout out() const { return {.row_stride = out_stride, .element_offset = offset}; }
};

/// A few rows of a width that depends on the seed (drawn_size).
inline matrix_case drawn_rows() {
  return {drawn_size(4, 9), drawn_size(600, 1900)};
}
/// Widths around powers of two and block sizes, one row and many, and no row at all.
inline std::vector<matrix_case> rows_of_every_width() {
  return {{1, 1},    {3, 1},    {0, 7},     {5, 2},     {5, 257},  {37, 781},
          {4, 1023}, {4, 1024}, {4, 1025},  {2, 2048},  {3, 3001}, {2, 4096},
          {1, 4097}, {2, 8191}, {1, 12288}, {1, 16384}, {300, 64}, drawn_rows()};
}
/// Rows with a gap after each, and rows that begin off a multiple of 16 bytes.
inline std::vector<matrix_case> strided_and_unaligned_rows() {
  return {{7, 781, 1024, 800}, {5, 1000, 1001, 1003}, {5, 1024, 0, 0, 1}, {3, 100, 128, 0, 3}};
}
/// Fewer widths, for the types of 16 bits.
inline std::vector<matrix_case> rows_of_16_bits() {
  return {{2, 5}, {37, 781}, {4, 1024}, {3, 2000}, {2, 4096}, {2, 5000}, {1, 12288}, drawn_rows()};
}

/// "3 x 1024", for messages.
inline std::string shape(const matrix_case& c) {
  return std::to_string(c.rows) + " x " + std::to_string(c.columns);
}

/// The type in which an oracle computes.
template <class T>
std::vector<double> to_doubles(const std::vector<T>& values) {
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    result[i] = core::convert<double>(values[i]);
  }
  return result;
}

/// `formula(i)` for each i below n: an oracle whose elements do not depend on each other.
template <class Formula>
std::vector<double> elements(std::int64_t n, const Formula& formula) {
  std::vector<double> result(static_cast<std::size_t>(n));
  in_ranges(result.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      result[i] = static_cast<double>(formula(static_cast<std::int64_t>(i)));
    }
  });
  return result;
}

/// What an oracle of a single row says of each row of a dense matrix: a number, or a row.
template <class Formula>
std::vector<double> of_each_row(std::int64_t rows, const std::vector<double>& values,
                                const Formula& formula) {
  std::vector<double> result;
  const auto columns = static_cast<std::int64_t>(values.size()) / std::max<std::int64_t>(rows, 1);
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto begin = values.begin() + r * columns;
    const auto one = formula(std::vector<double>(begin, begin + columns));
    if constexpr (std::is_convertible_v<decltype(one), double>) {
      result.push_back(one);
    } else {
      result.insert(result.end(), one.begin(), one.end());
    }
  }
  return result;
}
template <class T, class Formula>
std::vector<double> of_each_row(const matrix_case& c, const std::vector<T>& values,
                                const Formula& formula) {
  return of_each_row(c.rows, to_doubles(values), formula);
}

/// Parts of such formulas.
inline double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}
/// The sum of the magnitudes, by which the error of a sum is measured.
inline double sum_of_sizes(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0,
                         [](double total, double value) { return total + std::fabs(value); });
}
/// Minus infinity where there is none.
inline double largest(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), -std::numeric_limits<double>::infinity(),
                         [](double so_far, double value) { return std::max(so_far, value); });
}
inline std::vector<double> magnitudes(std::vector<double> values) {
  for (double& value : values) {
    value = std::fabs(value);
  }
  return values;
}

/// How many sizes a case begins with: members that are std::int64_t.
template <class Case>
constexpr int sizes_in() {
  if constexpr (!std::is_aggregate_v<Case> || !std::is_trivially_copyable_v<Case>) {
    return 0;
  } else if constexpr (requires(std::int64_t n) { Case{n, n, n}; }) {
    return 3;
  } else if constexpr (requires(std::int64_t n) { Case{n, n}; }) {
    return 2;
  } else {
    return requires(std::int64_t n) {
      Case{n};
    }
    ? 1 : 0;
  }
}

/// Those of a case, and the same case with other ones.
template <class Case>
std::vector<std::int64_t> sizes_of(const Case& c) {
  std::vector<std::int64_t> sizes(sizes_in<Case>());
  if (!sizes.empty()) {
    std::memcpy(sizes.data(), &c, sizes.size() * sizeof(std::int64_t));
  }
  return sizes;
}
template <class Case>
Case with_sizes(Case c, const std::vector<std::int64_t>& sizes) {
  if (!sizes.empty()) {
    std::memcpy(static_cast<void*>(&c), sizes.data(), sizes.size() * sizeof(std::int64_t));
  }
  return c;
}

/// Calls `check(c)` for one case after the other, up to the first that fails: that is enough,
/// unless nothing explains it. Then a few more may, because a small case agrees with many mistakes.
template <class Case, class Check>
void check_until_failure(const std::vector<Case>& cases, Check check) {
  constexpr int kMost = 4;
  int failed = 0;
  static std::vector<std::int64_t> right;  // the sizes of the latest case that was
  for (const Case& c : cases) {
    std::function<case_again()> again;
    if constexpr (sizes_in<Case>() > 0 && requires { shape(c); }) {
      again = [&] {
        return case_again{
            right, sizes_of(c),
            [&](const std::vector<std::int64_t>& sizes) { return check(with_sizes(c, sizes)); },
            [&](const std::vector<std::int64_t>& sizes) { return shape(with_sizes(c, sizes)); }};
      };
    }
    const while_tested<case_again> tested(tested_case(), std::move(again));
    if (check(c)) {
      right = sizes_of(c);
    } else if (++failed == kMost || mismatch_is_explained()) {
      break;
    }
  }
}

}  // namespace kw::testing
