// What the tests of the examples share.
#pragma once
#include <cmath>
#include <vector>

#include "../../common/test/language/kernel_test.hpp"

/// A test that also fails if the checker finds fault with its kernels.
using Examples = kernel_test::KernelTest;

namespace examples {

/// f(0), f(1), ..., f(n - 1).
template <class F>
auto made(int n, F f) {
  std::vector<decltype(f(0))> values;
  for (int i = 0; i < n; ++i) {
    values.push_back(f(i));
  }
  return values;
}

/// 0, 1, ..., n - 1, each times `step`.
template <class T = float>
std::vector<T> counting(int n, T step = T(1)) {
  return made(n, [=](int i) -> T { return static_cast<T>(i) * step; });
}

/// n whole numbers from -period / 2 to period / 2. Sums of a few thousand of their products are
/// exact in float32.
inline std::vector<float> pattern(int n, int period) {
  return made(
      n, [=](int i) { return static_cast<float>((i * i + i / period) % period - period / 2); });
}

template <class To, class From>
std::vector<To> converted(const std::vector<From>& values) {
  return made(static_cast<int>(values.size()),
              [&](int i) { return kw::core::convert<To>(values[static_cast<std::size_t>(i)]); });
}

inline std::vector<kw::float16_t> to_half(const std::vector<float>& values) {
  return converted<kw::float16_t>(values);
}

/// The product of a, [m, k], and b, [k, n], row by row.
inline std::vector<float> product(const std::vector<float>& a, const std::vector<float>& b, int m,
                                  int n, int k) {
  return made(m * n, [&](int at) {
    float sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += a[at / n * k + i] * b[i * n + at % n];
    }
    return sum;
  });
}

/// [k, n] from [n, k].
inline std::vector<float> turned(const std::vector<float>& x, int n, int k) {
  return made(n * k, [&](int at) { return x[at % n * k + at / n]; });
}

using kernel_test::changed;
using kernel_test::output;
using kernel_test::run;

/// A matrix that a kernel reads, and one that it writes.
template <class T>
struct matrix {
  int rows, columns;
  std::vector<T> values;
};
template <class T>
struct new_matrix {
  int rows, columns;
};

}  // namespace examples

namespace kernel_test {

template <class T>
struct passed<examples::matrix<T>> {
  buffer<T, 2> memory;

  passed(device here, const examples::matrix<T>& x) : memory(here, {x.rows, x.columns}, x.values) {}
  auto pass() const { return memory.cview(); }
  std::tuple<> results() const { return {}; }
};
template <class T>
struct passed<examples::new_matrix<T>> {
  buffer<T, 2> memory;

  passed(device here, const examples::new_matrix<T>& x) : memory(here, {x.rows, x.columns}) {}
  auto pass() const { return memory.view(); }
  auto results() const { return std::tuple(contents(memory)); }
};

}  // namespace kernel_test
