// Masks and index tiles against brute force: every shortcut must agree with looking at each lane.
#include <gtest/gtest.h>

#include <random>

#include "kernelwright/core/bits.hpp"

namespace mask_test {

using namespace kw;

template <int N>
constexpr auto arange() {
  return core::index_tile<std::int32_t, core::tile_shape<N>, 0, 1>{};
}

/// A function, since a macro in each of these templates would take long to compile and to run.
void expect(bool right, const char* what, int i, int j) {
  if (!right) {
    ADD_FAILURE() << what << " is wrong at " << i << ", " << j;
  }
}

/// Checks tile_passes, clip, vector_passes and vectors_are_whole of a mask of R x C lanes.
template <class Mask>
void check_shortcuts(const Mask& mask) {
  using Shape = typename Mask::shape_type;
  constexpr int V = 4;
  bool all = true;
  for (int i = 0; i < Shape::d0; ++i) {
    for (int j = 0; j < Shape::d1; ++j) {
      all = all && mask.at(i, j);
    }
  }
  expect(!mask.tile_passes() || all, "tile_passes", 0, 0);
  if constexpr (Mask::kIsInterval) {
    for (int i = 0; i < Shape::d0; ++i) {
      core::column_range columns{0, Shape::d1};
      mask.clip(i, columns);
      for (int j = 0; j < Shape::d1; ++j) {
        expect((j >= columns.begin && j < columns.end) == mask.at(i, j), "clip", i, j);
      }
    }
  }
  const bool whole = mask.template vectors_are_whole<V>();
  for (int i = 0; i < Shape::d0; ++i) {
    for (int j = 0; j + V <= Shape::d1; j += V) {
      int passing = 0;
      for (int v = 0; v < V; ++v) {
        passing += mask.at(i, j + v);
      }
      expect(mask.template vector_passes<V>(i, j) == (passing == V), "vector_passes", i, j);
      expect(!whole || passing == 0 || passing == V, "vectors_are_whole", i, j);
    }
  }
}

template <class Index>
void check_all_comparisons(const Index& index, int bound) {
  check_shortcuts(index < bound);
  check_shortcuts(index <= bound);
  check_shortcuts(index > bound);
  check_shortcuts(index >= bound);
  check_shortcuts(index == bound);
  check_shortcuts(index != bound);
  check_shortcuts(!(index < bound));
  check_shortcuts(bound < index);
  check_shortcuts(bound >= index);
}

/// The mask of both comparisons, assigned, against both looked at lane by lane.
template <class First, class Second>
void check_assigned(const First& first, const Second& second) {
  First mask = first;
  mask = mask & second;
  using Shape = typename First::shape_type;
  for (int i = 0; i < Shape::d0; ++i) {
    for (int j = 0; j < Shape::d1; ++j) {
      expect(mask.at(i, j) == (first.at(i, j) && second.at(i, j)), "an assigned mask", i, j);
    }
  }
  check_shortcuts(mask);
  const auto opposite = !mask;
  expect(opposite.at(0, 1) == !mask.at(0, 1), "the opposite", 0, 1);
}
template <class Index>
void check_assignments(const Index& index, int a, int b, int shift) {
  check_assigned(index<a, index + shift> b);
  check_assigned(index <= a, index + shift >= b);
  check_assigned(index > a, index + shift < b);
  check_assigned(index >= a, index + shift <= b);
  check_assigned(index >= a, index + shift >= b);
  check_assigned(index < a, index + shift <= b);
}

TEST(Mask, AssignmentsNarrow) {
  std::mt19937 random(12);
  auto within = [&](int k) { return static_cast<int>(random() % (2 * k + 1)) - k; };
  for (int round = 0; round < 1000; ++round) {
    const auto row = within(40) + arange<16>();
    check_assignments(row, within(60), within(60), within(20));
    check_assignments(-row, within(60), within(60), within(20));
    check_assignments(row(_, None), within(60), within(60), within(20));
    check_assignments((within(9) + arange<8>())(_, None) - row(None, _), within(60), within(60),
                      within(20));
  }
  constexpr int last = 2147483647, first = -last - 1;
  for (const int a : {first, first + 1, 0, last - 1, last}) {
    for (const int b : {first, first + 1, 0, last - 1, last}) {
      check_assignments(arange<16>(), a, b, 0);
      check_assignments(arange<16>() + (last - 15), a, b, 0);
      check_assignments(arange<16>() + first, a, b, 0);
    }
  }
}

TEST(Mask, AssignmentsNarrowIndicesOf64Bits) {
  constexpr std::int64_t last = 9223372036854775807, first = -last - 1;
  const auto index = arange<16>().to(dtype<std::int64_t>{});
  for (const std::int64_t a : {first + 1, std::int64_t{-3}, std::int64_t{9}, last - 1, last}) {
    for (const std::int64_t b : {first, first + 1, std::int64_t{4}, last - 1}) {
      check_assigned(index<a, index> b);
      check_assigned(index <= a, index + std::int64_t{5} >= b);
      check_assigned(index >= b, index + (last - 20) <= a);
      check_assigned(index > b, index - (last - 20) < a);
    }
  }
}

TEST(Mask, ShortcutsAgreeWithEveryLane) {
  std::mt19937 random(11);
  auto within = [&](int k) { return static_cast<int>(random() % (2 * k + 1)) - k; };
  for (int round = 0; round < 1000; ++round) {
    const auto rows = (within(40) + arange<8>())(_, None);
    const auto cols = (within(40) + arange<16>())(None, _);
    const int bound = within(60);
    check_all_comparisons(rows, bound);
    check_all_comparisons(cols, bound);
    check_all_comparisons(rows * within(3) + cols, bound);
    check_all_comparisons(rows - cols, bound);
    check_all_comparisons(cols * within(3), bound);
    check_shortcuts((rows < bound) & (cols < within(60)));
    check_shortcuts((cols >= bound) & (cols < within(60)));
    check_shortcuts(rows >= cols);  // the causal mask
  }
}

TEST(Mask, ComparesWithWideAndUnsignedBounds) {
  const auto offsets = arange<4>() - 2;  // -2, -1, 0, 1
  EXPECT_TRUE((offsets < std::size_t{1}).at(0, 0)) << "-2 < 1 also when 1 is unsigned";
  EXPECT_TRUE((offsets < std::int64_t{5000000000}).at(0, 3));
  EXPECT_FALSE((offsets >= std::uint32_t{0}).at(0, 1));
}

TEST(Index, ArithmeticKeepsWhatTheTypeKnows) {
  const auto rows = 3 + arange<8>();
  const auto cols = arange<16>();
  const auto offsets = rows(_, None) * 100 + cols(None, _);
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 16; ++j) {
      ASSERT_EQ(offsets.at(i, j), (3 + i) * 100 + j);
    }
  }
  EXPECT_TRUE(core::is_contiguous<std::remove_cv_t<decltype(offsets)>>);
  EXPECT_FALSE((core::is_contiguous<decltype(cols * 2)>));
  const auto wide = rows.to(int64)(_, None) * 3000000000LL + cols(None, _);
  EXPECT_EQ(wide.at(7, 5), 30000000005LL);
  EXPECT_TRUE((std::is_same_v<decltype(wide)::value_type, std::int64_t>));
}

TEST(Index, LosesItsStridesButNotItsValues) {
  const auto wrapped = (5 + arange<8>()) % 3;
  const auto column = wrapped(_, None);
  for (int i = 0; i < 8; ++i) {
    ASSERT_EQ(wrapped.at(0, i), (5 + i) % 3);
    ASSERT_EQ(column.at(i, 0), (5 + i) % 3);
    ASSERT_EQ((wrapped == 1).at(0, i), (5 + i) % 3 == 1);
    ASSERT_EQ(((5 + arange<8>()) / 4).at(0, i), (5 + i) / 4);
  }
}

TEST(Mask, OrAndNotLookAtTheLanes) {
  const auto i = arange<16>();
  const auto outside = (i < 3) | (i >= 9);
  const auto inside = !outside;
  for (int j = 0; j < 16; ++j) {
    ASSERT_EQ(outside.at(0, j), j < 3 || j >= 9);
    ASSERT_EQ(inside.at(0, j), j >= 3 && j < 9);
  }
}

}  // namespace mask_test
