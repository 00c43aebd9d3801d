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
KW_HD void record_lanes(runtime::program& program, const runtime::access& access, const P& pointers,
                        const Mask& mask) {
  using Shape = typename P::shape_type;
  const runtime::lane_room room = runtime::room_for_lanes(Shape::size);
  for (int i = 0; i < Shape::d0; ++i) {
    for (int j = 0; j < Shape::d1; ++j) {
      room.offsets[i * Shape::d1 + j] = lane(pointers.offsets, i, j);
      room.active[i * Shape::d1 + j] = lane(mask, i, j);
    }
  }
  runtime::check_lanes(program, access.kind, access.place, access.base, access.element_size,
                       room.offsets, room.active, Shape::size, Shape::d1, access.masked,
                       !core::index_tile_type<typename P::offsets_type>);
}

/// Does an access touch one run of lanes in each row?
template <class P, class Mask>
inline constexpr bool is_by_rows =
    core::is_contiguous<typename P::offsets_type>&& core::is_interval_mask<Mask>();
template <class P, class Mask>
inline constexpr bool is_one_row = is_by_rows<P, Mask>&& P::shape_type::rank == 1;

template <class P, class Mask>
KW_HD_OUTLINED void record_lanes_of(runtime::program& program, runtime::access_kind kind,
                                    const P& pointers, const Mask& mask, source_place at) {
  using Shape = typename P::shape_type;
  constexpr bool masked = !std::is_same_v<Mask, core::every_lane>;
  runtime::access access{
      kind,      at,          pointers.base, sizeof(typename P::element_type), 0, 0, 0, 0, 0,
      Shape::d1, Shape::size, masked};
  if constexpr (is_by_rows<P, Mask>) {
    access.row_stride = pointers.offsets.stride0();
    bool any = false;
    for (int i = 0; i < Shape::d0; i += access.rows) {
      const core::column_range columns = active_columns<Shape>(mask, i);
      access.rows = 1;
      while (i + access.rows < Shape::d0) {
        const core::column_range next = active_columns<Shape>(mask, i + access.rows);
        if (next.begin != columns.begin || next.end != columns.end) {
          break;
        }
        ++access.rows;
      }
      if (columns.begin < columns.end) {
        access.start = pointers.offsets.at(i, 0) + columns.begin;
        access.cols = static_cast<int>(columns.end - columns.begin);
        access.first_lane = i * Shape::d1 + static_cast<int>(columns.begin);
        runtime::check_access(program, access);
        any = true;
      }
    }
    if (!any) {
      access.rows = 0;
      runtime::check_access(program, access);
    }
  } else if (!record_by_columns(program, access, pointers, mask)) {
    record_lanes(program, access, pointers, mask);
  }
}

/// Tells the checker which lanes an access touches: as rectangles if offsets and mask have the
/// structure, else lane by lane.
template <class P, class Mask>
KW_HD void record(runtime::program& program, runtime::access_kind kind, const P& pointers,
                  const Mask& mask, source_place at) {
  using Shape = typename P::shape_type;
  if constexpr (is_one_row<P, Mask>) {
    const core::column_range columns = active_columns<Shape>(mask, 0);
    runtime::check_row(program, kind, at, pointers.base, sizeof(typename P::element_type),
                       pointers.offsets.at(0, 0), static_cast<int>(columns.begin),
                       static_cast<int>(columns.end), Shape::size,
                       !std::is_same_v<Mask, core::every_lane>);
  } else {
    record_lanes_of(program, kind, pointers, mask, at);
  }
}

KW_HD void record_scalar(runtime::program& program, runtime::access_kind kind, const void* pointer,
                         int element_size, source_place at) {
  runtime::check_access(
      program, runtime::access{kind, at, pointer, element_size, 0, 1, 1, 0, 0, 1, 1, false});
}

template <class P, class Mask>
KW_HD_OUTLINED void record_tile_without_value(runtime::program& program, const P& pointers,
                                              const Mask& mask, source_place at) {
  if constexpr (!std::is_same_v<Mask, core::every_lane>) {
    using Shape = typename P::shape_type;
    if constexpr (core::structured_mask<Mask>) {
      if (mask.tile_passes()) {
        return;
      }
    }
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
      runtime::lanes_left_undefined(program, at, pointers.base, first, count, Shape::size);
    }
  }
}

/// Which lanes does the mask of a load without `other` leave without a value?
template <class P, class Mask>
KW_HD void record_without_value(runtime::program& program, const P& pointers, const Mask& mask,
                                source_place at) {
  using Shape = typename P::shape_type;
  if constexpr (is_one_row<P, Mask>) {
    const core::column_range columns = active_columns<Shape>(mask, 0);
    const int count = Shape::size - static_cast<int>(columns.end - columns.begin);
    if (count > 0) {
      const int first = columns.begin > 0 ? 0 : static_cast<int>(columns.end);
      runtime::lanes_left_undefined(program, at, pointers.base, first, count, Shape::size);
    }
  } else {
    record_tile_without_value(program, pointers, mask, at);
  }
}

/// What a store writes, and where.
template <class P, class Value, class Mask>
struct stored_lanes {
  const P& pointers;
  const Value& values;
  const Mask& mask;
  KW_HD bool active(int i, int j) const { return lane(mask, i, j); }
  KW_HD auto value(int i, int j) const { return lane(values, i, j); }
  KW_HD std::int64_t offset(int i, int j) const { return lane(pointers.offsets, i, j); }
};

/// Where offsets and mask have the structure, the size of the tile does not matter.
template <class Lanes>
struct stored_row {
  Lanes values;
  std::int64_t start;
  int begin, end;
  KW_HD bool active(int, int j) const { return j >= begin && j < end; }
  KW_HD auto value(int, int j) const { return values[j]; }
  KW_HD std::int64_t offset(int, int j) const { return start + j; }
};

/// Does a lane that a mask left undefined reach this store? Does a NaN or an infinity?
/// \param undefined_too  atomic operations leave lanes without a value to the second run
template <class P, class Value, class Mask>
KW_HD void record_undefined(runtime::program& program, const P& pointers, const Value& value,
                            const Mask& mask, bool undefined_too, source_place at) {
  using T = typename P::element_type;
  using Shape = typename P::shape_type;
  if constexpr (core::floating_type<core::value_of<Value>>) {
    if constexpr (core::has_lanes<Shape, Value>) {
      if (!any_not_finite<T>(core::lanes_of<Shape>(value), Shape::size)) {
        return;
      }
    }
    if constexpr (is_one_row<P, Mask> && core::has_lanes<Shape, Value>) {
      const core::column_range columns = active_columns<Shape>(mask, 0);
      const auto lanes = core::lanes_of<Shape>(value);
      const stored_row<std::remove_const_t<decltype(lanes)>> row{lanes, pointers.offsets.at(0, 0),
                                                                 static_cast<int>(columns.begin),
                                                                 static_cast<int>(columns.end)};
      record_values<T>(program, pointers.base, row, 1, Shape::size, undefined_too, at);
    } else {
      record_values<T>(program, pointers.base, stored_lanes<P, Value, Mask>{pointers, value, mask},
                       Shape::d0, Shape::d1, undefined_too, at);
    }
  }
}

}  // namespace kw::cpu
