// What the tests of the examples share.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <string>
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

/// 0, 1, ..., n - 1, each times `step`.
template <class T = float>
std::vector<T> counting(int n, T step = T(1)) {
  std::vector<T> values;
  for (int i = 0; i < n; ++i) {
    values.push_back(static_cast<T>(i) * step);
  }
  return values;
}

/// n whole numbers from -period / 2 to period / 2. Sums of a few thousand of their products are
/// exact in float32.
inline std::vector<float> pattern(int n, int period) {
  std::vector<float> values;
  for (int i = 0; i < n; ++i) {
    values.push_back(static_cast<float>((i * i + i / period) % period - period / 2));
  }
  return values;
}

/// The elements that a kernel stores in `count` of them: it takes its input, where it stores, and
/// numbers.
template <class Out = float, class In, class Kernel, class... Numbers>
std::vector<Out> stored(const Kernel& kernel, const std::vector<In>& input, int count,
                        kw::grid programs, Numbers... numbers) {
  const kw::device where = kw::default_device();
  const kw::buffer<In> x(where, {static_cast<std::int64_t>(input.size())}, input);
  const kw::buffer<Out> out(where, {count});
  kw::launch(where, programs, kernel, x.cview(), out.view(), numbers...);
  return out.download();
}

/// The same of a kernel without an input.
template <class Out = float, class Kernel, class... Numbers>
std::vector<Out> stored(const Kernel& kernel, int count, kw::grid programs, Numbers... numbers) {
  const kw::buffer<Out> out(kw::default_device(), {count});
  kw::launch(kw::default_device(), programs, kernel, out.view(), numbers...);
  return out.download();
}

inline std::vector<kw::float16_t> to_half(const std::vector<float>& values) {
  std::vector<kw::float16_t> halves;
  for (const float v : values) {
    halves.push_back(kw::to_float16(v));
  }
  return halves;
}

/// Element (row, col) of a b, for b with n columns, where each row of a has k elements.
inline float product_at(const float* a, const float* b, int row, int col, int n, int k) {
  float sum = 0;
  for (int i = 0; i < k; ++i) {
    sum += a[row * k + i] * b[i * n + col];
  }
  return sum;
}

}  // namespace examples
