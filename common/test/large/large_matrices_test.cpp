// The solutions of lessons 02 and 03 for matrices of more than 2^31 elements, on a GPU that has
// room for them.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"
#include "solutions/02_grid_math/2_tile_numbers.cpp"
#include "solutions/02_grid_math/3_scale.cpp"
#include "solutions/02_grid_math/4_transpose.cpp"
#include "solutions/02_grid_math/5_scale_each.cpp"
#include "solutions/03_masking/4_masked_add_2d.cpp"
#include "solutions/03_masking/7_pad_rows.cpp"

namespace large_test {

using namespace kw;

constexpr std::int64_t kSide = 50048;

struct Gather {
  KW_KERNEL void operator()(program auto tl, const float* x, const std::int64_t* offsets,
                            float* out) const {
    auto i = tl.arange(size<64>);
    tl.store(out + i, tl.load(x + tl.load(offsets + i)));
  }
};

/// The whole of a matrix of more than 2^31 elements, on a GPU. The matrices serve all tests,
/// because to fill them takes longer than a test.
class LargeMatrices : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const device here = default_device();
    std::string why;
    if (!available(here, &why)) {
      missing = "needs a GPU: " + why;
      return;
    }
    try {
      x = buffer<float, 2>(here, {kSide, kSide});
      out = buffer<float, 2>(here, {kSide, kSide});
    } catch (const error& e) {
      missing = std::string("two matrices of 10 GB do not fit: ") + e.what();
    }
  }
  static void TearDownTestSuite() {
    x = {};
    out = {};
  }
  void SetUp() override {
    if (!missing.empty()) {
      GTEST_SKIP() << missing;
    }
    // The same memory as integers: what is written here is read as floats.
    lesson02::tile_numbers(
        view<int, 2>(reinterpret_cast<int*>(x.data()), {kSide, kSide}, default_device()));
  }
  /// Compares elements of `out` at the edges and around 2^31.
  template <class Wanted>
  void expect(const Wanted& wanted) const {
    const std::int64_t rows[] = {0, 63, 64, 21455, 42907, 42908, 42909, kSide - 1};
    const std::int64_t columns[] = {0, 1, 63, 64, 31999, 40000, 49983, kSide - 1};
    std::vector<std::int64_t> offsets;
    for (std::int64_t r : rows) {
      for (std::int64_t c : columns) {
        offsets.push_back(r * kSide + c);
      }
    }
    const buffer<std::int64_t> where(default_device(), {64}, offsets);
    const buffer<float> got(default_device(), {64});
    launch(default_device(), grid(1), Gather{}, out.cview(), where.cview(), got.view());
    const auto values = got.download();
    for (std::size_t k = 0; k < 64; ++k) {
      const std::int64_t r = offsets[k] / kSide, c = offsets[k] % kSide;
      ASSERT_EQ(values[k], wanted(r, c)) << r << ", " << c;
    }
  }
  /// What tile_numbers wrote, as a float of these bits.
  static float number(std::int64_t r, std::int64_t c) {
    const auto bits = static_cast<std::int32_t>(r / 64 * (kSide / 64) + c / 64);
    float value;
    static_assert(sizeof value == sizeof bits);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
  }

  static inline std::string missing;  ///< why there are no matrices
  static inline buffer<float, 2> x, out;
};

// Small integers as bits are denormal floats: 2^100 makes exact numbers of them.
constexpr float kUp = 0x1p100f;

TEST_F(LargeMatrices, TileNumbersAndScale) {
  lesson02::scale(x.cview(), kUp, out.view());
  expect([](std::int64_t r, std::int64_t c) { return number(r, c) * kUp; });
}
TEST_F(LargeMatrices, Transpose) {
  lesson02::transpose(x.cview(), out.view());
  expect([](std::int64_t r, std::int64_t c) { return number(c, r); });
}
TEST_F(LargeMatrices, ScaleEach) {
  const buffer<float> factors(default_device(), {1}, std::vector<float>{kUp});
  lesson02::scale_each(view<const float, 3>(x.data(), {1, kSide, kSide}, default_device()),
                       factors.cview(),
                       view<float, 3>(out.data(), {1, kSide, kSide}, default_device()));
  expect([](std::int64_t r, std::int64_t c) { return number(r, c) * kUp; });
}
TEST_F(LargeMatrices, MaskedAdd2d) {
  lesson02::scale(x.cview(), kUp, x.view());
  lesson03::masked_add_2d(x.cview(), x.cview(), out.view());
  expect([](std::int64_t r, std::int64_t c) { return 2.0f * (number(r, c) * kUp); });
}
TEST_F(LargeMatrices, PadRows) {
  const buffer<int> lengths(default_device(), {kSide}, std::vector<int>(kSide, 40000));
  lesson03::pad_rows(x.cview(), lengths.cview(), -1.0f, out.view());
  expect([](std::int64_t r, std::int64_t c) { return c < 40000 ? number(r, c) : -1.0f; });
}

}  // namespace large_test
