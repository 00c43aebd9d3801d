// Tests of lesson 07: sizes with every kind of edge, transposed and padded operands, and values
// that show in which precision a kernel multiplied and added.
#include "tiled_matmul.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "tiled_matmul_reference.hpp"

namespace {

using kw::bfloat16_t;
using kw::float16_t;
using kw::testing::check_close;
using kw::testing::make_input;
using kw::testing::to_doubles;
using kw::testing::tolerance;
namespace reference = lesson07::reference;

struct matmul_case {
  std::int64_t m, n, k;
  std::int64_t gap = 0;  // elements between the end of a row and the next one
  int offset = 0;        // elements off an aligned address
};

std::string shape(const matmul_case& c) {
  return "m = " + std::to_string(c.m) + ", n = " + std::to_string(c.n) +
         ", k = " + std::to_string(c.k) +
         (c.gap > 0 ? ", rows " + std::to_string(c.gap) + " elements apart" : "") +
         (c.offset > 0 ? ", " + std::to_string(c.offset) + " elements off an aligned address" : "");
}

template <class T>
std::vector<T> transposed(const std::vector<T>& values, std::int64_t rows, std::int64_t columns) {
  std::vector<T> result(values.size());
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      result[static_cast<std::size_t>(j * rows + i)] =
          values[static_cast<std::size_t>(i * columns + j)];
    }
  }
  return result;
}

// A float32 sum of k products rounds k times, each time by at most 2^-24 of what was added up.
// Errors of both signs grow as sqrt(k): of 100,000 elements, by chance, none is off by more than
// 1.5 sqrt(k) roundings. Tensor cores cut off where others round, hence 8 for them. Inputs have a
// mean of 0.5, so results are near the sum of |a b|: zeros fail, and so do sums in 16 bits.
// Products of tf32 are off by 2^-11 each, which is about 40 times the limit for k = 100.
template <class T>
class limit {
 public:
  limit(std::int64_t k, double largest_sum) {
    const double roundings = (sizeof(T) == 4 ? 4.0 : 8.0) * std::sqrt(static_cast<double>(k) + 1);
    limit_.abs = roundings * 0x1p-24 * largest_sum;
    limit_.rel = sizeof(T) == 4 ? 0.0 : std::is_same_v<T, float16_t> ? 0x1p-11 : 0x1p-8;
    reason_ = std::string(sizeof(T) == 4 ? "float32" : "a float32 sum, rounded once to ") +
              (sizeof(T) == 4 ? "" : kw::testing::dtype_name<T>()) + ", k = " + std::to_string(k) +
              ": " + std::to_string(static_cast<int>(roundings)) +
              " roundings of 2^-24 of the sum of |a b|";
  }
  tolerance get() const { return {limit_.abs, limit_.rel, reason_.c_str()}; }

 private:
  tolerance limit_;
  std::string reason_;
};

class matmul_test : public kw::testing::lesson_test {
 protected:
  template <class T>
  using function = void (*)(kw::view<const T, 2>, kw::view<const T, 2>, kw::view<T, 2>);

  template <class T>
  kw::buffer<T, 2> matrix(std::int64_t rows, std::int64_t columns, const std::vector<T>& values,
                          const matmul_case& c) const {
    return {device(),
            {rows, columns},
            values,
            {.row_stride = columns + c.gap, .element_offset = c.offset}};
  }

  /// `call` on these values, against the oracle. \param transpose  b is given as its transpose
  template <class T>
  bool check(function<T> call, const matmul_case& c, const std::vector<T>& a_values,
             const std::vector<T>& b_values, bool transpose = false) {
    const auto a = matrix(c.m, c.k, a_values, c);
    const auto b = transpose ? matrix(c.n, c.k, transposed(b_values, c.k, c.n), c)
                             : matrix(c.k, c.n, b_values, c);
    const kw::buffer<T, 2> out(device(), {c.m, c.n},
                               {.row_stride = c.n + c.gap, .element_offset = c.offset});
    const kw::view<const T, 2> b_view =
        transpose ? kw::view<const T, 2>(b.data(), {c.k, c.n}, {1, b.stride(0)}, device())
                  : b.cview();
    call(a.cview(), b_view, out.view());
    const auto x = to_doubles(a_values), y = to_doubles(b_values);
    const auto m = static_cast<std::size_t>(c.m), n = static_cast<std::size_t>(c.n),
               k = static_cast<std::size_t>(c.k);
    double largest = 0;
    for (const double sum : reference::matmul_of_sizes(x, y, m, n, k)) {
      largest = std::max(largest, sum);
    }
    const limit<T> l(c.k, largest);
    return check_close(out, reference::matmul(x, y, m, n, k), l.get(),
                       shape(c) + (transpose ? ", b transposed" : ""));
  }

  template <class T>
  bool check(function<T> call, const matmul_case& c, bool transpose = false) {
    return check(call, c, make_input<T>(c.m * c.k, 1), make_input<T>(c.k * c.n, 2), transpose);
  }

  template <class T>
  void check_all(function<T> call, const std::vector<matmul_case>& cases, bool transpose = false) {
    for (const matmul_case& c : cases) {
      if (!check(call, c, transpose)) {
        break;  // one failure says enough
      }
    }
  }

  /// An infinity in one row of a, and one in a column of b, stay in that row and that column.
  template <class T>
  void check_infinities(function<T> call) {
    constexpr std::int64_t m = 70, n = 67, k = 33;
    auto a_values = make_input<T>(m * k, 1, {0.5, 1});
    auto b_values = make_input<T>(k * n, 2, {0.5, 1});
    const T infinity = kw::core::convert<T>(std::numeric_limits<float>::infinity());
    a_values[static_cast<std::size_t>(3 * k + k - 1)] = infinity;
    b_values[static_cast<std::size_t>(5)] = infinity;
    const kw::buffer<T, 2> a(device(), {m, k}, a_values), b(device(), {k, n}, b_values);
    const kw::buffer<T, 2> out(device(), {m, n});
    call(a.cview(), b.cview(), out.view());
    const auto got = to_doubles(out.download());
    for (std::int64_t i = 0; i < m; ++i) {
      for (std::int64_t j = 0; j < n; ++j) {
        const bool want = i == 3 || j == 5;
        ASSERT_EQ(std::isinf(got[static_cast<std::size_t>(i * n + j)]), want)
            << "[" << i << ", " << j << "] is " << got[static_cast<std::size_t>(i * n + j)]
            << ", but only row 3 and column 5 meet an infinity";
      }
    }
  }

  /// Runs are equal to the last bit: every element is one sum, in a fixed order.
  template <class T>
  void check_same_bits(function<T> call) {
    constexpr std::int64_t m = 130, n = 70, k = 500;
    const kw::buffer<T, 2> a(device(), {m, k}, make_input<T>(m * k, 1));
    const kw::buffer<T, 2> b(device(), {k, n}, make_input<T>(k * n, 2));
    std::vector<T> first;
    for (int run = 0; run < 20; ++run) {
      const kw::buffer<T, 2> out(device(), {m, n});
      call(a.cview(), b.cview(), out.view());
      const std::vector<T> got = out.download();
      first = run == 0 ? got : first;
      ASSERT_EQ(std::memcmp(got.data(), first.data(), got.size() * sizeof(T)), 0)
          << "run " << run << " of a product that must be the same in every run";
    }
  }
};

// Every edge of a tile of 64 or 128 by 64 or 256, and steps of 32 or 64.
const std::vector<matmul_case> kSizes = {
    {64, 64, 64},   {1, 1, 1},      {1, 64, 64},  {64, 1, 64},  {64, 64, 1},   {1, 300, 100},
    {300, 1, 100},  {2, 3, 1000},   {63, 65, 31}, {65, 63, 33}, {31, 97, 67},  {128, 192, 96},
    {130, 257, 65}, {17, 33, 4096}, {0, 5, 7},    {5, 0, 7},    {200, 400, 50}};

// Rows of multiples of 8 elements, which a tensor descriptor takes, and others.
const std::vector<matmul_case> kStrided = {{70, 72, 40, 8}, {64, 64, 64, 64},   {100, 96, 104, 24},
                                           {70, 67, 41, 3}, {65, 64, 96, 0, 1}, {33, 40, 72, 1, 3}};

// ---- matmul_blocks ---------------------------------------------------------------------------

class MatmulBlocks : public matmul_test {};

TEST_F(MatmulBlocks, OneTileTwoSteps) {
  check(lesson07::matmul_blocks, {64, 64, 64});
}

TEST_F(MatmulBlocks, ManyTiles) {
  check_all(lesson07::matmul_blocks, {{64, 128, 32}, {128, 64, 96}, {192, 256, 160}});
}

TEST_F(MatmulBlocks, PaddedRows) {
  check_all(lesson07::matmul_blocks, {{64, 128, 64, 8}, {128, 64, 32, 5}});
}

// ---- matmul_float32 --------------------------------------------------------------------------

class MatmulFloat32 : public matmul_test {};

TEST_F(MatmulFloat32, TwoByThree) {
  check(lesson07::matmul_float32, {2, 3, 4});
}

TEST_F(MatmulFloat32, Sizes) {
  check_all(lesson07::matmul_float32, kSizes);
}

TEST_F(MatmulFloat32, StridedRows) {
  check_all(lesson07::matmul_float32, kStrided);
}

TEST_F(MatmulFloat32, NothingToSum) {
  check(lesson07::matmul_float32, {70, 30, 0});  // zeros
}

TEST_F(MatmulFloat32, LargeTiles) {
  check(lesson07::matmul_float32, {1025, 1153, 9});
}

// Each pair of products is 2^-13: a sum of them is exact in float32, but 0 where operands were
// rounded to tf32, to ten bits behind the point.
TEST_F(MatmulFloat32, MultipliesInFloat32) {
  constexpr std::int64_t m = 20, n = 20, k = 256;
  std::vector<float> a(static_cast<std::size_t>(m * k)), b(static_cast<std::size_t>(k * n));
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = i % 2 == 0 ? 1.0f + 0x1p-13f : 1.0f;
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = i / n % 2 == 0 ? 1.0f : -1.0f;
  }
  const kw::buffer<float, 2> x(device(), {m, k}, a), y(device(), {k, n}, b), out(device(), {m, n});
  lesson07::matmul_float32(x.cview(), y.cview(), out.view());
  check_close(out, std::vector<double>(m * n, k / 2 * 0x1p-13),
              {0, 0, "every sum on the way is a float32 number"}, "pairs that nearly cancel");
}

TEST_F(MatmulFloat32, InfinitiesStayInTheirRow) {
  check_infinities(lesson07::matmul_float32);
}

TEST_F(MatmulFloat32, SameBitsTwentyTimes) {
  check_same_bits(lesson07::matmul_float32);
}

// ---- grouped order ---------------------------------------------------------------------------

class GroupedOrder : public matmul_test {
 protected:
  static void check_stripes(int tile_rows, int tile_cols, int group) {
    for (int wave = 1; wave <= tile_rows * tile_cols + 1; ++wave) {
      ASSERT_EQ(lesson07::stripes_read(tile_rows, tile_cols, group, wave),
                reference::stripes_read(tile_rows, tile_cols, group, wave))
          << tile_rows << " x " << tile_cols << " tiles in groups of " << group
          << " rows, the first " << wave << " programs";
    }
  }
};

TEST_F(GroupedOrder, RowByRow) {
  check_stripes(3, 4, 1);
}

TEST_F(GroupedOrder, GroupsOfTwo) {
  check_stripes(4, 5, 2);
}

TEST_F(GroupedOrder, LastGroupIsLower) {
  check_stripes(5, 3, 2);
  check_stripes(7, 9, 4);
  check_stripes(3, 5, 8);
}

TEST_F(GroupedOrder, SavesWhatTheTextSays) {
  EXPECT_EQ(lesson07::stripes_read(32, 32, 1, 132), 37);
  EXPECT_EQ(lesson07::stripes_read(32, 32, 8, 132), 25);
  EXPECT_EQ(lesson07::stripes_read(64, 64, 1, 132), 67);
  EXPECT_EQ(lesson07::stripes_read(64, 64, 8, 132), 25);
}

TEST_F(GroupedOrder, EveryTileOnce) {
  check(lesson07::matmul<float16_t>, {128 * 11 + 5, 128 * 2 + 1, 40});
}

// ---- matmul ----------------------------------------------------------------------------------

template <class T>
class Matmul : public matmul_test {
 protected:
  static constexpr function<T> kCall = &lesson07::matmul<T>;
};
using float16_types = ::testing::Types<float16_t, bfloat16_t>;
TYPED_TEST_SUITE(Matmul, float16_types, kw::testing::dtype_names);

TYPED_TEST(Matmul, TwoByThree) {
  this->check(this->kCall, {2, 3, 4});
}

TYPED_TEST(Matmul, Sizes) {
  this->check_all(this->kCall, kSizes);
}

TYPED_TEST(Matmul, StridedRows) {
  this->check_all(this->kCall, kStrided);
}

TYPED_TEST(Matmul, NothingToSum) {
  this->check(this->kCall, {70, 30, 0});
}

TYPED_TEST(Matmul, Transposed) {
  this->check_all(this->kCall, kSizes, true);
}

TYPED_TEST(Matmul, TransposedStridedRows) {
  this->check_all(this->kCall, kStrided, true);
}

// Sums that pass 65,504, the largest float16, on their way to a small result.
TYPED_TEST(Matmul, SumsInFloat32) {
  constexpr std::int64_t m = 20, n = 24, k = 512;
  std::vector<TypeParam> a, b;
  for (std::int64_t i = 0; i < m * k; ++i) {
    a.push_back(kw::core::convert<TypeParam>(i % k < k / 2 ? 32.0f : -32.0f));
  }
  for (std::int64_t i = 0; i < k * n; ++i) {
    b.push_back(kw::core::convert<TypeParam>(i % 3 == 0 && i > k * n / 2 ? 16.5f : 16.0f));
  }
  this->check(this->kCall, {m, n, k}, a, b);
}

TYPED_TEST(Matmul, InfinitiesStayInTheirRow) {
  this->check_infinities(this->kCall);
}

TYPED_TEST(Matmul, SameBitsTwentyTimes) {
  this->check_same_bits(this->kCall);
}

// ---- matmul_pipelined ------------------------------------------------------------------------

template <class T>
class MatmulPipelined : public matmul_test {
 protected:
  static constexpr function<T> kCall = &lesson07::matmul_pipelined<T>;
};
TYPED_TEST_SUITE(MatmulPipelined, float16_types, kw::testing::dtype_names);

TYPED_TEST(MatmulPipelined, OneStep) {
  this->check(this->kCall, {8, 16, 24});
}

// Rows of multiples of 8 elements, so that none of these falls back on `matmul`.
TYPED_TEST(MatmulPipelined, Sizes) {
  this->check_all(this->kCall, {{64, 64, 64},
                                {64, 64, 640},
                                {1, 8, 8},
                                {1, 304, 104},
                                {63, 72, 32},
                                {130, 264, 72},
                                {17, 40, 4096},
                                {200, 400, 56},
                                {129, 136, 1000}});
}

TYPED_TEST(MatmulPipelined, AnySizes) {
  this->check_all(this->kCall, kSizes);
}

TYPED_TEST(MatmulPipelined, StridedRows) {
  this->check_all(this->kCall, kStrided);
}

TYPED_TEST(MatmulPipelined, NothingToSum) {
  this->check(this->kCall, {70, 32, 0});
}

TYPED_TEST(MatmulPipelined, LargeTiles) {
  this->check_all(this->kCall, {{1025, 1160, 72}});
}

TYPED_TEST(MatmulPipelined, Transposed) {
  this->check_all(this->kCall, {{64, 64, 64}, {65, 40, 72}}, true);
}

TYPED_TEST(MatmulPipelined, InfinitiesStayInTheirRow) {
  this->check_infinities(this->kCall);
}

TYPED_TEST(MatmulPipelined, SameBitsTwentyTimes) {
  this->check_same_bits(this->kCall);
}

}  // namespace
