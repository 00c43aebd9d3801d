/// \file
/// Tiles at pointers on the CPU: an access is reported to the checker, then its lanes are read.
#pragma once
#include "kernelwright/cpu/memory.hpp"
#include "kernelwright/cpu/row_access.hpp"

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

/// The same for a tile that a stream fetches.
template <class P, class Mask, bool HasOther, class T>
KW_HD void read_tile(runtime::program& program,
                     const core::tile_at_pointers<P, Mask, HasOther>& tile, T* values,
                     source_place at) {
  if constexpr (HasOther) {
    read_lanes(program, tile.pointers, tile.mask, 0, values, at);
  } else {
    read_lanes(program, tile.pointers, tile.mask, None, values, at);
  }
}

}  // namespace kw::cpu
