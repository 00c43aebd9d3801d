/// \file
/// Tiles of arrays and of tensors on the CPU: an access is reported to the checker, then
/// its lanes are read or written.
#pragma once
#include "kernelwright/cpu/backend.hpp"
#include "kernelwright/cpu/memory.hpp"
#include "kernelwright/cpu/row_access.hpp"
#include "kernelwright/descriptor.hpp"

namespace kw::cpu {

template <class T, class Other>
KW_HD T value_of_masked_lanes(const runtime::program& program, Other other, source_place at) {
  if constexpr (!std::is_same_v<Other, core::none_type>) {
    return core::convert<T>(other);
  } else {
    return value_without_access<T>(program, nullptr, at);
  }
}

/// Fills `values`, row-major, with what a load through these pointers reads.
template <class P, class Mask, class Other, class T>
KW_HD void read_lanes(runtime::program& program, const P& pointers, const Mask& mask, Other other,
                      T* values, source_place at) {
  if constexpr (accesses_rows<P, Mask>) {
    const rows_of<P, Mask> rows(pointers, mask);
    if constexpr (std::is_same_v<Other, core::none_type>) {
      load_rows<T>(program, pointers.base, rows.lanes, nullptr, values, at);
    } else {
      const T instead = core::convert<T>(other);
      load_rows<T>(program, pointers.base, rows.lanes, &instead, values, at);
    }
  } else {
    if (program.monitor != nullptr) [[unlikely]] {
      record(program, runtime::access_kind::load, pointers, mask, at);
      if constexpr (std::is_same_v<Other, core::none_type>) {
        record_without_value(program, pointers, mask, at);
      }
    }
    load_lanes(values, static_cast<const T*>(runtime::followed_pointer(program, pointers.base)),
               pointers.offsets, mask, value_of_masked_lanes<T>(program, other, at),
               program.outgrows_caches);
  }
}

/// Stores a value through pointers, where the mask is true.
template <class P, class Value, class Mask>
KW_TILE_OP void write_lanes(runtime::program& program, const P& pointers, const Value& value,
                            const Mask& mask, source_place at) {
  if constexpr (accesses_rows<P, Mask> && core::has_lanes<typename P::shape_type, Value>) {
    const rows_of<P, Mask> rows(pointers, mask);
    store_rows(program, pointers.base, rows.lanes, core::lanes_of<typename P::shape_type>(value),
               at);
  } else {
    if (program.monitor != nullptr) [[unlikely]] {
      record(program, runtime::access_kind::store, pointers, mask, at);
    }
    store_lanes(runtime::followed_pointer(program, pointers.base), pointers.offsets, value, mask,
                program.outgrows_caches);
  }
}

/// A GPU moves pieces of 16 bytes of a tensor's rows.
template <class Tile>
KW_HD void check_column(runtime::program& program, const Tile& tile, source_place at) {
  const std::int64_t column = tile.start[Tile::kRank - 1];
  constexpr int size = sizeof(typename Tile::element_type);
  if (Tile::kIsTensor && program.monitor != nullptr && column * size % 16 != 0) [[unlikely]] {
    runtime::report_misuse(program, at, runtime::misuse::misplaced_tile);
  }
}

/// A tile of an array or a tensor: zeros outside of it. Rows of an image's tile follow each other
/// in a strip.
template <class Tile, class T>
KW_HD void read_tile(runtime::program& program, const Tile& tile, T* values, source_place at) {
  check_column(program, tile, at);
  for (int s = 0; s < Tile::kStrips; ++s) {
    const auto strip = tile.strip(s);
    read_lanes(program, strip.pointers(), strip.inside(), 0,
               values + s * Tile::kStripRows * Tile::shape_type::d1, at);
  }
}
/// Writes the part of a tile inside its tensor. An axis of the value of extent 1 broadcasts.
template <class Tile, class Value>
KW_HD void write_tile(runtime::program& program, const Tile& tile, const Value& value,
                      source_place at) {
  check_column(program, tile, at);
  if constexpr (Tile::kStrips == 1) {
    write_lanes(program, tile.pointers(), value, tile.inside(), at);
  } else {
    using V = core::value_of<Value>;
    using Strip = core::tile_shape<Tile::kStripRows, Tile::shape_type::d1>;
    for (int s = 0; s < Tile::kStrips; ++s) {
      core::tile<V, Strip, backend::default_layout<Strip>> part;
      for (int i = 0; i < Strip::d0; ++i) {
        for (int j = 0; j < Strip::d1; ++j) {
          part.values[i * Strip::d1 + j] = lane(value, s * Strip::d0 + i, j);
        }
      }
      const auto strip = tile.strip(s);
      write_lanes(program, strip.pointers(), part, strip.inside(), at);
    }
  }
}

}  // namespace kw::cpu
