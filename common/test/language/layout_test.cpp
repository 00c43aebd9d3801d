// A layout must hold every element: the coordinates of the registers of all threads that own some
// cover the tile, each element once. Threads that are left over hold copies.
#include "kernelwright/core/layout.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernelwright/cuda/backend.hpp"

namespace layout_test {

using namespace kw::core;

/// Where an axis puts the elements of a tile. Many layouts share one, and most of the time that
/// this file takes to compile goes to them.
struct axis_places {
  int (*of_thread)(int);
  int (*of_register)(int);
  int registers;
};
template <class Axis>
int of_thread(int thread) {
  return Axis::of_thread(thread);
}
template <class Axis>
int of_register(int number) {
  return Axis::of_register(number);
}
template <class Axis>
constexpr axis_places kPlaces{&of_thread<Axis>, &of_register<Axis>, Axis::kRegisters};

/// Where a layout puts the elements of a tile.
struct places {
  int threads, rows, columns;
  axis_places down, along;
  unsigned copy_mask;
};
template <class Layout, class Shape>
places places_of() {
  return {
      Layout::backend::kThreads,       Shape::d0,        Shape::d1, kPlaces<typename Layout::axis0>,
      kPlaces<typename Layout::axis1>, Layout::kCopyMask};
}

/// The coordinates of the registers of an axis, relative to those of their thread.
std::vector<int> of_registers(const axis_places& axis) {
  std::vector<int> coordinates;
  for (int number = 0; number < axis.registers; ++number) {
    coordinates.push_back(axis.of_register(number));
  }
  return coordinates;
}

/// Every element has one owner, and every thread's elements are in the tile.
void check_owners(const places& p) {
  SCOPED_TRACE(std::to_string(p.threads / 32) + " warps, " + std::to_string(p.rows) + " x " +
               std::to_string(p.columns));
  const std::vector<int> rows = of_registers(p.down), columns = of_registers(p.along);
  std::vector<int> owners(static_cast<std::size_t>(p.rows * p.columns));
  for (int thread = 0; thread < p.threads; ++thread) {
    const bool owns = (static_cast<unsigned>(thread) & p.copy_mask) == 0;
    const int first_row = p.down.of_thread(thread), first_column = p.along.of_thread(thread);
    for (int row : rows) {
      for (int column : columns) {
        const int i = first_row + row, j = first_column + column;
        ASSERT_TRUE(i >= 0 && i < p.rows && j >= 0 && j < p.columns) << i << ", " << j;
        owners[static_cast<std::size_t>(i * p.columns + j)] += owns ? 1 : 0;
      }
    }
  }
  for (int k = 0; k < p.rows * p.columns; ++k) {
    ASSERT_EQ(owners[static_cast<std::size_t>(k)], 1) << k / p.columns << ", " << k % p.columns;
  }
}

/// Threads whose warpgroups multiply.
struct warpgroups : kw::cuda::whole_block {
  static constexpr bool kWarpgroups = true;
};

int tiles = 0;

/// The static assertions of `tile` and `layout` check the same at compile time, for every tile of
/// every kernel. The count of owners does not rely on them.
template <class Layout, class Shape>
void check_layout() {
  if constexpr (Layout::kRegisters <= kMostRegisters) {
    check_owners(places_of<Layout, Shape>());
    ++tiles;
  }
}
template <class Backend, class... Shapes>
void check_shapes() {
  (check_layout<typename Backend::template default_layout<Shapes>, Shapes>(), ...);
  (check_layout<typename Backend::template accumulator_layout<Shapes>, Shapes>(), ...);
}
template <class Backend, int... M>
void check_rows() {
  (check_shapes<Backend, tile_shape<M, 1>, tile_shape<M, 8>, tile_shape<M, 64>,
                tile_shape<M, 256>>(),
   ...);
}
/// The columns that check_rows leaves out.
template <class Backend, int... M>
void check_columns() {
  (check_shapes<Backend, tile_shape<M, 2>, tile_shape<M, 16>, tile_shape<M, 32>, tile_shape<M, 128>,
                tile_shape<M, 512>>(),
   ...);
}
template <int NumWarps>
void check_warps() {
  check_rows<kw::cuda::backend<NumWarps, 1>, 1, 16, 64, 192, 256, 1024>();
  check_columns<kw::cuda::backend<NumWarps, 2>, 16, 192>();
  check_rows<kw::cuda::backend<NumWarps, 4>, 1, 4, 64, 192, 256>();
  check_rows<kw::cuda::backend<NumWarps, 8>, 1, 16, 128, 192, 512>();
  if constexpr (NumWarps % 4 == 0) {
    check_rows<kw::cuda::backend<NumWarps, 4, warpgroups>, 8, 64, 128, 192, 256>();
    check_rows<kw::cuda::backend<NumWarps, 8, warpgroups>, 1, 64, 192, 256>();
  }
  // A row of 192, as the reduction of such a tile leaves it.
  using Row = tile_shape<192>;
  check_layout<typename kw::cuda::backend<NumWarps, 8>::template default_layout<Row>, Row>();
}

TEST(Layout, EveryElementHasOneOwner) {
  check_warps<1>();
  check_warps<2>();
  check_warps<4>();
  check_warps<8>();
  check_warps<12>();
  check_warps<16>();
  check_warps<32>();
  EXPECT_GT(tiles, 1000);
}

/// One thread's elements are those that one access can move.
TEST(Layout, VectorsAreWholeAccesses) {
  using Six = kw::cuda::backend<8, 8>::default_layout<tile_shape<192, 8>>;  // 6 for each thread
  EXPECT_EQ(Six::axis1::kVector, 4);
}

TEST(Layout, TensorCoreAccumulatorIsTheSameVocabulary) {
  // 64 x 32, four warps: the digits of the wgmma accumulator (PTX ISA, matrix fragments).
  using Rows = axis_of<in_threads<8, 4>, in_registers<2>, in_threads<4, 32>>;
  using Columns = axis_of<in_registers<2>, in_threads<4, 1>, in_registers<4>>;
  using Layout = layout<kw::cuda::backend<4, 1>, Rows, Columns>;
  check_owners(places_of<Layout, tile_shape<64, 32>>());
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
