// A kernel with one mistake, and how it is launched. The tables *.cases have them, and the
// checker's texts about them; cmake/scripts/cases.py makes a file of each, and one of its text
// beside it.
#pragma once
#include <functional>
#include <vector>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/runtime/buffer.hpp"

namespace corpus {

struct planted {
  /// Registers the mistake of a file for corpus_test.cpp.
  explicit planted(std::function<void()> run, const char* file = __builtin_FILE());
};

/// 0, 1, 2, ... computed in the type itself, so small types wrap around.
template <class T>
std::vector<T> counted(std::int64_t n) {
  std::vector<T> values(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = kw::core::convert<T>(static_cast<float>(i % 100));
  }
  return values;
}
template <class T>
kw::buffer<T> numbers(std::int64_t n) {
  return kw::buffer<T>(kw::cpu_device, {n}, counted<T>(n));
}
template <class T>
kw::buffer<T, 2> matrix(std::int64_t rows, std::int64_t columns, std::int64_t row_stride = 0) {
  return kw::buffer<T, 2>(kw::cpu_device, {rows, columns}, counted<T>(rows * columns),
                          {.row_stride = row_stride});
}

}  // namespace corpus
