/// \file
/// Sums of products stored through pointers as 16-bit floats: a thread holds two neighbours of a
/// row, so each warp rearranges its rows in shared memory and writes 128 bytes of a row at a time.
#pragma once
#include "kernelwright/cuda/hopper/staged_store.hpp"
#include "kernelwright/cuda/memory.hpp"

namespace kw::cuda::hopper {

/// Is this value a sum in the layout of accumulators, which can be stored by rows?
template <class Layout, class P, class Value, class Mask>
constexpr bool is_stored_by_rows() {
  if constexpr (core::register_tile<Value>) {
    constexpr int columns = Layout::axis1::kRegisters * 4;  // per warp
    return std::is_same_v<typename Value::layout_type, Layout> &&
           core::float16_type<typename P::element_type> && P::shape_type::rank == 2 &&
           core::is_contiguous<typename P::offsets_type> && core::structured_mask<Mask> &&
           columns % 64 == 0;
  } else {
    return false;
  }
}

/// Writes a panel's 16 rows of a warp from shared memory, 16 bytes at a time.
/// \param top,left  the tile's row and column where they begin
template <class P, class Mask>
KW_HD void store_rows_by_pieces(const P& pointers, const Mask& mask, int top, int left,
                                shared_address staging) {
  using T = typename P::element_type;
  const int lane = thread_index() & 31, warp = thread_index() >> 5 & 3;
  KW_UNROLL
  for (int pass = 0; pass < 4; ++pass) {
    const int row = pass * 4 + lane / 8, piece = lane % 8;
    const int from = offset_in_panel(warp * 16 + row, piece * 16);
    std::uint32_t words[4];
    load_shared_piece(staging + static_cast<shared_address>(from), words);
    T values[8];
    __builtin_memcpy(values, words, sizeof(values));
    const int i = top + row, j = left + piece * 8;
    store_vector<8>(values, pointers.base + pointers.offsets.at(i, j),
                    mask.template vector_passes<8>(i, j));
  }
}
/// The same where rows or the mask are not aligned, one element at a time. Neighbouring lanes write
/// neighbours, because otherwise each instruction would touch a part of every 32 bytes of the rows.
template <class P, class Mask>
KW_HD void store_rows_by_elements(const P& pointers, const Mask& mask, int top, int left,
                                  [[maybe_unused]] shared_address staging) {
#ifdef __CUDA_ARCH__
  using T = typename P::element_type;
  const int lane = thread_index() & 31, warp = thread_index() >> 5 & 3;
  const auto* bytes = static_cast<const unsigned char*>(__cvta_shared_to_generic(staging));
  KW_UNROLL_BY(8)
  for (int pass = 0; pass < 32; ++pass) {
    const int row = pass / 2, column = pass % 2 * 32 + lane, i = top + row, j = left + column;
    const int from = offset_in_panel(warp * 16 + row, column * 2);
    const T value = *reinterpret_cast<const T*>(bytes + from);
    store_vector<1>(&value, pointers.base + pointers.offsets.at(i, j), mask.at(i, j));
  }
#endif
}

/// Stores a tile in layout `Layout`, that of accumulators, by warpgroups.
/// \param staging  8 KiB that only the thread's warpgroup uses; each warp has a quarter
template <class Layout, class Value, class P, class Mask>
KW_HD void store_by_rows(const Value& value, const P& pointers, const Mask& mask,
                         shared_address staging) {
  using T = typename P::element_type;
  constexpr int blocks = Layout::kRegisters0 / 2, panels = Layout::kRegisters1 / 16;
  const int warp = thread_index() >> 5;
  const int top = Layout::axis0::of_thread(warp * 32), left = Layout::axis1::of_thread(warp * 32);
  const bool as_vectors = takes_vectors<8>(pointers, mask);
  KW_UNROLL
  for (int block = 0; block < blocks; ++block) {
    KW_UNROLL
    for (int panel = 0; panel < panels; ++panel) {
      warp_barrier();  // the warp has read what it staged before
      stage_panel<T, Layout>(value, block, panel, staging);
      warp_barrier();
      const int i = top + Layout::axis0::of_register(2 * block), j = left + panel * 64;
      if (as_vectors) {
        store_rows_by_pieces(pointers, mask, i, j, staging);
      } else {
        store_rows_by_elements(pointers, mask, i, j, staging);
      }
    }
  }
}

}  // namespace kw::cuda::hopper
