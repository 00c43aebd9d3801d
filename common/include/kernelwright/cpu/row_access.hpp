/// \file
/// Tiles at contiguous pointers whose mask lets one run of lanes of each row pass, as most accesses
/// of a kernel are. What happens to them knows element types but no sizes, so where a learner waits
/// for the compiler these functions are there already (compiled_lanes.hpp); a kernel that is
/// measured has its accesses inline.
#pragma once
#include "kernelwright/cpu/recording.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::cpu {

/// Is this an access by rows, and does the compiler have little time?
template <class P, class Mask>
inline constexpr bool accesses_rows = !kIsMeasured && is_by_rows<P, Mask>;

/// What a load puts into a lane that its mask switches off. \param other  null for none
template <class T>
KW_HD T value_without_access(const runtime::program& program, const T* other, source_place at) {
  if (other != nullptr) {
    return *other;
  }
  if (program.monitor == nullptr) {
    return T{};
  }
  const bool here = program.undefined_line == 0 || program.undefined_line == at.line;
  const bool marked = !here || program.undefined == runtime::filling::marked;
  return undefined_value<T>(marked ? program.filling_for_marks() : program.undefined);
}

/// Reads the lanes that pass, and fills the others with `other`. \param other  null for none
template <class T>
KW_HD_OUTLINED void load_rows(runtime::program& program, const T* base, const row_runs& lanes,
                              const T* other, T* values, source_place at) {
  if (program.monitor != nullptr) [[unlikely]] {
    check_rows(program, runtime::access_kind::load, at, base, sizeof(T), lanes);
    if (other == nullptr) {
      note_lanes_without_value(program, at, base, lanes);
    }
  }
  const T* const from = runtime::followed_pointer(program, base);
  const T instead = value_without_access(program, other, at);
  for (int i = 0; i < lanes.rows; ++i) {
    const row_run& run = lanes.of_row[i];
    core::copy_lanes(values + static_cast<std::int64_t>(i) * lanes.columns, from + run.start,
                     lanes.columns, run.begin, run.end, instead);
  }
}

/// The lanes of an operand from lane `first` on.
template <class T>
KW_HD core::lane_values<T> lanes_from(core::lane_values<T> lanes, int first) {
  return {lanes.values + first};
}
template <class T>
KW_HD core::same_value<T> lanes_from(core::same_value<T> lanes, int) {
  return lanes;
}

/// Writes the lanes that pass. \param values  as a row-major tile
template <class T, class Lanes>
KW_HD_OUTLINED void store_rows(runtime::program& program, T* base, const row_runs& lanes,
                               Lanes values, source_place at) {
  if (program.monitor != nullptr) [[unlikely]] {
    check_rows(program, runtime::access_kind::store, at, base, sizeof(T), lanes);
  }
  T* const to = runtime::followed_pointer(program, base);
  for (int i = 0; i < lanes.rows; ++i) {
    const row_run& run = lanes.of_row[i];
    if (run.begin < run.end) {
      const int count = run.end - run.begin;
      const auto from = lanes_from(values, i * lanes.columns + run.begin);
      if constexpr (std::is_same_v<Lanes, core::lane_values<T>>) {
        core::copy_lanes(to + run.start + run.begin, from.values, count, 0, count, T{});
      } else {
        core::map_lanes(to + run.start + run.begin, count, core::convert_to<T>{}, from);
      }
    }
  }
}

}  // namespace kw::cpu
