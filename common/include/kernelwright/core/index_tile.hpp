/// \file
/// Index tiles: value(i, j) = base + stride0 * i + stride1 * j, with strides in the type when they
/// are known. They occupy no storage, and a stride of 1 along the last axis proves that a load of
/// these indices is contiguous.
#pragma once
#include "kernelwright/core/concepts.hpp"

namespace kw::core {

/// Any other function of the coordinates, such as `offsets % 3`. No storage, no known strides.
///
/// A formula that is used twice is written out twice, so a long one is stored instead: it would
/// double with every step of a hash or a sorting network.
/// \tparam Size  the number of its terms
template <class Value, class Shape, class Function, int Size = 1, class Backend = void>
struct lazy_function;

template <class Value, class Shape, class Function>
KW_HD constexpr auto make_lazy(Function function) {
  return lazy_function<Value, Shape, Function>{{}, function};
}

/// function(x) in each lane. (Not a lambda: the compiler would instrument it for overflow, and so
/// not inline it.)
template <class Function, class X>
struct mapped_lane {
  Function function;
  X x;
  KW_HD constexpr auto operator()(int i, int j) const { return function(x.at(i, j)); }
};
template <class Function, class X>
KW_HD constexpr auto map_lazily(Function function, const X& x) {
  using Value = decltype(function(x.at(0, 0)));
  using Lane = mapped_lane<Function, X>;
  return lazy_function<Value, typename X::shape_type, Lane, formula_size<X>,
                       typename formula_backend<X>::type>{{}, Lane{function, x}};
}

/// What tiles without storage have as well: conversions.
template <class Tile>
struct lazy_face : tile_face<Tile> {
  template <class T>
  KW_HD constexpr auto to(dtype<T>) const {
    return map_lazily(convert_to<T>{}, static_cast<const Tile&>(*this));
  }
  template <class T>
  KW_HD constexpr auto to(dtype<T>, bitcast_type) const {
    return map_lazily(bits_as<T>{}, static_cast<const Tile&>(*this));
  }
};

/// A stride that is known only when the kernel runs.
inline constexpr int kDynamic = -2147483647 - 1;

/// \tparam Backend  of the tl.arange that the indices come from, or void
template <class Int, class Shape, int Stride0, int Stride1, class Backend = void>
struct index_tile : lazy_face<index_tile<Int, Shape, Stride0, Stride1, Backend>> {
  using is_lazy_tile = void;
  using is_index_tile = void;
  using value_type = Int;
  using shape_type = Shape;
  using backend_type = Backend;
  static constexpr int kStride0 = Stride0, kStride1 = Stride1;

  Int base{};
  Int dynamic_stride0{}, dynamic_stride1{};

  KW_HD constexpr Int stride0() const {
    return Stride0 == kDynamic ? dynamic_stride0 : static_cast<Int>(Stride0);
  }
  KW_HD constexpr Int stride1() const {
    return Stride1 == kDynamic ? dynamic_stride1 : static_cast<Int>(Stride1);
  }
  KW_HD constexpr Int at(int i, int j) const {
    Int value = base;
    if constexpr (Stride0 != 0) {
      value += stride0() * static_cast<Int>(i);
    }
    if constexpr (Stride1 != 0) {
      value += stride1() * static_cast<Int>(j);
    }
    return value;
  }

  template <bool Column>
  KW_HD constexpr auto placed() const {
    constexpr int down = Column ? Stride1 : 0, along = Column ? 0 : Stride1;
    using Placed = index_tile<Int, placed_shape<Column, Shape>, down, along, Backend>;
    return Column ? Placed{{}, base, dynamic_stride1, 0} : Placed{{}, base, 0, dynamic_stride1};
  }

  using lazy_face<index_tile>::to;
  /// The indices in another type. int32 and int64 keep the strides, for a product that may exceed
  /// 2^31; any other type turns them into numbers, and loading at those is a gather.
  template <class T>
  KW_HD constexpr auto to(dtype<T> type) const {
    if constexpr (integer_scalar<T> && std::is_signed_v<T> && sizeof(T) >= 4) {
      return index_tile<T, Shape, Stride0, Stride1, Backend>{{},
                                                             static_cast<T>(base),
                                                             static_cast<T>(dynamic_stride0),
                                                             static_cast<T>(dynamic_stride1)};
    } else {
      return lazy_face<index_tile>::to(type);
    }
  }

  /// Strides are part of the type, so `x = x * 2` would need another type.
  template <lazy_tile Other>
  requires(!std::is_same_v<Other, index_tile>) KW_HD constexpr index_tile& operator=(const Other&) {
    static_assert(never<Other>,
                  "kernelwright: an index tile keeps its type. Write a new variable, such as auto "
                  "scaled = offsets * n. Only += and -= with a number change one in place.");
    return *this;
  }
  template <operand Other>
  requires(!lazy_tile<Other>) KW_HD constexpr index_tile& operator=(const Other&) {
    static_assert(
        never<Other>,
        "kernelwright: an index tile keeps its type. Write a new variable, with auto. (To "
        "compare, write == or < instead of =.)");
    return *this;
  }
  template <any_tile Other>
  KW_HD constexpr index_tile& operator*=(const Other& other) {
    return *this = *this * other;
  }
  template <scalar Other>
  KW_HD constexpr index_tile& operator*=(Other other) {
    return *this = *this * other;
  }

  template <integer_scalar J>
  KW_HD constexpr index_tile& operator+=(J step) {
    base += static_cast<Int>(step);
    return *this;
  }
  template <integer_scalar J>
  KW_HD constexpr index_tile& operator-=(J step) {
    base -= static_cast<Int>(step);
    return *this;
  }
};

/// Unit stride along the last axis: consecutive lanes are consecutive elements.
template <class Index>
inline constexpr bool is_contiguous = false;
template <class Int, class Shape, int Stride0, class Backend>
inline constexpr bool is_contiguous<index_tile<Int, Shape, Stride0, 1, Backend>> = true;

constexpr int combine_strides(int left, int right, int sign) {
  return left == kDynamic || right == kDynamic ? kDynamic : left + sign * right;
}

/// left + Sign * right, still an index tile.
template <int Sign, class Left, class Right>
KW_HD constexpr auto add_indices(const Left& left, const Right& right) {
  using Int = index_common_t<typename Left::value_type, typename Right::value_type>;
  using Shape = broadcast_t<typename Left::shape_type, typename Right::shape_type>;
  constexpr int stride0 = combine_strides(Left::kStride0, Right::kStride0, Sign);
  constexpr int stride1 = combine_strides(Left::kStride1, Right::kStride1, Sign);
  const Int sign = Sign;
  return index_tile<Int, Shape, stride0, stride1, common_backend<Left, Right>>{
      {},
      static_cast<Int>(left.base) + sign * static_cast<Int>(right.base),
      static_cast<Int>(left.stride0()) + sign * static_cast<Int>(right.stride0()),
      static_cast<Int>(left.stride1()) + sign * static_cast<Int>(right.stride1())};
}

template <class Index, class J>
KW_HD constexpr auto shift_indices(const Index& index, J step) {
  using Int = index_common_t<typename Index::value_type, J>;
  auto result = index.to(dtype<Int>{});
  result.base += static_cast<Int>(step);
  return result;
}

template <class Index, class J>
KW_HD constexpr auto scale_indices(const Index& index, J factor) {
  using Int = index_common_t<typename Index::value_type, J>;
  constexpr int stride0 = Index::kStride0 == 0 ? 0 : kDynamic;
  constexpr int stride1 = Index::kStride1 == 0 ? 0 : kDynamic;
  const Int by = static_cast<Int>(factor);
  return index_tile<Int, typename Index::shape_type, stride0, stride1,
                    typename Index::backend_type>{{},
                                                  static_cast<Int>(index.base) * by,
                                                  static_cast<Int>(index.stride0()) * by,
                                                  static_cast<Int>(index.stride1()) * by};
}

template <class Value, class Shape, class Function, int Size, class Backend>
struct lazy_function : lazy_face<lazy_function<Value, Shape, Function, Size, Backend>> {
  using is_lazy_tile = void;
  using value_type = Value;
  using shape_type = Shape;
  using backend_type = Backend;
  static constexpr int kFormulaSize = Size;
  Function function;

  KW_HD constexpr Value at(int i, int j) const { return function(i, j); }

  template <bool Column>
  KW_HD constexpr auto placed() const {
    auto along = [f = function](int i, int j) { return f(0, Column ? i : j); };
    using Placed = placed_shape<Column, Shape>;
    return lazy_function<Value, Placed, decltype(along), Size, Backend>{{}, along};
  }
};

/// The longest formula that is not stored.
inline constexpr int kLongestFormula = 24;
template <class A, class B>
inline constexpr bool is_long_formula =
    !std::is_void_v<common_backend<A, B>> && formula_size<A> + formula_size<B> >= kLongestFormula;

/// A function of the lanes of a and b.
template <class Value, class A, class B, class Function>
KW_HD constexpr auto make_formula(Function function) {
  return lazy_function<Value, broadcast_t<shape_of<A>, shape_of<B>>, Function,
                       1 + formula_size<A> + formula_size<B>, common_backend<A, B>>{{}, function};
}

}  // namespace kw::core
