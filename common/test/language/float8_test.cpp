// The 8-bit floats in kernels, against their definition.
#include "kernel_test.hpp"
#include "kernelwright/core/config.hpp"
#include "narrow_floats.hpp"

namespace float8_test {

using namespace kw;

using narrow_floats::decode;
using narrow_floats::nearest;
using narrow_floats::same;

template <class T>
struct Float8Test : kernel_test::KernelTest {};
using Types = ::testing::Types<float8_e4m3_t, float8_e5m2_t>;
TYPED_TEST_SUITE(Float8Test, Types);

template <class T>
std::vector<T> every_pattern() {
  std::vector<T> all(256);
  for (unsigned bits = 0; bits < 256; ++bits) {
    all[bits] = T{static_cast<std::uint8_t>(bits)};
  }
  return all;
}

/// Every pattern as every type of float, and back.
struct ToEveryType {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, double* f64, float* f32, float16_t* f16,
                            bfloat16_t* b16, T* back) const {
    auto i = tl.arange(size<256>);
    auto v = tl.load(x + i);
    tl.store(f64 + i, v.to(float64));
    tl.store(f32 + i, v.to(float32));
    tl.store(f16 + i, v.to(float16));
    tl.store(b16 + i, v);
    tl.store(back + i, v.to(float64).to(dtype<T>{}));
    tl.store(back + 256 + i, v.to(float32).to(dtype<T>{}));
    tl.store(back + 512 + i, v.to(float16).to(dtype<T>{}));
    tl.store(back + 768 + i, v.to(bfloat16));
    tl.store(back + 1024 + i, v.to(int8, bitcast).to(dtype<T>{}, bitcast));
  }
};

TYPED_TEST(Float8Test, KernelsConvertEveryPattern) {
  const device at = this->here;
  using kernel_test::output;
  const auto [got_f64, got_f32, got_f16, got_b16, got_back] =
      kernel_test::run(at, grid(1), ToEveryType{}, every_pattern<TypeParam>(), output<double>{256},
                       output<float>{256}, output<float16_t>{256}, output<bfloat16_t>{256},
                       output<TypeParam>{5 * 256});
  for (unsigned bits = 0; bits < 256; ++bits) {
    const double want = decode<TypeParam>(bits);
    ASSERT_TRUE(same(got_f64[bits], want)) << bits << " became " << got_f64[bits];
    ASSERT_TRUE(same(static_cast<double>(got_f32[bits]), want)) << bits;
    ASSERT_TRUE(same(core::convert<double>(got_f16[bits]), want)) << bits;
    ASSERT_TRUE(same(core::convert<double>(got_b16[bits]), want)) << bits;
    for (unsigned r = 0; r < 4; ++r) {
      ASSERT_EQ(got_back[r * 256 + bits].bits,
                std::isfinite(want) ? bits : nearest<TypeParam>(want))
          << r;
    }
    ASSERT_EQ(got_back[1024 + bits].bits, bits);
  }
  take_findings();  // NaN and infinities were stored on purpose
}

/// Arithmetic, which is in float32 and rounds; comparisons, sums and a matrix.
struct Arithmetic {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, array<T, 2> y, float* sums,
                            int columns) const {
    auto row = tl.program_id(0);
    auto j = tl.arange(size<64>);
    auto v = tl.load(x.row(row) + j, j < columns, 0);
    static_assert(std::is_same_v<core::value_of<decltype(v + v)>, T>);
    static_assert(std::is_same_v<core::value_of<decltype(v + v.to(float16))>, float16_t>);
    static_assert(
        std::is_same_v<core::value_of<decltype(v.to(float8e4nv) + v.to(float8e5))>, float16_t>);
    tl.store(y.row(row) + j, tl.where(v > 2, v * 0.5f, -v + v * v), j < columns);
    tl.store(sums + row, tl.sum(v.to(float32)) + tl.max(v.to(float32)));
  }
};

TYPED_TEST(Float8Test, ArithmeticRoundsToTheType) {
  const device at = this->here;
  constexpr int rows = 5, columns = 37;
  std::vector<TypeParam> x;
  for (int k = 0; k < rows * columns; ++k) {
    x.push_back(core::convert<TypeParam>(static_cast<float>(k * 29 % 41 - 17) * 0.25f));
  }
  buffer<TypeParam, 2> in(at, {rows, columns}, x), out(at, {rows, columns});
  buffer<float> sums(at, {rows});
  launch(at, grid(rows), Arithmetic{}, in.cview(), out.view(), sums.view(), columns);
  const auto got = out.download();
  const auto got_sums = sums.download();
  for (int i = 0; i < rows; ++i) {
    double sum = 0, largest = 0;
    for (int j = 0; j < columns; ++j) {
      const auto k = static_cast<std::size_t>(i * columns + j);
      auto rounded = [](double v) { return decode<TypeParam>(nearest<TypeParam>(v)); };
      const double v = core::convert<double>(x[k]);
      ASSERT_EQ(core::convert<double>(got[k]),
                v > 2 ? rounded(v * 0.5) : rounded(rounded(-v) + rounded(v * v)))
          << v;
      sum += v;
      largest = std::fmax(largest, v);
    }
    EXPECT_EQ(static_cast<double>(got_sums[static_cast<std::size_t>(i)]), sum + largest);
  }
}

struct plus_one {
  KW_HD float operator()(float x) const { return x + 1; }
};
struct larger {
  template <class A>
  KW_HD A operator()(A a, A b) const {
    return a > b ? a : b;
  }
};

/// Functions of a tile, as T or through float32: the same, since T computes in float32.
template <bool Wide>
struct Functions {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* y, float* f, int n) const {
    auto i = tl.arange(size<64>);
    auto in_type = [](const auto& tile) {
      if constexpr (Wide) {
        return tile.to(float32);
      } else {
        return tile;
      }
    };
    auto v = in_type(tl.load(x + i, i < n, 0.5f));
    auto w = in_type(tl.load(x + i, i < n, 0.0f, is_volatile));
    auto z = in_type(tl.full(size<64>, 1.5f, dtype<T>{}));
    tl.store(y + i, tl.sort(v));
    tl.store(y + (64 + i), tl.flip(w));
    tl.store(y + (128 + i), tl.where(v > z, v, z));
    tl.store(y + (192 + i), tl.minimum(tl.abs(-v), z));
    tl.store(y + (256 + i), tl.cumsum(z));
    tl.store(y + (320 + i), tl.exp(v));
    tl.store(y + (384 + i), tl.map(plus_one{}, v));
    auto m = tl.reshape(v, shape<8, 8>);
    auto eight = tl.arange(size<8>);
    tl.store(y + (448 + eight), tl.max(m, axis<1>));
    tl.store(y + (456 + eight), tl.reduce(m, axis<0>, larger{}));
    tl.store(f, tl.cast(tl.cast(tl.sum(v), dtype<T>{}), float32));  // a sum has the tile's type
    tl.store(f + 1, tl.max(v));
    auto [best, at] = tl.max(v, axis<0>, return_indices);
    tl.store(f + 2, best);
    tl.store(f + 3, tl.cast(at, float32));
    tl.store(f + 4, tl.load(x + 3));
  }
};

TYPED_TEST(Float8Test, FunctionsComputeInFloat32) {
  const device at = this->here;
  std::vector<TypeParam> x;
  for (int k = 0; k < 64; ++k) {
    x.push_back(core::convert<TypeParam>(static_cast<float>(k * 29 % 41 - 17) * 0.25f));
  }
  const kernel_test::output<TypeParam> out{464};
  const kernel_test::output<float> numbers{5};
  const auto [got, got_numbers] =
      kernel_test::run(at, grid(1), Functions<false>{}, x, out, numbers, 50);
  const auto [want, want_numbers] =
      kernel_test::run(at, grid(1), Functions<true>{}, x, out, numbers, 50);
  for (std::size_t k = 0; k < got.size(); ++k) {
    ASSERT_EQ(got[k].bits, want[k].bits) << k;
  }
  EXPECT_EQ(got_numbers, want_numbers);
}

struct Forgetful {
  KW_KERNEL void operator()(program auto tl, const float8_e4m3_t* x, float* y, int n) const {
    auto i = tl.arange(size<16>);
    tl.store(y + i, tl.load(x + i, i < n).to(float32) + 1);
  }
};

TEST(Float8, LanesWithoutAValueAreFindings) {
  if (default_device().kind == device_kind::cpu) {
    collect_findings(true);
    buffer<float8_e4m3_t> x(default_device(), {16}, std::vector<float8_e4m3_t>(16));
    buffer<float> y(default_device(), {16});
    launch(default_device(), grid(1), Forgetful{}, x.cview(), y.view(), 9);
    const auto found = take_findings();
    ASSERT_EQ(found.size(), 1u);
    kernel_test::expect_part(to_text(found[0]), "undefined-lane");
  }
}

TEST(Float8, NamesAreTritons) {
  EXPECT_STREQ(core::dtype_name<float8_e4m3_t>(), "float8e4nv");
  EXPECT_STREQ(core::dtype_name<float8_e5m2_t>(), "float8e5");
}

}  // namespace float8_test
