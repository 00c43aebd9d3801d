/// \file
/// Tiles at pointers on the CPU: an access is reported to the checker, then its lanes are read.
#pragma once
#include "kernelwright/cpu/memory.hpp"
#include "kernelwright/cpu/recording.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::cpu {

template <class T, class Other>
KW_HD T value_of_masked_lanes(const runtime::program& program, Other other, source_place at) {
  if constexpr (!std::is_same_v<Other, core::none_type>) {
    return core::convert<T>(other);
  } else {
    if (program.monitor == nullptr) {
      return T{};
    }
    const bool here = program.undefined_line == 0 || program.undefined_line == at.line;
    const bool marked = !here || program.undefined == runtime::filling::marked;
    return undefined_value<T>(marked ? program.filling_for_marks() : program.undefined);
  }
}

/// Fills `values`, row-major, with what a load through these pointers reads.
template <class P, class Mask, class Other, class T>
KW_HD void read_lanes(runtime::program& program, const P& pointers, const Mask& mask, Other other,
                      T* values, source_place at) {
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
