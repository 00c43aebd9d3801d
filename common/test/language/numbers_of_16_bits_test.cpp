// Numbers of 16 and 8 bits, such as the label of a row that a kernel loads: they convert to float32
// by themselves.
#include "kernel_test.hpp"

namespace numbers_of_16_bits_test {

using namespace kw;

template <class T>
struct NumbersOf16Bits : kernel_test::KernelTest {};
using Types = ::testing::Types<float16_t, bfloat16_t, float8_e4m3_t, float8_e5m2_t>;
TYPED_TEST_SUITE(NumbersOf16Bits, Types);

struct Arithmetic {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, float* out, float scale, int n) const {
    auto i = tl.arange(size<4>);
    float a = tl.load(x) * scale + tl.load(x + 1) * 2 - tl.load(x + 1) * tl.load(x + 2);
    a += tl.load(x);
    a = a + -tl.load(x) / n + (tl.load(x + 1) > tl.load(x) ? 1.0f : 0.0f);
    float s = tl.sum(tl.load(x + i));
    float m = tl.mean(tl.load(x + i));
    double most = tl.max(tl.load(x + i));
    static_assert(std::is_same_v<decltype(tl.load(x) * scale), float>);
    static_assert(std::is_same_v<decltype(tl.mean(tl.load(x + i))), float>);
    tl.store(out, a);
    tl.store(out + 1, s + m);
    tl.store(out + 2, most);
    auto v = tl.load(x + i).to(float32) * tl.load(x + 2) + tl.load(x) / tl.sum(tl.load(x + i));
    tl.store(out + 4 + i, v);
    tl.store(out + 3, tl.exp(tl.load(x) - tl.load(x)) + tl.load(x, n > 3, scale) * 2.0f);
  }
};
TYPED_TEST(NumbersOf16Bits, ComputeInFloat32) {
  using T = TypeParam;
  std::vector<T> values;
  for (const float v : {0.5f, 1.0f, 2.0f, 4.5f}) {
    values.push_back(core::convert<T>(v));
  }
  const float last = core::convert<float>(values[3]), sum = 3.5f + last;
  const float rounded = core::convert<float>(core::convert<T>(sum));
  const auto got = kernel_test::run(this->here, grid(1), Arithmetic{}, values,
                                    kernel_test::output<float>{8}, 3.0f, 2);
  EXPECT_EQ(got[0], 1.5f + 2 - 2 + 0.5f - 0.25f + 1);
  EXPECT_EQ(got[1], rounded + sum / 4);
  EXPECT_EQ(got[2], last);
  EXPECT_EQ(got[3], 1 + 3.0f * 2);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_FLOAT_EQ(got[4 + k], core::convert<float>(values[k]) * 2 + 0.5f / rounded);
  }
}

struct Variables {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out) const {
    auto v = tl.load(x);
    v += 1.0f;
    v *= 2;
    v -= tl.load(x);
    v /= 0.5;
    tl.store(out, v);
    v = v * 0.1f;
    static_assert(std::is_same_v<decltype(v), T>);
    tl.store(out + 1, v);
    v = tl.load(x);
    tl.store(out + 2, v);
    v = 3;
    tl.store(out + 3, v);
  }
};
TYPED_TEST(NumbersOf16Bits, KeepTheirTypeAsVariables) {
  using T = TypeParam;
  static_assert(std::is_trivially_copyable_v<T> && std::is_aggregate_v<T>);
  const auto got =
      kernel_test::run(this->here, grid(1), Variables{}, std::vector<T>{core::convert<T>(0.5f)},
                       kernel_test::output<T>{4});
  const std::vector<float> want{5, 0.5f, 0.5f, 3};
  kernel_test::expect_lanes(got, 4, [&](int k) { return kernel_test::at(want, k); });
}

}  // namespace numbers_of_16_bits_test
