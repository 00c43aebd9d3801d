/// \file
/// Tiles from registers to a tensor: each warpgroup puts panels of its 64 rows in shared memory,
/// and the copy engine takes them from there, edges included.
#pragma once
#include "kernelwright/cuda/hopper/product.hpp"
#include "kernelwright/cuda/hopper/ring.hpp"

namespace kw::cuda::hopper {

/// Numbers of the hardware barriers: 0 is the whole block's.
inline constexpr int kConsumersBarrier = 1, kStagingBarrier = 2;

/// Only whole panels: the copy engine would overwrite what is next to a partial one.
template <class T, class Shape>
inline constexpr bool can_be_staged = (core::float16_type<T> || std::is_same_v<T, float> ||
                                       std::is_same_v<T, std::int32_t>)&&Shape::d1
                                          * sizeof(T) % kPanelBytes
                                      == 0;

/// Writes panel `panel` of block `i` (64 rows) of the thread's warpgroup to shared memory, as T.
template <class T, class Layout, class Value>
KW_HD void stage_panel(const Value& value, int i, int panel, shared_address to) {
  constexpr int width = kPanelBytes / static_cast<int>(sizeof(T));
  const int lane = thread_index() & 31, warp = thread_index() >> 5 & 3;
  auto at = [&](int h, int column, int e) {
    return core::element(value, 2 * i + h, (panel * width + column) / 4 + e, 0, 0);
  };
  if constexpr (sizeof(T) == 2) {
    // Matrices (rows 0-7, 8-15) x (columns 0-7, 8-15); lane l names a row of matrix l / 8.
    const int row = warp * 16 + (lane & 7) + (lane >> 3 & 1) * 8;
    KW_UNROLL
    for (int column = 0; column < width; column += 16) {
      std::uint32_t words[4];
      KW_UNROLL
      for (int m = 0; m < 4; ++m) {
        const int h = m & 1, c = column + m / 2 * 8;
        T pair[2];
        if constexpr (std::is_same_v<core::value_of<Value>, float>) {
          round_pair(at(h, c, 0), at(h, c, 1), pair);
        } else {
          pair[0] = core::convert<T>(at(h, c, 0));
          pair[1] = core::convert<T>(at(h, c, 1));
        }
        words[m] = pack_pair(pair);
      }
      const int piece = (column / 8 + (lane >> 4)) ^ (row & 7);
      store_matrices(to + static_cast<shared_address>(row * kPanelBytes + piece * 16), words);
    }
  } else {
    KW_UNROLL
    for (int column = 0; column < width; column += 8) {
      KW_UNROLL
      for (int h = 0; h < 2; ++h) {
        const int row = warp * 16 + lane / 4 + 8 * h;
        const int byte = (column + lane % 4 * 2) * 4;
        const T pair[2] = {core::convert<T>(at(h, column, 0)), core::convert<T>(at(h, column, 1))};
        std::uint32_t words[2];
        __builtin_memcpy(words, pair, sizeof(words));
        store_shared_pair(to + static_cast<shared_address>(offset_in_panel(row, byte)), words[0],
                          words[1]);
      }
    }
  }
}

/// Writes the part of a staged panel that is inside the tensor, two threads per row. The panel
/// begins in row `top` and column `left` of its tile.
template <class T, class Tile>
KW_HD void store_panel_by_elements(const Tile& tile, [[maybe_unused]] shared_address from, int top,
                                   int left) {
  constexpr int rank = Tile::kRank;
  const auto& tensor = tile.array;
  const int thread = thread_index() & 127, r = thread / 2;
  int at[rank];
  find_box(tile, top + r, left, at);
  bool inside = true;
  T* to = tensor.data() + at[0];
  KW_UNROLL
  for (int d = 1; d < rank; ++d) {
    inside = inside && at[d] >= 0 && at[d] < tensor.extent(rank - 1 - d);
    to += at[d] * tensor.stride(rank - 1 - d);
  }
#ifdef __CUDA_ARCH__
  const auto* bytes = static_cast<const unsigned char*>(__cvta_shared_to_generic(from));
  constexpr int half = kPanelBytes / static_cast<int>(sizeof(T)) / 2;
  const int first = thread % 2 * half;
  KW_ROLLED
  for (int c = first; inside && c < first + half; ++c) {
    const int byte = c * static_cast<int>(sizeof(T));
    if (at[0] + c >= 0 && at[0] + c < tensor.extent(rank - 1)) {
      to[c] = *reinterpret_cast<const T*>(bytes + offset_in_panel(r, byte));
    }
  }
#endif
}

/// Writes a tile in the layout of accumulators.
template <class T, class Shape, class Layout, class Tile, class Value>
KW_HD void store_staged(const Tile& tile, const Value& value, const pipe_state& state) {
  const int warpgroup = state.warpgroup;
  constexpr int rank = Tile::kRank;
  constexpr int width = kPanelBytes / static_cast<int>(sizeof(T));
  constexpr int across = (Shape::d1 + width - 1) / width;
  constexpr int blocks = Layout::kRegisters0 / 2;
  const bool sends = (thread_index() & 127) == 0;
  const int room = state.layout.staging_panels;
  const shared_address staging = state.staging();
  auto wait = [&] { named_barrier<128>(kStagingBarrier + warpgroup); };
  // The engine writes pieces of 16 bytes: if rows end within one, the last is written by elements.
  const int columns = tile.array.extent(rank - 1);
  const bool rows_end_in_a_piece = columns * static_cast<int>(sizeof(T)) % 16 != 0;
  auto send = [&](int panel, shared_address from) {
    const int left = panel % across * width, top = (warpgroup * blocks + panel / across) * 64;
    if (rows_end_in_a_piece && tile.start[rank - 1] + left + width > columns) {
      store_panel_by_elements<T>(tile, from, top, left);
    } else if (sends) {
      KW_UNROLL
      for (int row = 0; row < 64; row += rows_of_box<Tile>) {
        int at[rank];
        find_box(tile, top + row, left, at);
        copy_from_shared(from + static_cast<shared_address>(row * kPanelBytes),
                         tile.array.device_map(), at);
      }
    }
    if (sends) {
      commit_copies();
    }
  };
  // Each panel is in flight while the next one is written.
  int slot = 0;
  KW_UNROLL
  for (int panel = 0; panel < blocks * across; ++panel) {
    if (panel == 0 || panel >= room) {  // the slot had another panel
      if (sends) {
        if (panel == 0 || room == 1) {
          wait_for_copies_to_read<0>();
        } else {
          wait_for_copies_to_read<1>();
        }
      }
      wait();
    }
    const shared_address to = staging + static_cast<shared_address>(slot * kStagingPanel);
    stage_panel<T, Layout>(value, panel / across, panel % across, to);
    fence_shared_for_async();
    wait();
    send(panel, to);
    slot = slot + 1 == room ? 0 : slot + 1;
  }
}

}  // namespace kw::cuda::hopper
