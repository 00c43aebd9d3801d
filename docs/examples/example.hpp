// What the tests of the examples share.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <kernelwright/runtime/device.hpp>
#include <kernelwright/runtime/findings.hpp>

/// An example that also fails if the checker finds fault with it.
class Examples : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    if (!kw::available(kw::default_device(), &why)) {
      GTEST_SKIP() << "needs a GPU: " << why;
    }
    kw::collect_findings(true);
    kw::take_findings();
  }
  void TearDown() override {
    for (const kw::finding& found : kw::take_findings()) {
      ADD_FAILURE() << kw::to_text(found);
    }
  }
};

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

/// A matrix where kernels run.
template <class T>
kw::buffer<T, 2> matrix(int rows, int columns, const std::vector<T>& values) {
  return kw::buffer<T, 2>(kw::default_device(), {rows, columns}, values);
}

template <class T>
T held(T number) {
  return number;
}
template <class T>
const kw::buffer<T> held(const std::vector<T>& values) {
  return kw::buffer<T>(kw::default_device(), {static_cast<std::int64_t>(values.size())}, values);
}
template <class T, int RANK>
const kw::buffer<T, RANK> held(kw::buffer<T, RANK>&& input) {
  return std::move(input);
}
template <class T, int RANK>
kw::buffer<T, RANK>& held(kw::buffer<T, RANK>& output) {
  return output;
}

template <class T>
T passed(T number) {
  return number;
}
template <class T, int RANK>
auto passed(const kw::buffer<T, RANK>& input) {
  return input.cview();
}
template <class T, int RANK>
auto passed(kw::buffer<T, RANK>& output) {
  return output.view();
}

template <class Kernel, class... Held>
void run_held(kw::grid programs, const Kernel& kernel, Held&&... all) {
  kw::launch(kw::default_device(), programs, kernel, passed(all)...);
}

/// Launches a kernel. It reads vectors and buffers that have no name, and writes to others.
template <class Kernel, class... Arguments>
void run(kw::grid programs, const Kernel& kernel, Arguments&&... arguments) {
  run_held(programs, kernel, held(std::forward<Arguments>(arguments))...);
}

/// The elements that a kernel stores in `count` of them: it takes its input, where it stores, and
/// numbers.
template <class Out = float, class In, class Kernel, class... Numbers>
std::vector<Out> stored(const Kernel& kernel, const std::vector<In>& input, int count,
                        kw::grid programs, Numbers... numbers) {
  kw::buffer<Out> out(kw::default_device(), {count});
  run(programs, kernel, input, out, numbers...);
  return out.download();
}

/// The same of a kernel without an input.
template <class Out = float, class Kernel, class... Numbers>
std::vector<Out> stored(const Kernel& kernel, int count, kw::grid programs, Numbers... numbers) {
  kw::buffer<Out> out(kw::default_device(), {count});
  run(programs, kernel, out, numbers...);
  return out.download();
}

}  // namespace examples
