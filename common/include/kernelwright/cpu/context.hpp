/// \file
/// `tl` on the CPU: one program, its tiles as arrays, every access reported to the checker.
#pragma once
#include "kernelwright/cpu/atomics.hpp"
#include "kernelwright/cpu/backend.hpp"
#include "kernelwright/cpu/prefetch.hpp"
#include "kernelwright/cpu/products.hpp"
#include "kernelwright/cpu/streaming.hpp"
#include "kernelwright/cpu/undefined_lanes.hpp"
#include "kernelwright/language.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::cpu {

/// The context of one program on the CPU. It carries the checker, so there is no global state.
class context : public language<context, backend>, public product_context {
 public:
  explicit KW_HD context(runtime::program& program) : product_context(&program) {}
  context(const context&) = delete;  // as on a GPU: functions take it by reference, `auto& tl`
  context& operator=(const context&) = delete;

  KW_HD int grid_position(int axis) const { return program_->id[axis]; }
  KW_HD int grid_extent(int axis) const { return program_->count[axis]; }

  template <class P, class Mask, class Other>
  KW_HD auto load_tile(const P& pointers, const Mask& mask, Other other, source_place at) const {
    using T = std::remove_const_t<typename P::element_type>;
    using Shape = typename P::shape_type;
    if (checked()) [[unlikely]] {
      report(runtime::access_kind::load, pointers, mask, at);
    }
    core::tile<T, Shape, backend::default_layout<Shape>> result;
    copy_lanes(result.values, pointers, mask, value_of_masked_lanes<T>(other),
               read_ahead(pointers));
    return result;
  }

  template <class P, class Value, class Mask>
  KW_HD void store_tile(const P& pointers, const Value& value, const Mask& mask,
                        source_place at) const {
    using T = typename P::element_type;
    using Shape = typename P::shape_type;
    if (checked()) [[unlikely]] {
      report(runtime::access_kind::store, pointers, mask, at);
      report_undefined(pointers, value, mask, at);
    }
    for (int i = 0; i < Shape::d0; ++i) {
      if constexpr (core::is_contiguous<typename P::offsets_type> &&
                    core::is_interval_mask<Mask>()) {
        const core::column_range columns = active_columns<Shape>(mask, i);
        T* row = pointers.base + pointers.offsets.at(i, 0);
        if (columns.begin == 0 && columns.end == Shape::d1) {
          store_row<T, Shape::d1>(row, value, i);
        } else if (columns.begin < columns.end) {
          store_range<T>(row, value, i, static_cast<int>(columns.begin),
                         static_cast<int>(columns.end));
        }
      } else {
        for (int j = 0; j < Shape::d1; ++j) {
          if (lane(mask, i, j)) {
            pointers.base[lane(pointers.offsets, i, j)] = core::convert<T>(lane(value, i, j));
          }
        }
      }
    }
  }

  template <class T>
  KW_HD T load_scalar(const T* pointer, source_place at) const {
    if (checked()) [[unlikely]] {
      report_scalar(runtime::access_kind::load, pointer, sizeof(T), at);
    }
    return *pointer;
  }
  template <class T>
  KW_HD void store_scalar(T* pointer, T value, source_place at) const {
    if (checked()) [[unlikely]] {
      report_scalar(runtime::access_kind::store, pointer, sizeof(T), at);
      if (is_undefined(value)) {
        runtime::undefined_lanes_stored(*program_, at, pointer, sizeof(T), 0, 0, 1);
      }
    }
    *pointer = value;
  }

  /// Atomically in each active lane old = op(&element, values...); returns the old values.
  template <class Op, class P, class Mask, class... Values>
  KW_HD auto atomic_tile(const P& pointers, const Mask& mask, source_place at,
                         const Values&... values) const {
    using T = typename P::element_type;
    using Shape = typename P::shape_type;
    if (checked()) [[unlikely]] {
      report(runtime::access_kind::atomic, pointers, mask, at);
    }
    core::tile<T, Shape, backend::default_layout<Shape>> old;
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        T& result = old.values[i * Shape::d1 + j];
        result = T{};
        if (lane(mask, i, j)) {
          result = atomic_one<Op>(pointers.base + lane(pointers.offsets, i, j),
                                  core::convert<T>(lane(values, i, j))...);
        }
      }
    }
    return old;
  }
  template <class Op, class T, class... Values>
  KW_HD T atomic_scalar(T* pointer, source_place at, Values... values) const {
    if (checked()) [[unlikely]] {
      report_scalar(runtime::access_kind::atomic, pointer, sizeof(T), at);
    }
    return atomic_one<Op>(pointer, values...);
  }

  /// A program is one thread: there is nobody to wait for.
  KW_HD void wait_at_barrier() const {}

  /// All partial results are already in the one thread.
  template <class Axis, class Combine, class C, int N>
  KW_HD constexpr void combine_threads(Combine, C (&)[N]) const {}

  /// Replaces each element by what combine makes of it and all before it along the axis.
  template <int Axis, class Combine, class C, class Shape, class L>
  KW_HD void scan(Combine combine, core::tile<C, Shape, L>& x) const {
    for (int i = Axis == 0 ? 1 : 0; i < Shape::d0; ++i) {
      for (int j = Axis == 0 ? 0 : 1; j < Shape::d1; ++j) {
        C* value = x.values + i * Shape::d1 + j;
        *value = combine(value[Axis == 0 ? -Shape::d1 : -1], *value);
      }
    }
  }

  template <class... Values>
  KW_HD void print(const char* text, source_place at, const Values&... values) const {
    if constexpr (sizeof...(Values) == 0) {
      runtime::print_lanes(*program_, at, text, nullptr, 0, 0);
    } else {
      (print_one(text, at, values), ...);
    }
  }

  template <class Condition>
  KW_HD void assert_lanes(const Condition& condition, const char* text, source_place at) const {
    using Shape = core::shape_of<Condition>;
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        if (!lane(condition, i, j)) {
          runtime::assertion_failed(*program_, at, text, i * Shape::d1 + j, Shape::size);
        }
      }
    }
  }

 private:
  static constexpr int kRowsAhead = 4000;

  KW_HD bool checked() const { return program_->monitor != nullptr; }

  template <class Op, class T, class... Values>
  static KW_HD T atomic_one(T* to, Values... values) {
    if constexpr (std::is_same_v<Op, core::atomic_add_op>) {
      return cpu::atomic_add(to, values...);
    } else if constexpr (std::is_same_v<Op, core::atomic_max_op>) {
      return cpu::atomic_max(to, values...);
    } else {
      return cpu::atomic_cas(to, values...);
    }
  }

  /// The value at (i, j) of any operand; an axis of extent 1 broadcasts.
  template <class X>
  static KW_HD constexpr auto lane(const X& x, int i, int j) {
    return core::element(x, i, j, i, j);
  }

  template <class Shape, class Mask>
  static KW_HD core::column_range active_columns(const Mask& mask, int row) {
    core::column_range columns{0, Shape::d1};
    mask.clip(row, columns);
    return columns;
  }

  template <class T, class Other>
  KW_HD T value_of_masked_lanes(Other other) const {
    if constexpr (!std::is_same_v<Other, core::none_type>) {
      return core::convert<T>(other);
    } else {
      return checked() ? undefined_value<T>() : T{};
    }
  }

  template <class P>
  KW_HD next_tile_prefetch read_ahead(const P& pointers) const {
    if constexpr (core::is_contiguous<typename P::offsets_type>) {
      if (program_->outgrows_caches) {
        return {pointers.base, pointers.base + pointers.offsets.base};
      }
    }
    return {};
  }

  template <class T, class P, class Mask>
  static KW_HD void copy_lanes(T* values, const P& pointers, const Mask& mask, T other,
                               const next_tile_prefetch& next_tile) {
    using Shape = typename P::shape_type;
    for (int i = 0; i < Shape::d0; ++i) {
      T* to = values + i * Shape::d1;
      if constexpr (core::is_contiguous<typename P::offsets_type> &&
                    core::is_interval_mask<Mask>()) {
        const core::column_range columns = active_columns<Shape>(mask, i);
        const T* from = pointers.base + pointers.offsets.at(i, 0);
        next_tile.run(from, Shape::d1 * static_cast<int>(sizeof(T)));
        if (columns.begin == 0 && columns.end == Shape::d1) {
          __builtin_memcpy(to, from, Shape::d1 * sizeof(T));
        } else {
          for (int j = 0; j < Shape::d1; ++j) {
            to[j] = other;
          }
          for (std::int64_t j = columns.begin; j < columns.end; ++j) {
            to[j] = from[j];
          }
        }
      } else {
        for (int j = 0; j < Shape::d1; ++j) {
          to[j] = lane(mask, i, j) ? pointers.base[lane(pointers.offsets, i, j)] : other;
        }
      }
    }
  }

  /// A whole row; past the caches if the launch writes more than they hold.
  template <class T, int Count, class Value>
  KW_HD void store_row(T* row, const Value& value, int i) const {
    constexpr std::integral_constant<int, Count> end{};
    constexpr int bytes = Count * static_cast<int>(sizeof(T));
    if constexpr (Count * sizeof(T) % kStreamBytes == 0) {
      if (program_->outgrows_caches && can_stream(row)) {
        if constexpr (is_stored_as<T, Count, Value>()) {
          stream_copy(row, value.values + (core::shape_of<Value>::d0 == 1 ? 0 : i) * Count, bytes);
        } else {
          alignas(64) T converted[Count];
          store_range<T>(converted, value, i, 0, end);
          stream_copy(row, converted, bytes);
        }
        return;
      }
    }
    store_range<T>(row, value, i, 0, end);
  }

  /// Do the rows of a tile hold just what a store writes?
  template <class T, int Count, class Value>
  static constexpr bool is_stored_as() {
    if constexpr (core::register_tile<Value>) {
      return std::is_same_v<core::value_of<Value>, T> && core::shape_of<Value>::d1 == Count;
    } else {
      return false;
    }
  }

  template <class T, class Value, class End>
  static KW_HD void store_range(T* row, const Value& value, int i, int begin, End end) {
    for (int j = begin; j < end; ++j) {
      row[j] = core::convert<T>(lane(value, i, j));
    }
  }

  /// Tells the checker which lanes an access touches: as rectangles where offsets and mask have the
  /// structure, else lane by lane.
  template <class P, class Mask>
  KW_HD_OUTLINED void report(runtime::access_kind kind, const P& pointers, const Mask& mask,
                             source_place at) const {
    using Shape = typename P::shape_type;
    constexpr bool masked = !std::is_same_v<Mask, core::every_lane>;
    constexpr bool by_rows =
        core::is_contiguous<typename P::offsets_type> && core::is_interval_mask<Mask>();
    runtime::access access{
        kind,      at,          pointers.base, sizeof(typename P::element_type), 0, 0, 0, 0, 0,
        Shape::d1, Shape::size, masked};
    if constexpr (by_rows) {
      access.row_stride = pointers.offsets.stride0();
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
          runtime::check_access(*program_, access);
        }
      }
    } else if (!report_by_columns(access, pointers, mask)) {
      report_lanes(access, pointers, mask);
    }
  }

  /// A tile that is contiguous along its rows' index, as the store of a transpose is.
  template <class P, class Mask>
  KW_HD bool report_by_columns(runtime::access access, const P& pointers, const Mask& mask) const {
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
          runtime::check_access(*program_, access);
          return true;
        }
      }
    }
    return false;
  }

  template <class P, class Mask>
  KW_HD void report_lanes(const runtime::access& access, const P& pointers,
                          const Mask& mask) const {
    using Shape = typename P::shape_type;
    std::int64_t offsets[Shape::size];
    bool active[Shape::size];
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        offsets[i * Shape::d1 + j] = lane(pointers.offsets, i, j);
        active[i * Shape::d1 + j] = lane(mask, i, j);
      }
    }
    runtime::check_lanes(*program_, access.kind, access.place, access.base, access.element_size,
                         offsets, active, Shape::size, Shape::d1, access.masked);
  }

  KW_HD void report_scalar(runtime::access_kind kind, const void* pointer, int element_size,
                           source_place at) const {
    runtime::check_access(
        *program_, runtime::access{kind, at, pointer, element_size, 0, 1, 1, 0, 0, 1, 1, false});
  }

  /// Does a lane that a mask left undefined reach this store?
  template <class P, class Value, class Mask>
  KW_HD_OUTLINED void report_undefined(const P& pointers, const Value& value, const Mask& mask,
                                       source_place at) const {
    if constexpr (core::floating_type<core::value_of<Value>>) {
      using Shape = typename P::shape_type;
      int first = -1;
      int count = 0;
      for (int i = 0; i < Shape::d0; ++i) {
        std::uint32_t suspects = 0;
        for (int j = 0; j < Shape::d1; ++j) {
          suspects |= static_cast<std::uint32_t>(is_undefined(lane(value, i, j)));
        }
        for (int j = 0; suspects != 0 && j < Shape::d1; ++j) {
          if (lane(mask, i, j) && is_undefined(lane(value, i, j))) {
            first = first < 0 ? i * Shape::d1 + j : first;
            ++count;
          }
        }
      }
      if (count > 0) {
        const std::int64_t offset = lane(pointers.offsets, first / Shape::d1, first % Shape::d1);
        runtime::undefined_lanes_stored(*program_, at, pointers.base,
                                        sizeof(typename P::element_type), offset, first, count);
      }
    }
  }

  template <class Value>
  KW_HD void print_one(const char* text, source_place at, const Value& value) const {
    using Shape = core::shape_of<Value>;
    double lanes[Shape::size];
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        lanes[i * Shape::d1 + j] = core::convert<double>(lane(value, i, j));
      }
    }
    runtime::print_lanes(*program_, at, text, lanes, Shape::d0, Shape::d1);
  }
};

}  // namespace kw::cpu
