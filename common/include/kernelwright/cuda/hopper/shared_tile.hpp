/// \file
/// Tiles in shared memory, as the copy engine writes them and wgmma reads them.
///
/// A tile is cut into panels of 128 bytes per row. In a panel the eight 16-byte pieces of row r are
/// in the order piece ^ (r % 8) (the engine's 128-byte swizzle), so neither rows nor columns of
/// pieces share a bank. The engine moves boxes of 64 rows of one panel, so one tensor map serves
/// tiles of every shape; of images it moves strips.
#pragma once
#include "kernelwright/core/dot.hpp"
#include "kernelwright/cuda/backend.hpp"
#include "kernelwright/cuda/hopper/instructions.hpp"
#include "kernelwright/runtime/shared_memory_plan.hpp"

namespace kw::cuda::hopper {

using runtime::kBoxRows, runtime::kPanelBytes;

/// The offset of byte `byte` of a row in a panel, in bytes from the beginning of the panel.
KW_HD constexpr int offset_in_panel(int row, int byte) {
  return row * kPanelBytes + ((byte / 16 ^ row % 8) * 16) + byte % 16;
}

/// The panels of a tile in shared memory.
/// \tparam BoxRows  their rows are a multiple of it, as the engine needs; 1 leaves none over
template <class T, class Shape, int BoxRows = kBoxRows>
struct panels {
  static constexpr int kWidth = kPanelBytes / static_cast<int>(sizeof(T));  ///< in elements
  static constexpr int kRows = (Shape::d0 + BoxRows - 1) / BoxRows * BoxRows;
  static constexpr int kCount = (Shape::d1 + kWidth - 1) / kWidth;
  static constexpr int kBytes = kRows * kPanelBytes * kCount;
  static constexpr int kRepeats = 8;  ///< after so many rows pieces are in the same order again
  static_assert(BoxRows != kBoxRows ||
                kBytes == runtime::tile_bytes(Shape::d0, Shape::d1, static_cast<int>(sizeof(T))));

  /// Where element (row, column) is, in bytes from the beginning of the tile.
  static KW_HD constexpr int offset(int row, int column) {
    return column / kWidth * kRows * kPanelBytes +
           offset_in_panel(row, column % kWidth * static_cast<int>(sizeof(T)));
  }
};

/// A tile that a copy brings to shared memory. Its first user waits until it has arrived.
/// Transposed says that rows and columns are exchanged.
template <class Backend, class T, class Shape, bool Transposed = false>
struct shared_tile {
  using is_shared_tile = void;
  using value_type = T;
  using panels_type = panels<T, Shape>;
  static constexpr bool kTransposed = Transposed;
  using shape_type = std::conditional_t<Transposed, core::tile_shape<Shape::d1, Shape::d0>, Shape>;

  shared_address data;
  shared_address arrived;  ///< the barrier that the copy arrives at
  std::uint32_t parity;

  KW_HD void wait() const { barrier_wait(arrived, parity); }

  KW_HD auto transposed() const {
    return shared_tile<Backend, T, Shape, !Transposed>{data, arrived, parity};
  }

  /// The values in registers.
  template <class Layout>
  KW_HD auto in_layout() const {
    wait();
    core::tile<T, shape_type, Layout> result;
#ifdef __CUDA_ARCH__
    const auto* bytes = static_cast<const unsigned char*>(__cvta_shared_to_generic(data));
    core::for_each_element<Layout>([&](int r0, int r1, int i, int j) {
      const int at = Transposed ? panels_type::offset(j, i) : panels_type::offset(i, j);
      result.values[r0 * Layout::kRegisters1 + r1] = *reinterpret_cast<const T*>(bytes + at);
    });
#endif
    return result;
  }
};

template <class T>
concept shared_tile_type = requires {
  typename T::is_shared_tile;
};

/// What a stream passes to its body, tile `Number` of a step: an operand of products. The product
/// that uses it gives its place back, unless the tile is kept.
template <class Backend, class T, class Shape, int Number, bool Kept = false,
          bool Transposed = false>
struct stage_tile : shared_tile<Backend, T, Shape, Transposed> {
  using is_stream_tile = void;
  using base = shared_tile<Backend, T, Shape, Transposed>;
  static constexpr int kNumber = Number;
  static constexpr bool kKept = Kept;

  shared_address free;  ///< the barrier that says that its place may be overwritten

  KW_HD stage_tile(const base& tile, shared_address free_barrier)
      : base(tile), free(free_barrier) {}

  KW_HD auto transposed() const {
    return stage_tile<Backend, T, Shape, Number, Kept, !Transposed>(base::transposed(), free);
  }
  KW_HD auto kept() const {
    return stage_tile<Backend, T, Shape, Number, true, Transposed>(*this, free);
  }
};

/// What tl.load returns for a tile of a tensor: used in place as an operand of products, and like
/// any other tile when it is read.
template <class Backend, class T, class Shape, bool Transposed = false>
struct loaded_tile : shared_tile<Backend, T, Shape, Transposed>,
                     core::deferred_face<loaded_tile<Backend, T, Shape, Transposed>> {
  using base = shared_tile<Backend, T, Shape, Transposed>;
  using is_register_tile = void;
  using is_deferred_tile = void;
  using is_loaded_tile = void;
  using layout_type = typename Backend::template default_layout<typename base::shape_type>;

  /// Of a step of a loop with stages: its number in the step, and how deep in other loops that loop
  /// is. Otherwise the depth is 0, and the tile has already arrived.
  int number, depth;

  KW_HD loaded_tile(const base& tile, int number_in_step, int depth_of_loop)
      : base(tile), number(number_in_step), depth(depth_of_loop) {}
  loaded_tile(const loaded_tile&) = default;
  KW_HD loaded_tile& operator=(const loaded_tile&) {
    static_assert(core::never<T>,
                  "kernelwright: this variable holds a tile that tl.load brought, and gets another "
                  "one. The memory of the second is free again when its step of the loop ends. "
                  "Declare a new variable where it is loaded: `auto next = tl.load(...);`.");
    return *this;
  }

  KW_HD auto transposed() const {
    return loaded_tile<Backend, T, Shape, !Transposed>(base::transposed(), number, depth);
  }
};

template <class T>
concept loaded_tile_type = requires {
  typename T::is_loaded_tile;
};

/// Where the engine finds row `row` of a tile, a multiple of its boxes' rows, and an element of
/// that row: the engine counts the columns first.
template <class Tile, int Rank>
KW_HD void find_box(const Tile& tile, int row, int column, int (&at)[Rank]) {
  KW_UNROLL
  for (int d = 0; d < Rank; ++d) {
    at[d] = tile.start[Rank - 1 - d];
  }
  at[0] += column;
  if constexpr (Tile::kStrips > 1) {
    at[2] += row / Tile::kStripRows;
    at[1] += row % Tile::kStripRows;
  } else {
    at[1] += row;
  }
}

/// How many rows of a tile the engine moves at a time.
template <class Tile>
inline constexpr int rows_of_box = runtime::rows_of_box(Tile::array_type::kWidth);

/// Asks the copy engine for a tile of a tensor; one thread calls it.
template <class Tile>
KW_HD void copy_tile_to_shared(const Tile& tile, shared_address to, shared_address arrived) {
  using T = std::remove_const_t<typename Tile::element_type>;
  using P = panels<T, typename Tile::shape_type>;
  int at[Tile::kRank];
  KW_UNROLL
  for (int panel = 0; panel < P::kCount; ++panel) {
    KW_UNROLL
    for (int row = 0; row < P::kRows; row += rows_of_box<Tile>) {
      find_box(tile, row, panel * P::kWidth, at);
      copy_to_shared(to + static_cast<shared_address>((panel * P::kRows + row) * kPanelBytes),
                     tile.array.device_map(), arrived, at);
    }
  }
}

}  // namespace kw::cuda::hopper
