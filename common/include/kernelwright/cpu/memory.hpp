/// \file
/// How lanes reach memory on the CPU: whole rows at once if offsets and mask have the structure,
/// else lane by lane. Launches larger than the caches read ahead, and store past them.
#pragma once
#include "kernelwright/compiler/streaming.hpp"
#include "kernelwright/core/operators.hpp"
#include "kernelwright/cpu/lane.hpp"
#include "kernelwright/cpu/prefetch.hpp"

namespace kw::cpu {

template <class T, class Offsets>
KW_HD next_tile_prefetch read_ahead(const T* base, const Offsets& offsets, bool outgrows_caches) {
  if constexpr (kIsMeasured && core::is_contiguous<Offsets>) {
    if (outgrows_caches) {
      return {base, base + offsets.base};
    }
  }
  return {};
}

/// Is it worth while to look for a range of columns in a mask that does not know of one?
template <class Offsets>
inline constexpr bool searches_rows =
    kIsMeasured&& core::is_contiguous<Offsets>&& Offsets::shape_type::d1 >= 16;

/// Reads each lane where its mask is true, and `other` elsewhere.
template <class T, class Offsets, class Mask>
KW_HD void load_lanes(T* values, const T* base, const Offsets& offsets, const Mask& mask, T other,
                      bool outgrows_caches) {
  using Shape = typename Offsets::shape_type;
  const next_tile_prefetch next_tile = read_ahead(base, offsets, outgrows_caches);
  for (int i = 0; i < Shape::d0; ++i) {
    T* to = values + i * Shape::d1;
    if constexpr (core::is_contiguous<Offsets> && core::is_interval_mask<Mask>()) {
      const core::column_range columns = active_columns<Shape>(mask, i);
      const T* from = base + offsets.at(i, 0);
      constexpr int bytes = Shape::d1 * static_cast<int>(sizeof(T));
      if (kIsMeasured && outgrows_caches && columns.begin == 0 && columns.end == Shape::d1) {
        next_tile.copy(to, from, bytes);
      } else {
        next_tile.run(from, bytes);
        core::copy_lanes(to, from, Shape::d1, static_cast<int>(columns.begin),
                         static_cast<int>(columns.end), other);
      }
    } else if constexpr (searches_rows<Offsets>) {
      const T* from = base + offsets.at(i, 0);
      const passing_lanes<Shape::d1> lanes(mask, i);
      if (lanes.is_range()) {
        core::copy_lanes(to, from, Shape::d1, lanes.begin(), lanes.end(), other);
      } else {
        for (int j = 0; j < Shape::d1; ++j) {
          to[j] = lanes[j] ? from[j] : other;
        }
      }
    } else {
      for (int j = 0; j < Shape::d1; ++j) {
        to[j] = lane(mask, i, j) ? base[lane(offsets, i, j)] : other;
      }
    }
  }
}

/// Do the rows of a tile hold exactly what a store writes?
template <class T, int Count, class Value>
constexpr bool is_stored_as() {
  if constexpr (core::register_tile<Value>) {
    return std::is_same_v<core::value_of<Value>, T> && core::shape_of<Value>::d1 == Count;
  } else {
    return false;
  }
}

template <class T, class Value>
KW_HD void store_range(T* row, const Value& value, int i, int begin, int end) {
  if constexpr (core::scalar<Value>) {
    core::map_lanes(row + begin, end - begin, core::convert_to<T>{},
                    core::same_value<Value>{value});
  } else if constexpr (core::register_tile<Value> && core::shape_of<Value>::d1 > 1) {
    const auto* values =
        value.values + (core::shape_of<Value>::d0 > 1 ? i : 0) * core::shape_of<Value>::d1;
    if constexpr (std::is_same_v<core::value_of<Value>, T>) {
      core::copy_lanes(row + begin, values + begin, end - begin, 0, end - begin, T{});
    } else {
      core::map_lanes(row + begin, end - begin, core::convert_to<T>{},
                      core::lane_values<core::value_of<Value>>{values + begin});
    }
  } else {
    for (int j = begin; j < end; ++j) {
      row[j] = core::convert<T>(lane(value, i, j));
    }
  }
}

/// A whole row; past the caches if the launch writes more than they hold.
template <class T, int Count, class Value>
KW_TILE_OP void store_row(T* row, const Value& value, int i, bool outgrows_caches) {
  constexpr int bytes = Count * static_cast<int>(sizeof(T));
  if constexpr (kIsMeasured && bytes % compiler::kStreamBytes == 0) {
    if (outgrows_caches && compiler::can_stream(row, bytes)) {
      if constexpr (is_stored_as<T, Count, Value>()) {
        compiler::stream_copy(row, value.values + (core::shape_of<Value>::d0 == 1 ? 0 : i) * Count,
                              bytes);
      } else {
        alignas(64) T converted[Count];
        store_range<T>(converted, value, i, 0, Count);
        compiler::stream_copy(row, converted, bytes);
      }
      return;
    }
  }
  store_range<T>(row, value, i, 0, Count);
}

/// Writes each lane where the mask is true.
template <class T, class Offsets, class Value, class Mask>
KW_HD void store_lanes(T* base, const Offsets& offsets, const Value& value, const Mask& mask,
                       bool outgrows_caches) {
  using Shape = typename Offsets::shape_type;
  for (int i = 0; i < Shape::d0; ++i) {
    if constexpr (core::is_contiguous<Offsets> && core::is_interval_mask<Mask>()) {
      const core::column_range columns = active_columns<Shape>(mask, i);
      T* row = base + offsets.at(i, 0);
      if (columns.begin == 0 && columns.end == Shape::d1) {
        store_row<T, Shape::d1>(row, value, i, outgrows_caches);
      } else if (columns.begin < columns.end) {
        store_range<T>(row, value, i, static_cast<int>(columns.begin),
                       static_cast<int>(columns.end));
      }
    } else if constexpr (searches_rows<Offsets>) {
      T* row = base + offsets.at(i, 0);
      const passing_lanes<Shape::d1> lanes(mask, i);
      if (lanes.is_range()) {
        store_range<T>(row, value, i, lanes.begin(), lanes.end());
      } else {
        for (int j = 0; j < Shape::d1; ++j) {
          if (lanes[j]) {
            row[j] = core::convert<T>(lane(value, i, j));
          }
        }
      }
    } else {
      for (int j = 0; j < Shape::d1; ++j) {
        if (lane(mask, i, j)) {
          base[lane(offsets, i, j)] = core::convert<T>(lane(value, i, j));
        }
      }
    }
  }
}

}  // namespace kw::cpu
