/// \file
/// Masks: comparisons of index tiles, which can tell that a whole vector or a whole tile passes
/// without looking at the lanes.
#pragma once
#include "kernelwright/core/index_tile.hpp"

namespace kw::core {

enum class comparison { less, less_equal, greater, greater_equal, equal, not_equal };

template <comparison Op, class A, class B>
KW_HD constexpr bool compare_values(A a, B b) {
  if constexpr (Op == comparison::less) {
    return a < b;
  } else if constexpr (Op == comparison::less_equal) {
    return a <= b;
  } else if constexpr (Op == comparison::greater) {
    return a > b;
  } else if constexpr (Op == comparison::greater_equal) {
    return a >= b;
  } else if constexpr (Op == comparison::equal) {
    return a == b;
  } else {
    return a != b;
  }
}

/// The comparison with its operands exchanged: a < b is b > a.
constexpr comparison exchanged(comparison op) {
  switch (op) {
    case comparison::less:
      return comparison::greater;
    case comparison::less_equal:
      return comparison::greater_equal;
    case comparison::greater:
      return comparison::less;
    case comparison::greater_equal:
      return comparison::less_equal;
    default:
      return op;
  }
}

/// The comparison that is true where this one is false.
constexpr comparison negated(comparison op) {
  switch (op) {
    case comparison::less:
      return comparison::greater_equal;
    case comparison::less_equal:
      return comparison::greater;
    case comparison::greater:
      return comparison::less_equal;
    case comparison::greater_equal:
      return comparison::less;
    case comparison::equal:
      return comparison::not_equal;
    default:
      return comparison::equal;
  }
}

constexpr bool is_upper_bound(comparison op) {
  return op == comparison::less || op == comparison::less_equal;
}
constexpr bool is_ordered(comparison op) {
  return op != comparison::equal && op != comparison::not_equal;
}

/// The lanes of one row that pass: columns [begin, end).
struct column_range {
  std::int64_t begin, end;
};

/// `index Op bound`. Every structured mask offers `at`; `vector_passes<V>`: do all V lanes from (i,
/// j) on pass; `vectors_are_whole<V>`: does the edge cut no aligned vector of V lanes;
/// `tile_passes`: do all lanes pass; `clip`: the columns of a row that pass, where kIsInterval.
template <comparison Op, class Index>
struct bound_mask {
  using is_lazy_tile = void;
  using value_type = bool;
  using shape_type = typename Index::shape_type;
  using backend_type = typename Index::backend_type;
  using Int = typename Index::value_type;
  static constexpr int kStride0 = Index::kStride0, kStride1 = Index::kStride1;
  static constexpr bool kIsInterval =
      kStride1 == 0 || ((kStride1 == 1 || kStride1 == -1) && is_ordered(Op));

  Index index;
  Int bound;

  KW_HD constexpr bool at(int i, int j) const { return compare_values<Op>(index.at(i, j), bound); }

  /// Ones and zeros; with float32, 1.0 and 0.0.
  template <class T>
  KW_HD constexpr auto to(dtype<T>) const {
    return map_lazily(convert_to<T>{}, *this);
  }

  template <int V>
  KW_HD constexpr bool vector_passes(int i, int j) const {
    if constexpr (kStride1 == 0) {
      return at(i, j);
    } else if constexpr (kStride1 != kDynamic && is_ordered(Op)) {
      return at(i, (kStride1 > 0) == is_upper_bound(Op) ? j + V - 1 : j);
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
      return (bound - index.base) % V == 0 && (kStride0 == 0 || index.stride0() % V == 0);
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
      return at(last_row ? shape_type::d0 - 1 : 0, last_column ? shape_type::d1 - 1 : 0);
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
        const std::int64_t end = edge + (op == comparison::less_equal ? 1 : 0);
        columns.end = end < columns.end ? end : columns.end;
      } else {
        const std::int64_t begin = edge + (op == comparison::greater ? 1 : 0);
        columns.begin = begin > columns.begin ? begin : columns.begin;
      }
    }
  }

  KW_HD constexpr auto operator()(all_type, none_type) const {
    auto column = index(all_type{}, none_type{});
    return bound_mask<Op, decltype(column)>{column, bound};
  }
  KW_HD constexpr auto operator()(none_type, all_type) const {
    auto row = index(none_type{}, all_type{});
    return bound_mask<Op, decltype(row)>{row, bound};
  }
  /// For more than two axes, such as (_, None, _), with <kernelwright/shapes.hpp>.
  template <class... Axes>
  requires(sizeof...(Axes) > 2) KW_HD constexpr auto operator()(Axes...) const {
    return shape_functions<call_of_axes<Axes...>>::of(*this);
  }
};

template <class A, class B>
struct both_masks {
  using is_lazy_tile = void;
  using value_type = bool;
  using shape_type = broadcast_t<typename A::shape_type, typename B::shape_type>;
  using backend_type = common_backend<A, B>;
  static constexpr int kFormulaSize = formula_size<A> + formula_size<B>;
  static constexpr bool kIsInterval = A::kIsInterval && B::kIsInterval;

  A a;
  B b;

  KW_HD constexpr bool at(int i, int j) const {
    if constexpr (requires { requires backend_type::kThreads == 1; }) {
      // Without the branch of &&, which would keep a loop over lanes from being vectorised.
      const bool in_a = a.at(i, j), in_b = b.at(i, j);
      return in_b ? in_a : false;
    } else {
      return a.at(i, j) && b.at(i, j);
    }
  }
  template <class T>
  KW_HD constexpr auto to(dtype<T>) const {
    return map_lazily(convert_to<T>{}, *this);
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
  KW_HD constexpr auto operator()(all_type, none_type) const {
    auto column_a = a(all_type{}, none_type{});
    auto column_b = b(all_type{}, none_type{});
    return both_masks<decltype(column_a), decltype(column_b)>{column_a, column_b};
  }
  KW_HD constexpr auto operator()(none_type, all_type) const {
    auto row_a = a(none_type{}, all_type{});
    auto row_b = b(none_type{}, all_type{});
    return both_masks<decltype(row_a), decltype(row_b)>{row_a, row_b};
  }
  /// For more than two axes, such as (_, None, _), with <kernelwright/shapes.hpp>.
  template <class... Axes>
  requires(sizeof...(Axes) > 2) KW_HD constexpr auto operator()(Axes...) const {
    return shape_functions<call_of_axes<Axes...>>::of(*this);
  }
};

/// The mask of an access without a mask.
struct every_lane {
  using is_lazy_tile = void;
  using value_type = bool;
  using shape_type = tile_shape<>;
  static constexpr bool kIsInterval = true;

  KW_HD constexpr bool at(int, int) const { return true; }
  template <int V>
  KW_HD constexpr bool vector_passes(int, int) const {
    return true;
  }
  template <int V>
  KW_HD constexpr bool vectors_are_whole() const {
    return true;
  }
  KW_HD constexpr bool tile_passes() const { return true; }
  KW_HD constexpr void clip(int, column_range&) const {}
};

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
