// A product of 8-bit and 4-bit numbers whose scales are apart from them.
#include <cmath>

#include "example.hpp"
#include "kernelwright/quantised.hpp"

namespace {
using namespace kw;
using namespace examples;

/// c = a b: a is 16 x 32 of e4m3, b is 32 x 16 of e2m1, two in a byte down the columns. Each row of
/// a and each column of b has one scale.
struct ScaledProduct {
  KW_KERNEL void operator()(program auto tl, const std::uint8_t* x, const std::uint8_t* x_scales,
                            const std::uint8_t* w, const std::uint8_t* w_scales, float* c) const {
    auto i = tl.arange(size<16>);
    auto k = tl.arange(size<32>);
    auto acc = tl.accumulator(shape<16, 16>);
    //! [dot_scaled]
    auto a = tl.load(x + i(_, None) * 32 + k(None, _));  // (M, K) bits of e4m3
    auto b = tl.load(w + i(_, None) * 16 + i(None, _));  // (K / 2, N) pairs of e2m1
    auto a_scale = tl.load(x_scales + i(_, None));       // (M, 1)
    auto b_scale = tl.load(w_scales + i(_, None));       // (N, 1)
    acc = tl.dot_scaled(a, a_scale, e4m3, b, b_scale, e2m1, acc);
    //! [dot_scaled]
    tl.store(c + i(_, None) * 16 + i(None, _), acc);
  }
};

TEST_F(Examples, ScaledProduct) {
  const float numbers[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};  // of e2m1, by their bits
  std::vector<std::uint8_t> a(16 * 32), b(16 * 16), a_scales(16), b_scales(16);
  for (std::size_t k = 0; k < 32; ++k) {
    for (std::size_t i = 0; i < 16; ++i) {
      a[i * 32 + k] = k % 2 == 0 ? 0x38 : 0x40;  // 1 and 2
      b[k / 2 * 16 + i] |= static_cast<std::uint8_t>((k + i) % 8 << (k % 2 * 4));
    }
  }
  for (std::size_t i = 0; i < 16; ++i) {
    a_scales[i] = static_cast<std::uint8_t>(127 + i % 3);  // 1, 2 and 4
    b_scales[i] = static_cast<std::uint8_t>(126 + i % 2);  // 1/2 and 1
  }
  const auto got =
      run(here, grid(1), ScaledProduct{}, a, a_scales, b, b_scales, output<float>{256});
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = 0; j < 16; ++j) {
      float sum = 0;
      for (std::size_t k = 0; k < 32; ++k) {
        sum += (k % 2 == 0 ? 1.0f : 2.0f) * numbers[(k + j) % 8];
      }
      EXPECT_EQ(got[i * 16 + j], sum * std::ldexp(1.0f, static_cast<int>(i % 3 + j % 2) - 1))
          << i << ", " << j;
    }
  }
}
}  // namespace
