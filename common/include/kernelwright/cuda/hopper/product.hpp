/// \file
/// Products of tiles by wgmma: descriptors of shared memory, fragments from registers, the steps
/// along K.
#pragma once
#include "kernelwright/compiler/float16.hpp"
#include "kernelwright/cuda/hopper/shared_tile.hpp"
#include "kernelwright/cuda/hopper/wgmma.hpp"

namespace kw::cuda::hopper {

/// How wgmma finds a tile in panels: the start address, and two distances in units of 16 bytes. The
/// short one is between panels if the axis other than K is contiguous, and the long one is between
/// groups of eight rows.
KW_HD std::uint64_t matrix_descriptor(shared_address start, int panel_distance) {
  constexpr std::uint64_t swizzle_128_bytes = std::uint64_t{1} << 62;
  constexpr std::uint64_t eight_rows = std::uint64_t{8 * kPanelBytes / 16} << 32;
  return swizzle_128_bytes | eight_rows | static_cast<std::uint64_t>(panel_distance / 16) << 16 |
         ((start & 0x3ffffu) >> 4);
}

/// An operand in shared memory, from the view of a product: K is one of its axes.
template <class Tile, bool IsA>
struct shared_operand {
  using T = typename Tile::value_type;
  using P = typename Tile::panels_type;
  /// a is stored as (M, K), b as (K, N), unless transposed.
  static constexpr bool kRowsAreK = IsA == Tile::kTransposed;
  static constexpr major kMajor = kRowsAreK ? major::mn : major::k;
  static constexpr int kPanel = P::kRows * kPanelBytes;

  /// The descriptor of the tile that starts at row `first` of the other axis.
  static KW_HD std::uint64_t from(shared_address data, int first) {
    const int offset = kRowsAreK ? first / P::kWidth * kPanel : first * kPanelBytes;
    return matrix_descriptor(data + static_cast<shared_address>(offset), kRowsAreK ? kPanel : 16);
  }
  /// What step `k` of 16 along K adds to it: addresses are in units of 16 bytes.
  static constexpr std::uint64_t step(int k) {
    constexpr int steps_a_panel = P::kWidth / 16;
    const int offset =
        kRowsAreK ? k * 16 * kPanelBytes : k / steps_a_panel * kPanel + k % steps_a_panel * 32;
    return static_cast<std::uint64_t>(offset / 16);
  }
};

/// Two consecutive 16-bit elements as one register.
template <class T>
KW_HD std::uint32_t pack_pair(const T* values) {
  std::uint32_t word;
  __builtin_memcpy(&word, values, sizeof(word));
  return word;
}

/// c (+)= a b, issued and committed as one group. c is in the layout of accumulators, in which a
/// warpgroup has whole blocks of 64 rows and a range of columns; b is in shared memory; a is there
/// too, or in registers in the layout of accumulators.
template <class A, class B, class Shape, class Layout>
KW_HD void issue_product(const A& a, const B& b, core::tile<float, Shape, Layout>& c, bool keep,
                         [[maybe_unused]] int warpgroup) {
  using T = typename A::value_type;
  constexpr int N = Layout::kRegisters1 * 4;  // per warpgroup
  constexpr int K = A::shape_type::d1;
  constexpr int blocks = Layout::kRegisters0 / 2;  // of 64 rows for each warpgroup
  constexpr int count = N / 2;
  using ofB = shared_operand<B, false>;
  [[maybe_unused]] const int row = Layout::axis0::of_thread(warpgroup * 128);
  const std::uint64_t all_of_b = ofB::from(b.data, Layout::axis1::of_thread(warpgroup * 128));
  products_fence();
  KW_UNROLL
  for (int i = 0; i < blocks; ++i) {
    auto& d = *reinterpret_cast<float(*)[count]>(c.values + i * count);
    KW_UNROLL
    for (int k = 0; k < K / 16; ++k) {
      const std::uint64_t in_b = all_of_b + ofB::step(k);
      const int scale = keep || k > 0 ? 1 : 0;
      if constexpr (shared_tile_type<A>) {
        using ofA = shared_operand<A, true>;
        const std::uint64_t in_a =
            ofA::from(a.data, row + Layout::axis0::of_register(2 * i)) + ofA::step(k);
        wgmma<T, N>::template run<ofA::kMajor, ofB::kMajor>(d, in_a, in_b, scale);
      } else {
        constexpr int row = K / 4;  // registers of a for each of a thread's rows
        const T* rows = a.values + 2 * i * row + 4 * k;
        const std::uint32_t fragment[4] = {pack_pair(rows), pack_pair(rows + row),
                                           pack_pair(rows + 2), pack_pair(rows + row + 2)};
        wgmma<T, N>::template run<ofB::kMajor>(d, fragment, in_b, scale);
      }
    }
  }
  commit_products();
}

}  // namespace kw::cuda::hopper
