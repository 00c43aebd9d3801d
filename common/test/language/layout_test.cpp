// A layout must hold every element: the coordinates of all threads' registers cover the tile, each
// element once, or once for each group of spare threads.
#include "kernelwright/core/layout.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "kernelwright/cuda/backend.hpp"

namespace layout_test {

using namespace kw::core;

template <class Layout, int Threads, int M, int N>
void check_covers() {
  std::map<std::pair<int, int>, int> holders;
  for (int thread = 0; thread < Threads; ++thread) {
    const int i0 = Layout::axis0::of_thread(thread);
    const int j0 = Layout::axis1::of_thread(thread);
    for (int r0 = 0; r0 < Layout::kRegisters0; ++r0) {
      for (int r1 = 0; r1 < Layout::kRegisters1; ++r1) {
        const int i = i0 + Layout::axis0::of_register(r0);
        const int j = j0 + Layout::axis1::of_register(r1);
        ASSERT_TRUE(i >= 0 && i < M && j >= 0 && j < N) << i << ", " << j;
        ++holders[{i, j}];
      }
    }
  }
  ASSERT_EQ(holders.size(), static_cast<std::size_t>(M) * N);
  const int copies = holders.begin()->second;
  for (const auto& [element, count] : holders) {
    ASSERT_EQ(count, copies) << element.first << ", " << element.second;
  }
}

template <int M, int N, int NumWarps, int Vector>
void check_blocked() {
  using Backend = kw::cuda::backend<NumWarps, Vector>;
  using Layout = typename Backend::template default_layout<tile_shape<M, N>>;
  static_assert(Layout::axis0::kSize == M && Layout::axis1::kSize == N);
  check_covers<Layout, 32 * NumWarps, M, N>();
}

TEST(Layout, BlockedLayoutsHoldEveryElement) {
  check_blocked<1, 1, 4, 4>();
  check_blocked<1, 16, 4, 4>();
  check_blocked<1, 1024, 4, 4>();
  check_blocked<1, 4096, 1, 8>();
  check_blocked<64, 64, 4, 4>();
  check_blocked<128, 8, 8, 8>();
  check_blocked<256, 1, 4, 4>();
  check_blocked<2, 512, 16, 1>();
  check_blocked<16, 32, 2, 2>();
}

TEST(Layout, TensorCoreAccumulatorIsTheSameVocabulary) {
  // 64 x 32, four warps: the digits of the wgmma accumulator (PTX ISA, matrix fragments).
  using Rows = axis_of<in_threads<8, 4>, in_registers<2>, in_threads<4, 32>>;
  using Columns = axis_of<in_registers<2>, in_threads<4, 1>, in_registers<4>>;
  using Layout = layout<kw::cuda::backend<4, 1>, Rows, Columns>;
  check_covers<Layout, 128, 64, 32>();
  // Thread 5 of the first warp: row 1, columns 2 and 3 in its first two registers.
  EXPECT_EQ(Rows::of_thread(5), 1);
  EXPECT_EQ(Columns::of_thread(5), 2);
  EXPECT_EQ(Columns::of_register(1), 1);
  EXPECT_EQ(Rows::of_register(1), 8);
  EXPECT_EQ(Rows::of_thread(32), 16);
}

TEST(Layout, VectorIsTheLeadingRunOfRegisters) {
  EXPECT_EQ((axis_of<in_registers<4>, in_threads<32, 1>, in_registers<2>>::kVector), 4);
  EXPECT_EQ((axis_of<in_threads<32, 1>, in_registers<2>>::kVector), 1);
  EXPECT_EQ((axis_of<in_registers<1>, in_threads<32, 1>>::kVector), 1);
  EXPECT_EQ(unit_axis::kVector, 1);
}

TEST(Layout, TrivialDigitsDoNotMakeANewType) {
  EXPECT_TRUE((std::is_same_v<axis_of<in_registers<1>, in_threads<32, 1>>,
                              axis_of<in_threads<32, 1>, in_registers<1>>>));
}

}  // namespace layout_test
