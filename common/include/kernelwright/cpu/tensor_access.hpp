/// \file
/// Tiles of tensors on the CPU: the part inside the tensor is copied, the rest is zero.
#pragma once
#include "kernelwright/cpu/backend.hpp"
#include "kernelwright/cpu/lane.hpp"
#include "kernelwright/cpu/undefined_lanes.hpp"
#include "kernelwright/descriptor.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::cpu {

/// The part of a tile that is inside its tensor.
struct tile_window {
  int row_begin, row_end, column_begin, column_end;
  std::int64_t offset;  ///< of the tile's element (0, 0), which may be outside

  KW_HD constexpr bool empty() const { return row_begin >= row_end || column_begin >= column_end; }
};

/// From where to where a tile of Extent elements that begins at `start` overlaps an axis.
template <int Extent>
KW_HD constexpr void clip_axis(std::int64_t start, std::int64_t length, int& begin, int& end) {
  const std::int64_t first = start < 0 ? -start : 0;
  const std::int64_t last = length - start < Extent ? length - start : Extent;
  begin = static_cast<int>(first < Extent ? first : Extent);
  end = static_cast<int>(last < begin ? begin : last);
}

template <class Tile>
KW_HD constexpr tile_window window_of(const Tile& tile) {
  constexpr int rank = Tile::descriptor_type::kRank;
  using Shape = typename Tile::shape_type;
  const auto& tensor = tile.tensor;
  tile_window w{};
  clip_axis<Shape::d0>(tile.start[rank - 2], tensor.extent(rank - 2), w.row_begin, w.row_end);
  clip_axis<Shape::d1>(tile.start[rank - 1], tensor.extent(rank - 1), w.column_begin, w.column_end);
  for (int d = 0; d < rank; ++d) {
    w.offset += tile.start[d] * tensor.stride(d);
    if (d < rank - 2 && (tile.start[d] < 0 || tile.start[d] >= tensor.extent(d))) {
      w.row_end = w.row_begin;  // the tensor does not have this matrix
    }
  }
  return w;
}

/// Where a strip is in its tile: other tiles are one strip.
struct strip_place {
  int first_row, rows;  ///< rows of the whole tile
};
template <class Tile>
inline constexpr strip_place whole_tile{0, Tile::shape_type::d0};

/// A tile of a tensor, or a strip of one, for functions that are compiled once.
struct placed_tile {
  const void* data;  ///< of the tensor
  int element_size, rows, columns;
  tile_window window;
  std::int64_t row_stride;
  int first_column;  ///< in the tensor
  strip_place strip;
};
template <class Tile>
KW_TILE_OP placed_tile placed(const Tile& tile, strip_place strip) {
  using Shape = typename Tile::shape_type;
  constexpr int rank = Tile::descriptor_type::kRank;
  return {tile.tensor.data(),
          sizeof(typename Tile::element_type),
          Shape::d0,
          Shape::d1,
          window_of(tile),
          tile.tensor.stride(rank - 2),
          tile.start[rank - 1],
          strip};
}

/// Tells the checker which part of a tensor an access touches.
KW_RUNTIME_API void check_tile(runtime::program& program, runtime::access_kind kind,
                               const placed_tile& tile, source_place at);
/// Fills `values` with the tile, row-major.
KW_RUNTIME_API void read_placed_tile(runtime::program& program, const placed_tile& tile,
                                     void* values, source_place at);

/// Fills `values`, row-major, with a tile of a tensor.
template <class Tile, class T>
KW_HD void read_tile(runtime::program& program, const Tile& tile, T* values, source_place at,
                     strip_place strip = whole_tile<Tile>) {
  using Shape = typename Tile::shape_type;
  if constexpr (Tile::kStrips > 1) {
    for (int s = 0; s < Tile::kStrips; ++s) {
      const int first_row = s * Tile::kStripRows;
      read_tile(program, tile.strip(s), values + first_row * Shape::d1, at,
                strip_place{first_row, Shape::d0});
    }
  } else if constexpr (!kIsMeasured) {
    read_placed_tile(program, placed(tile, strip), values, at);
  } else {
    const tile_window w = window_of(tile);
    if (program.monitor != nullptr) [[unlikely]] {
      check_tile(program, runtime::access_kind::load, placed(tile, strip), at);
    }
    const T* from =
        runtime::followed_pointer(program, tile.tensor.data()) + (w.empty() ? 0 : w.offset);
    const std::int64_t row_stride = tile.tensor.stride(Tile::descriptor_type::kRank - 2);
    for (int i = 0; i < Shape::d0; ++i) {
      T* to = values + i * Shape::d1;
      if (i < w.row_begin || i >= w.row_end || w.empty()) {
        __builtin_memset(to, 0, Shape::d1 * sizeof(T));
      } else if (w.column_begin == 0 && w.column_end == Shape::d1) {
        __builtin_memcpy(to, from + i * row_stride, Shape::d1 * sizeof(T));
      } else {
        __builtin_memset(to, 0, Shape::d1 * sizeof(T));
        const auto count = static_cast<std::size_t>(w.column_end - w.column_begin);
        __builtin_memcpy(to + w.column_begin, from + i * row_stride + w.column_begin,
                         count * sizeof(T));
      }
    }
  }
}

/// What a store writes to a tile of a tensor, and where.
template <class Value>
struct stored_window {
  const Value& values;
  const tile_window& window;
  std::int64_t row_stride;
  int first_row;
  KW_HD bool active(int i, int j) const {
    return i >= window.row_begin && i < window.row_end && j >= window.column_begin &&
           j < window.column_end;
  }
  KW_HD auto value(int i, int j) const {
    return core::element(values, first_row + i, j, first_row + i, j);
  }
  KW_HD std::int64_t offset(int i, int j) const { return window.offset + i * row_stride + j; }
};

template <class Tile, class Value>
KW_HD_OUTLINED void record_undefined_in_tile(runtime::program& program, const Tile& tile,
                                             const tile_window& w, const Value& value,
                                             strip_place strip, source_place at) {
  if constexpr (core::floating_type<core::value_of<Value>>) {
    using Shape = typename Tile::shape_type;
    record_values<typename Tile::element_type>(
        program, tile.tensor.data(),
        stored_window<Value>{value, w, tile.tensor.stride(Tile::descriptor_type::kRank - 2),
                             strip.first_row},
        Shape::d0, Shape::d1, true, at);
  }
}

/// The same for a value whose lanes are a row-major tile.
template <class Lanes>
struct placed_values {
  Lanes values;  ///< from the strip's first row on
  const placed_tile& tile;
  KW_HD bool active(int i, int j) const {
    const tile_window& w = tile.window;
    return i >= w.row_begin && i < w.row_end && j >= w.column_begin && j < w.column_end;
  }
  KW_HD auto value(int i, int j) const { return values[i * tile.columns + j]; }
  KW_HD std::int64_t offset(int i, int j) const {
    return tile.window.offset + i * tile.row_stride + j;
  }
};
template <class T, class V>
KW_HD_OUTLINED void write_placed_tile(runtime::program& program, T* data, const placed_tile& tile,
                                      core::lane_values<V> values, source_place at) {
  if (program.monitor != nullptr) [[unlikely]] {
    check_tile(program, runtime::access_kind::store, tile, at);
    if constexpr (core::floating_type<V>) {
      if (any_not_finite<T>(values, tile.rows * tile.columns)) {
        record_values<T>(program, data, placed_values<core::lane_values<V>>{values, tile},
                         tile.rows, tile.columns, true, at);
      }
    }
  }
  const tile_window& w = tile.window;
  if (w.empty() || program.stores_off) {
    return;
  }
  T* const to = runtime::followed_pointer(program, data) + w.offset + w.column_begin;
  for (int i = w.row_begin; i < w.row_end; ++i) {
    core::map_lanes(to + i * tile.row_stride, w.column_end - w.column_begin, core::convert_to<T>{},
                    core::lane_values<V>{values.values + i * tile.columns + w.column_begin});
  }
}

/// Does a value hold each lane of a tile of this shape, or of the strips of one, in rows as long?
template <class Shape, class Value>
constexpr bool has_rows() {
  if constexpr (core::register_tile<Value> && !core::deferred_tile<Value>) {
    return core::shape_of<Value>::d1 == Shape::d1 &&
           (core::shape_of<Value>::d0 > 1 || Shape::d0 == 1);
  } else {
    return false;
  }
}

/// Writes the part of a tile inside its tensor. An axis of the value of extent 1 broadcasts.
template <class Tile, class Value>
KW_HD void write_tile(runtime::program& program, const Tile& tile, const Value& value,
                      source_place at, strip_place strip = whole_tile<Tile>) {
  using T = typename Tile::element_type;
  using Shape = typename Tile::shape_type;
  if constexpr (Tile::kStrips > 1) {
    for (int s = 0; s < Tile::kStrips; ++s) {
      write_tile(program, tile.strip(s), value, at, strip_place{s * Tile::kStripRows, Shape::d0});
    }
  } else if constexpr (!kIsMeasured && has_rows<Shape, Value>()) {
    using V = core::value_of<Value>;
    write_placed_tile<T, V>(program, tile.tensor.data(), placed(tile, strip),
                            {value.values + strip.first_row * Shape::d1}, at);
  } else {
    const tile_window w = window_of(tile);
    if (program.monitor != nullptr) [[unlikely]] {
      check_tile(program, runtime::access_kind::store, placed(tile, strip), at);
      record_undefined_in_tile(program, tile, w, value, strip, at);
    }
    if (w.empty() || program.stores_off) {
      return;
    }
    T* data = runtime::followed_pointer(program, tile.tensor.data()) + w.offset;
    const std::int64_t row_stride = tile.tensor.stride(Tile::descriptor_type::kRank - 2);
    const bool whole_rows = w.column_begin == 0 && w.column_end == Shape::d1;
    for (int i = w.row_begin; i < w.row_end; ++i) {
      T* row = data + i * row_stride;
      const int from = strip.first_row + i;
      if (whole_rows) {
        for (int j = 0; j < Shape::d1; ++j) {
          row[j] = core::convert<T>(core::element(value, from, j, from, j));
        }
      } else {
        for (int j = w.column_begin; j < w.column_end; ++j) {
          row[j] = core::convert<T>(core::element(value, from, j, from, j));
        }
      }
    }
  }
}

}  // namespace kw::cpu
