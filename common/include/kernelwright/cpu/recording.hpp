/// \file
/// Tells the checker which lanes an access touches, and which of them hold nothing.
#pragma once
#include "kernelwright/cpu/lane.hpp"
#include "kernelwright/cpu/undefined_lanes.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::cpu {

/// A tile that is contiguous along its rows' index, as the store of a transpose is.
template <class P, class Mask>
KW_HD bool record_by_columns(runtime::program& program, runtime::access access, const P& pointers,
                             const Mask& mask) {
  using Offsets = typename P::offsets_type;
  using Shape = typename P::shape_type;
  if constexpr (core::index_tile_type<Offsets> && core::structured_mask<Mask>) {
    if constexpr (Offsets::kStride0 == 1) {
      if (mask.tile_passes()) {
        access.start = pointers.offsets.base;
        access.rows = Shape::d1;
        access.cols = Shape::d0;
        access.row_stride = pointers.offsets.stride1();
        access.lanes_per_row = Shape::d0;
        runtime::check_access(program, access);
        return true;
      }
    }
  }
  return false;
}

template <class P, class Mask>
KW_HD void record_lanes(runtime::program& program, runtime::access access, const P& pointers,
                        const Mask& mask) {
  using Shape = typename P::shape_type;
  const runtime::lane_room room = runtime::room_for_lanes(Shape::size);
  for (int i = 0; i < Shape::d0; ++i) {
    for (int j = 0; j < Shape::d1; ++j) {
      room.offsets[i * Shape::d1 + j] = lane(pointers.offsets, i, j);
      room.active[i * Shape::d1 + j] = lane(mask, i, j);
    }
  }
  access.offsets = room.offsets;
  access.active = room.active;
  access.gathered = !core::index_tile_type<typename P::offsets_type>;
  runtime::check_access(program, access);
}

/// The lanes of a row that pass, [begin, end), and the offset of its lane 0.
struct row_run {
  std::int64_t start;
  int begin, end;
};

/// The rows of an access, and the shape of its tile.
struct row_runs {
  const row_run* of_row;
  int rows, columns;
  std::int64_t row_stride;
  bool masked;
  bool has_one_axis;
};

/// More rows than this have their lanes looked up one by one.
inline constexpr int kMostRuns = 4096;

/// Does an access touch one run of lanes in each row?
template <class P, class Mask>
inline constexpr bool is_by_rows =
    core::is_contiguous<typename P::offsets_type>&& core::is_interval_mask<Mask>() &&
    P::shape_type::d0 <= kMostRuns;

/// Tells the checker which lanes an access touches.
KW_RUNTIME_API void check_rows(runtime::program& program, runtime::access_kind kind,
                               source_place at, const void* base, int element_size,
                               const row_runs& lanes);
/// Notes which lanes a load without `other` leaves without a value.
KW_RUNTIME_API void note_lanes_without_value(runtime::program& program, source_place at,
                                             const void* base, const row_runs& lanes);

/// The lanes of an access by rows. It holds the runs that `lanes` points to.
template <class P, class Mask>
class rows_of {
  using Shape = typename P::shape_type;

 public:
  KW_HD rows_of(const P& pointers, const Mask& mask)
      : lanes{runs_,
              Shape::d0,
              Shape::d1,
              pointers.offsets.stride0(),
              !std::is_same_v<Mask, core::every_lane>,
              Shape::rank == 1} {
    for (int i = 0; i < Shape::d0; ++i) {
      const core::column_range columns = active_columns<Shape>(mask, i);
      runs_[i] = {pointers.offsets.at(i, 0), static_cast<int>(columns.begin),
                  static_cast<int>(columns.end)};
    }
  }
  rows_of(const rows_of&) = delete;

 private:
  row_run runs_[Shape::d0];

 public:
  const row_runs lanes;
};

/// Tells the checker which lanes an access touches: as rectangles if offsets and mask have the
/// structure, else lane by lane.
template <class P, class Mask>
KW_HD_OUTLINED void record(runtime::program& program, runtime::access_kind kind, const P& pointers,
                           const Mask& mask, source_place at) {
  constexpr int size = sizeof(typename P::element_type);
  if constexpr (is_by_rows<P, Mask>) {
    const rows_of<P, Mask> rows(pointers, mask);
    check_rows(program, kind, at, pointers.base, size, rows.lanes);
  } else {
    using Shape = typename P::shape_type;
    const runtime::access access{kind,      at,          pointers.base,
                                 size,      0,           0,
                                 0,         0,           0,
                                 Shape::d1, Shape::size, !std::is_same_v<Mask, core::every_lane>};
    if (!record_by_columns(program, access, pointers, mask)) {
      record_lanes(program, access, pointers, mask);
    }
  }
}

KW_HD void record_scalar(runtime::program& program, runtime::access_kind kind, const void* pointer,
                         int element_size, source_place at) {
  runtime::check_access(
      program, runtime::access{kind, at, pointer, element_size, 0, 1, 1, 0, 0, 1, 1, false});
}

/// Which lanes does the mask of a load without `other` leave without a value?
template <class P, class Mask>
KW_HD_OUTLINED void record_without_value(runtime::program& program, const P& pointers,
                                         const Mask& mask, source_place at) {
  using Shape = typename P::shape_type;
  if constexpr (is_by_rows<P, Mask>) {
    const rows_of<P, Mask> rows(pointers, mask);
    note_lanes_without_value(program, at, pointers.base, rows.lanes);
  } else if constexpr (!std::is_same_v<Mask, core::every_lane>) {
    int first = -1;
    int count = 0;
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        if (!lane(mask, i, j)) {
          first = first < 0 ? i * Shape::d1 + j : first;
          ++count;
        }
      }
    }
    if (count > 0) {
      const runtime::undefined_load load{at, pointers.base, first, count, Shape::size};
      runtime::lanes_left_undefined(program, load);
    }
  }
}

}  // namespace kw::cpu
