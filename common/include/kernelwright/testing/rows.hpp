/// \file
/// What tests of kernels over the rows of a matrix have in common.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "kernelwright/core/dtype.hpp"
#include "kernelwright/runtime/buffer.hpp"

namespace kw::testing {

/// A matrix as a kernel gets it, and as it writes it.
struct matrix_case {
  std::int64_t rows, columns;
  std::int64_t in_stride = 0, out_stride = 0;  ///< elements from row to row; 0: dense
  int offset = 0;                              ///< elements off an aligned address

  buffer_layout in() const { return {.row_stride = in_stride, .element_offset = offset}; }
  buffer_layout out() const { return {.row_stride = out_stride, .element_offset = offset}; }
};

/// "3 x 1024", for messages.
inline std::string shape(const matrix_case& c) {
  return std::to_string(c.rows) + " x " + std::to_string(c.columns);
}

/// What an oracle computes with.
template <class T>
std::vector<double> to_doubles(const std::vector<T>& values) {
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    result[i] = core::convert<double>(values[i]);
  }
  return result;
}

/// `check(c)` for one case after the other, up to the first that fails: one failure says enough.
template <class Case, class Check>
void check_until_failure(const std::vector<Case>& cases, Check check) {
  for (const Case& c : cases) {
    if (!check(c)) {
      break;
    }
  }
}

}  // namespace kw::testing
