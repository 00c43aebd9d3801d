/// \file
/// Sums of products stored through pointers as 16-bit floats: a thread holds two neighbours of a
/// row, so each warp rearranges its rows in shared memory and writes 128 bytes of a row at a time.
#pragma once
#include "kernelwright/cuda/hopper/staged_store.hpp"
#include "kernelwright/cuda/memory.hpp"

namespace kw::cuda::hopper {

/// Can a tile in this layout be stored by rows?
template <class P, class Mask, class Layout>
constexpr bool is_stored_by_rows() {
  constexpr int columns = Layout::axis1::kRegisters * 4;  // per warp
  return core::float16_type<typename P::element_type> && P::shape_type::rank == 2 &&
         core::is_contiguous<typename P::offsets_type> && core::structured_mask<Mask> &&
         columns % 64 == 0;
}

/// Writes 8 elements of a row from shared memory, those that the mask lets through.
template <class P, class Mask>
KW_HD void store_piece_of_row(const P& pointers, const Mask& mask, bool as_vector, int i, int j,
                              shared_address from) {
  using T = typename P::element_type;
  std::uint32_t words[4];
  load_shared_piece(from, words);
  T* to = pointers.base + pointers.offsets.at(i, j);
  T values[8];
  __builtin_memcpy(values, words, sizeof(values));
  if (as_vector) {
    store_vector<8>(values, to, mask.template vector_passes<8>(i, j));
  } else {
    KW_UNROLL
    for (int e = 0; e < 8; ++e) {
      store_vector<1>(values + e, to + e, mask.at(i, j + e));
    }
  }
}

/// Stores a tile in layout `Layout`, that of accumulators, by warpgroups.
/// \param staging  8 KiB that only the thread's warpgroup uses; each warp has a quarter
template <class Layout, class Value, class P, class Mask>
KW_HD void store_by_rows(const Value& value, const P& pointers, const Mask& mask,
                         shared_address staging) {
  using T = typename P::element_type;
  constexpr int blocks = Layout::kRegisters0 / 2, panels = Layout::kRegisters1 / 16;
  const int lane = thread_index() & 31, warp = thread_index() >> 5;
  const int top = Layout::axis0::of_thread(warp * 32), left = Layout::axis1::of_thread(warp * 32);
  const bool as_vectors = takes_vectors<8>(pointers, mask);
  KW_UNROLL
  for (int block = 0; block < blocks; ++block) {
    KW_UNROLL
    for (int panel = 0; panel < panels; ++panel) {
      warp_barrier();  // the warp has read what it staged before
      stage_panel<T, Layout>(value, block, panel, staging);
      warp_barrier();
      KW_UNROLL
      for (int pass = 0; pass < 4; ++pass) {
        const int row = pass * 4 + lane / 8, piece = lane % 8;
        const int at = offset_in_panel((warp & 3) * 16 + row, piece * 16);
        store_piece_of_row(
            pointers, mask, as_vectors, top + Layout::axis0::of_register(2 * block) + row,
            left + panel * 64 + piece * 8, staging + static_cast<shared_address>(at));
      }
    }
  }
}

}  // namespace kw::cuda::hopper
