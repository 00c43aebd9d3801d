// Numbers of 16 and 8 bits, such as the label of a row that a kernel loads: they convert to float32
// by themselves. Means of tiles of such types.
#include "kernel_test.hpp"
#include "kernelwright/core/config.hpp"
#include "kernelwright/float8.hpp"

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
  const buffer<T> x(this->here, {4}, values);
  const buffer<float> out(this->here, {8});
  launch(this->here, grid(1), Arithmetic{}, x.cview(), out.view(), 3.0f, 2);
  const auto got = out.download();
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
  const buffer<T> x(this->here, {1}, std::vector<T>{core::convert<T>(0.5f)});
  const buffer<T> out(this->here, {4});
  launch(this->here, grid(1), Variables{}, x.cview(), out.view());
  const auto got = out.download();
  const float want[] = {5, 0.5f, 0.5f, 3};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(core::convert<float>(got[k]), want[k]) << k;
  }
}

/// One row, all of the matrix, each column, of one axis.
template <int Rows, int Columns>
struct Means {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, float* out) const {
    auto rows = tl.arange(size<Rows>);
    auto columns = tl.arange(size<Columns>);
    auto v = tl.load(x + rows(_, None) * Columns + columns(None, _));
    static_assert(std::is_same_v<decltype(tl.mean(v)), float>);
    tl.store(out + rows, tl.mean(v, axis<1>));
    tl.store(out + Rows + columns, tl.mean(v, axis<0>));
    tl.store(out + Rows + Columns, tl.mean(v));
    tl.store(out + Rows + Columns + 1, tl.mean(tl.load(x + columns)));
    tl.store(out + Rows + Columns + 2 + rows(_, None), tl.mean(v, axis<1>, keep_dims));
  }
};

template <int Rows, int Columns, class T, class Value>
void check_means(device here, Value value) {
  std::vector<T> values;
  for (int k = 0; k < Rows * Columns; ++k) {
    values.push_back(core::convert<T>(value(k)));
  }
  const auto at = [&](int r, int c) {
    return core::convert<double>(values[static_cast<std::size_t>(r * Columns + c)]);
  };
  std::vector<double> want(2 * Rows + Columns + 2, 0.0);
  for (int r = 0; r < Rows; ++r) {
    for (int c = 0; c < Columns; ++c) {
      want[static_cast<std::size_t>(r)] += at(r, c) / Columns;
      want[static_cast<std::size_t>(Rows + Columns + 2 + r)] += at(r, c) / Columns;
      want[static_cast<std::size_t>(Rows + c)] += at(r, c) / Rows;
      want[static_cast<std::size_t>(Rows + Columns)] += at(r, c) / (Rows * Columns);
      want[static_cast<std::size_t>(Rows + Columns + 1)] += r == 0 ? at(r, c) / Columns : 0;
    }
  }
  const buffer<T> x(here, {Rows * Columns}, values);
  const buffer<float> out(here, {static_cast<std::int64_t>(want.size())});
  launch(here, grid(1), Means<Rows, Columns>{}, x.cview(), out.view());
  const auto got = out.download();
  for (std::size_t k = 0; k < want.size(); ++k) {
    // The sum of 1,024 numbers in float32, whatever the type of the elements.
    EXPECT_NEAR(got[k], want[k], 1e-5 * std::abs(want[k])) << core::dtype_name<T>() << ", " << k;
  }
}

// A sum that float16 does not have, and a mean that bfloat16 does not have.
TYPED_TEST(NumbersOf16Bits, MeansAreOfFloat32) {
  using T = TypeParam;
  check_means<1, 1024, T>(this->here, [](int) { return 100.0f; });
  check_means<1, 1024, T>(this->here, [](int k) { return k % 3 == 0 ? 0.9921875f : 1.0f; });
  check_means<4, 64, T>(this->here, [](int k) { return static_cast<float>(k % 7) * 0.25f + 1; });
}

}  // namespace numbers_of_16_bits_test
