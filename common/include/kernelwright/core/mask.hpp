/// \file
/// Masks: comparisons of index tiles, which can tell that a whole vector or a whole tile passes
/// without looking at the lanes.
#pragma once
#include "kernelwright/core/comparison.hpp"
#include "kernelwright/core/index_tile.hpp"

namespace kw::core {

/// The lanes of one row that pass: columns [begin, end).
struct column_range {
  std::int64_t begin, end;
};

/// `index Op bound`. Every structured mask offers `at`; `vector_passes<V>`: do all V lanes from (i,
/// j) on pass; `vectors_are_whole<V>`: does the edge cut no aligned vector of V lanes;
/// `tile_passes`: do all lanes pass; `clip`: the columns of a row that pass, where kIsInterval.
template <comparison Op, class Index>
struct bound_mask : lazy_face<bound_mask<Op, Index>> {
  using is_lazy_tile = void;
  using value_type = bool;
  using shape_type = typename Index::shape_type;
  using backend_type = typename Index::backend_type;
  using Int = typename Index::value_type;
  static constexpr int kStride0 = Index::kStride0, kStride1 = Index::kStride1;
  static constexpr bool kIsInterval =
      kStride1 == 0 || ((kStride1 == 1 || kStride1 == -1) && is_ordered(Op));
  /// Can an assignment narrow it?
  static constexpr bool kCanBeNarrowed =
      is_ordered(Op) && kStride0 != kDynamic && kStride1 != kDynamic;

  Index index;
  Int bound;
  other_end<Op, Int> far_end{};

  KW_HD constexpr bool at(int i, int j) const {
    const Int value = index.at(i, j);
    const bool passes = compare_values<Op>(value, bound);
    if constexpr (kCanBeNarrowed) {
      return far_end.passes(value) ? passes : false;
    } else {
      return passes;
    }
  }

  template <class Other>
  requires(!std::is_same_v<Other, bound_mask> &&
           std::is_same_v<typename Other::value_type, bool>) KW_HD constexpr bound_mask&
  operator=(const Other& other) {
    assign_mask(*this, other);
    return *this;
  }
  KW_HD constexpr index_range range() const {
    const std::int64_t edge = bound;
    const std::int64_t far = far_end.value;
    if constexpr (is_upper_bound(Op)) {
      return {far, Op == comparison::less ? shifted(edge, -1) : edge};
    } else {
      return {Op == comparison::greater ? shifted(edge, 1) : edge, far};
    }
  }
  /// Only the indices pass that also pass another mask of the same strides.
  template <comparison OtherOp, class OtherIndex>
  KW_HD constexpr void narrow(const bound_mask<OtherOp, OtherIndex>& other) {
    const std::int64_t shift = shifted(index.base, -static_cast<std::int64_t>(other.index.base));
    const index_range own = range(), its = other.range();
    const std::int64_t its_first = shifted(its.first, shift), its_last = shifted(its.last, shift);
    const std::int64_t first = own.first > its_first ? own.first : its_first;
    const std::int64_t last = own.last < its_last ? own.last : its_last;
    if (first > last) {
      clear();
    } else if (is_upper_bound(Op)) {
      bound = static_cast<Int>(Op == comparison::less ? last + 1 : last);
      far_end.value = static_cast<Int>(first);
    } else {
      bound = static_cast<Int>(Op == comparison::greater ? first - 1 : first);
      far_end.value = static_cast<Int>(last);
    }
  }
  /// No index passes.
  KW_HD constexpr void clear() {
    constexpr Int lowest = other_end<Op, Int>::kLowest, highest = static_cast<Int>(~lowest);
    bound = is_upper_bound(Op) ? lowest : highest;
    far_end.value = is_upper_bound(Op) ? highest : lowest;
  }

  template <int V>
  KW_HD constexpr bool vector_passes(int i, int j) const {
    if constexpr (kStride1 == 0) {
      return at(i, j);
    } else if constexpr (kStride1 != kDynamic && is_ordered(Op)) {
      constexpr bool is_last = (kStride1 > 0) == is_upper_bound(Op);
      return at(i, is_last ? j + V - 1 : j) &&
             (!far_end.is_set() || at(i, is_last ? j : j + V - 1));
    } else {
      bool all = true;
      KW_UNROLL
      for (int k = 0; k < V; ++k) {
        all = all && at(i, j + k);
      }
      return all;
    }
  }

  template <int V>
  KW_HD constexpr bool vectors_are_whole() const {
    if constexpr (V == 1 || kStride1 == 0) {
      return true;
    } else if constexpr (kStride1 == 1 &&
                         (Op == comparison::less || Op == comparison::greater_equal)) {
      return (bound - index.base) % V == 0 && (kStride0 == 0 || index.stride0() % V == 0) &&
             (!far_end.is_set() ||
              (far_end.value + (is_upper_bound(Op) ? 0 : 1) - index.base) % V == 0);
    } else {
      return false;
    }
  }

  KW_HD constexpr bool tile_passes() const {
    if constexpr (!is_ordered(Op)) {
      return false;
    } else {
      // The lane whose index is furthest towards the bound decides for all lanes.
      const bool last_row = kStride0 != 0 && (index.stride0() > 0) == is_upper_bound(Op);
      const bool last_column = kStride1 != 0 && (index.stride1() > 0) == is_upper_bound(Op);
      const int row = last_row ? shape_type::d0 - 1 : 0;
      const int column = last_column ? shape_type::d1 - 1 : 0;
      return at(row, column) &&
             (!far_end.is_set() || at(shape_type::d0 - 1 - row, shape_type::d1 - 1 - column));
    }
  }

  KW_HD constexpr void clip(int i, column_range& columns) const {
    if constexpr (kStride1 == 0) {
      if (!at(i, 0)) {
        columns.end = columns.begin;
      }
    } else {
      // index = first + kStride1 * j; solve for j. With a stride of -1 the comparison is reversed.
      constexpr comparison op = kStride1 > 0 ? Op : exchanged(Op);
      const std::int64_t first = static_cast<std::int64_t>(index.at(i, 0));
      const std::int64_t edge = kStride1 > 0 ? static_cast<std::int64_t>(bound) - first
                                             : first - static_cast<std::int64_t>(bound);
      if constexpr (is_upper_bound(op)) {
        const std::int64_t last = edge + (op == comparison::less_equal ? 1 : 0);
        columns.end = last < columns.end ? last : columns.end;
      } else {
        const std::int64_t begin = edge + (op == comparison::greater ? 1 : 0);
        columns.begin = begin > columns.begin ? begin : columns.begin;
      }
      if (far_end.is_set()) {
        const std::int64_t far = kStride1 > 0 ? static_cast<std::int64_t>(far_end.value) - first
                                              : first - static_cast<std::int64_t>(far_end.value);
        if constexpr (is_upper_bound(op)) {
          columns.begin = far > columns.begin ? far : columns.begin;
        } else {
          columns.end = far + 1 < columns.end ? far + 1 : columns.end;
        }
      }
    }
  }

  template <bool Column>
  KW_HD constexpr auto placed() const {
    auto along = index.template placed<Column>();
    return bound_mask<Op, decltype(along)>{{}, along, bound, far_end};
  }
};

template <class A, class B>
struct both_masks : lazy_face<both_masks<A, B>> {
  using is_lazy_tile = void;
  using value_type = bool;
  using shape_type = broadcast_t<typename A::shape_type, typename B::shape_type>;
  using backend_type = common_backend<A, B>;
  static constexpr int kFormulaSize = formula_size<A> + formula_size<B>;
  static constexpr bool kIsInterval = A::kIsInterval && B::kIsInterval;

  A a;
  B b;

  template <class Other>
  requires(!std::is_same_v<Other, both_masks> &&
           std::is_same_v<typename Other::value_type, bool>) KW_HD constexpr both_masks&
  operator=(const Other& other) {
    assign_mask(*this, other);
    return *this;
  }
  template <class Other>
  KW_HD constexpr void narrow(const Other& other) {
    if constexpr (narrows_mask<A, Other>) {
      narrow_mask(a, other);
    } else {
      narrow_mask(b, other);
    }
  }
  KW_HD constexpr void clear() {
    if constexpr (narrows_mask<A, uniform_mask>) {
      a.clear();
    } else {
      b.clear();
    }
  }

  KW_HD constexpr bool at(int i, int j) const {
    if constexpr (requires { requires backend_type::kThreads == 1; }) {
      // Without the branch of &&, which would keep a loop over lanes from being vectorised.
      const bool in_a = a.at(i, j), in_b = b.at(i, j);
      return in_b ? in_a : false;
    } else {
      return a.at(i, j) && b.at(i, j);
    }
  }
  template <int V>
  KW_HD constexpr bool vector_passes(int i, int j) const {
    return a.template vector_passes<V>(i, j) && b.template vector_passes<V>(i, j);
  }
  template <int V>
  KW_HD constexpr bool vectors_are_whole() const {
    return a.template vectors_are_whole<V>() && b.template vectors_are_whole<V>();
  }
  KW_HD constexpr bool tile_passes() const { return a.tile_passes() && b.tile_passes(); }
  KW_HD constexpr void clip(int i, column_range& columns) const {
    a.clip(i, columns);
    b.clip(i, columns);
  }
  template <bool Column>
  KW_HD constexpr auto placed() const {
    auto placed_a = a.template placed<Column>();
    auto placed_b = b.template placed<Column>();
    return both_masks<decltype(placed_a), decltype(placed_b)>{{}, placed_a, placed_b};
  }
};

/// What a mask has whose lanes are all alike: all pass if Mask::value, and none otherwise.
template <class Mask>
struct mask_of_equal_lanes {
  using is_lazy_tile = void;
  using value_type = bool;
  using shape_type = tile_shape<>;
  static constexpr bool kIsInterval = true;

  KW_HD constexpr bool at(int, int) const { return passes(); }
  template <int V>
  KW_HD constexpr bool vector_passes(int, int) const {
    return passes();
  }
  template <int V>
  KW_HD constexpr bool vectors_are_whole() const {
    return true;
  }
  KW_HD constexpr bool tile_passes() const { return passes(); }
  KW_HD constexpr void clip(int, column_range& columns) const {
    columns.end = passes() ? columns.end : columns.begin;
  }
  template <bool>
  KW_HD constexpr Mask placed() const {
    return static_cast<const Mask&>(*this);
  }

 private:
  KW_HD constexpr bool passes() const { return static_cast<const Mask&>(*this).value; }
};

/// The mask of an access without a mask.
struct every_lane : mask_of_equal_lanes<every_lane> {
  static constexpr bool value = true;
};
/// A flag that is combined with a mask: the mask of every lane, or of no lane.
struct uniform_mask : mask_of_equal_lanes<uniform_mask> {
  bool value;
  explicit KW_HD constexpr uniform_mask(bool flag) : value(flag) {}
};
/// A mask that is the same for all lanes: None, or a condition.
template <class M>
concept mask_of_program = std::is_same_v<M, none_type> || std::is_same_v<M, bool>;
/// What takes the place of lanes that are not read: a number, or None for nothing.
template <class T>
concept number_or_none = scalar<T> || std::is_same_v<T, none_type>;
KW_HD constexpr every_lane as_mask(none_type) {
  return {};
}
KW_HD constexpr uniform_mask as_mask(bool condition) {
  return uniform_mask(condition);
}
template <any_tile M>
KW_HD constexpr const M& as_mask(const M& mask) {
  return mask;
}

template <class M>
concept structured_mask = requires {
  M::kIsInterval;
};

/// A mask whose passing lanes in each row are one range of columns.
template <class M>
constexpr bool is_interval_mask() {
  if constexpr (structured_mask<M>) {
    return M::kIsInterval;
  } else {
    return false;
  }
}

}  // namespace kw::core
