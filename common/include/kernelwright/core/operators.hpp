/// \file
/// The operators of tiles: + - * / % and comparisons. Those on bits and masks are in bits.hpp.
///
/// Operands broadcast as in NumPy. Index tiles combine to index tiles, and comparing them gives
/// masks, both without storage; if any operand is a register tile, so is the result.
#pragma once
#include <math.h>

#include "kernelwright/core/numbers.hpp"
#include "kernelwright/core/pointer_tile.hpp"
#include "kernelwright/core/tile.hpp"

namespace kw::core {

/// An operation on elements of one type, such as those of an operator of C++.
#define KW_OPERATION(name, result)             \
  struct name {                                \
    template <class Backend, class T>          \
    static KW_HD constexpr T apply(T a, T b) { \
      return static_cast<T>(result);           \
    }                                          \
  };
KW_OPERATION(add_op, a + b)
KW_OPERATION(subtract_op, a - b)
KW_OPERATION(divide_op, Backend::divide(a, b))
KW_OPERATION(and_op, (a & b))
KW_OPERATION(or_op, a | b)
KW_OPERATION(xor_op, a ^ b)
#undef KW_OPERATION
struct multiply_op {
  template <class Backend, class T>
  static KW_HD constexpr T apply(T a, T b) {
    if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(int)) {
      // They would be multiplied as int, which the product of two uint16 can exceed.
      return static_cast<T>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
    } else {
      return static_cast<T>(a * b);
    }
  }
};
/// With the sign of the left side, as in C and in Triton; of floats, fmod.
struct remainder_op {
  template <class Backend, class T>
  static KW_HD constexpr T apply(T a, T b) {
    if constexpr (std::is_same_v<T, double>) {
      return ::fmod(a, b);
    } else if constexpr (std::is_floating_point_v<T>) {
      return ::fmodf(a, b);
    } else {
      return static_cast<T>(Backend::remainder(a, b));
    }
  }
};

/// Quotients of integers as a GPU has them: of the smallest number and -1, whose quotient is too
/// large, the smallest number. A CPU would stop there, as at a division by 0.
template <class T>
KW_HD constexpr T quotient(T a, T b) {
  if constexpr (std::is_signed_v<T> && std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return b == -1 ? static_cast<T>(U{} - static_cast<U>(a)) : static_cast<T>(a / b);
  } else {
    return static_cast<T>(a / b);
  }
}
template <class T>
KW_HD constexpr T remainder_of(T a, T b) {
  if constexpr (std::is_signed_v<T>) {
    return b == -1 ? T{} : static_cast<T>(a % b);
  } else {
    return static_cast<T>(a % b);
  }
}

/// The backend of arithmetic on indices without a register tile.
struct index_arithmetic {
  template <class T>
  static KW_HD constexpr T divide(T a, T b) {
    return quotient(a, b);
  }
  template <class T>
  static KW_HD constexpr T remainder(T a, T b) {
    return remainder_of(a, b);
  }
};

/// Op on elements of any types, computed in the type of the result (float32 for 16-bit floats).
template <class Backend, class Op, class R>
struct elementwise {
  template <class... X>
  KW_HD constexpr R operator()(X... x) const {
    using C = compute_t<R>;
    return convert<R>(Op::template apply<Backend, C>(convert<C>(x)...));
  }
};
template <comparison Op, class C>
struct elementwise_comparison {
  template <class A, class B>
  KW_HD constexpr bool operator()(A a, B b) const {
    return compare_values<Op>(convert<C>(a), convert<C>(b));
  }
};

/// Function<Backend> of the lanes of a and b: in registers, or a formula if both are short ones.
template <class R, template <class> class Function, class A, class B>
KW_TILE_OP constexpr auto map_two(const A& a, const B& b) {
  using Shape = broadcast_t<shape_of<A>, shape_of<B>>;
  if constexpr (register_tile<A> || register_tile<B>) {
    using Backend = backend_of<A, B>;
    return map_tiles<Backend, R>(Function<Backend>{}, a, b);
  } else if constexpr (is_long_formula<A, B>) {
    using Backend = common_backend<A, B>;
    return map_tiles<Backend, R>(Function<Backend>{}, a, b);
  } else if constexpr (!is_spread<Shape, A> || !is_spread<Shape, B>) {
    return map_two<R, Function>(spread<void, Shape>(a), spread<void, Shape>(b));
  } else {
    return make_formula<R, A, B>([a, b](int i, int j) {
      return Function<index_arithmetic>{}(value_at(a, i, j), value_at(b, i, j));
    });
  }
}

template <class Op, class R>
struct combination {
  template <class Backend>
  using with = elementwise<Backend, Op, R>;
};
template <class Op, class A, class B>
KW_TILE_OP constexpr auto combine(const A& a, const B& b) {
  using R = promoted_t<A, B>;
  return map_two<R, combination<Op, R>::template with>(a, b);
}

/// The type in which two operands are compared. A number that the tile's type cannot hold, such as
/// 300 with a tile of int8, keeps its value.
template <class A, class B>
using compared_t = compute_t<
    std::conditional_t<std::is_integral_v<value_of<A>> && std::is_integral_v<value_of<B>>,
                       typename promote<value_of<A>, value_of<B>>::type, promoted_t<A, B>>>;

template <comparison Op, class C>
struct compared_as {
  template <class>
  using with = elementwise_comparison<Op, C>;
};
template <comparison Op, class A, class B>
KW_TILE_OP constexpr auto compare(const A& a, const B& b) {
  static_assert(
      !is_ordered(Op) || std::is_same_v<value_of<A>, bool> == std::is_same_v<value_of<B>, bool>,
      "kernelwright: a mask is compared with numbers. a < b < c is not a range here: combine two "
      "masks, (a < b) & (b < c).");
  if constexpr (index_tile_type<A> && integer_scalar<B>) {
    using Int = index_common_t<value_of<A>, B>;
    auto index = a.to(dtype<Int>{});
    return bound_mask<Op, decltype(index)>{{}, index, static_cast<Int>(b)};
  } else if constexpr (integer_scalar<A> && index_tile_type<B>) {
    return compare<exchanged(Op)>(b, a);
  } else if constexpr (index_tile_type<A> && index_tile_type<B>) {
    auto difference = add_indices<-1>(a, b);
    return bound_mask<Op, decltype(difference)>{{}, difference, 0};
  } else {
    return map_two<bool, compared_as<Op, compared_t<A, B>>::template with>(a, b);
  }
}

template <class A>
concept mask_tile = any_tile<A> && std::is_same_v < value_of<A>,
bool > ;

template <class A, class B>
KW_HD constexpr auto add(const A& a, const B& b) {
  if constexpr (index_tile_type<A> && index_tile_type<B>) {
    return add_indices<1>(a, b);
  } else if constexpr (index_tile_type<A> && integer_scalar<B>) {
    return shift_indices(a, b);
  } else if constexpr (integer_scalar<A> && index_tile_type<B>) {
    return shift_indices(b, a);
  } else {
    return combine<add_op>(a, b);
  }
}
template <class A, class B>
KW_HD constexpr auto subtract(const A& a, const B& b) {
  if constexpr (index_tile_type<A> && index_tile_type<B>) {
    return add_indices<-1>(a, b);
  } else if constexpr (index_tile_type<A> && integer_scalar<B>) {
    return shift_indices(a, -static_cast<index_common_t<value_of<A>, B>>(b));
  } else {
    return combine<subtract_op>(a, b);
  }
}
template <class A, class B>
KW_HD constexpr auto multiply(const A& a, const B& b) {
  if constexpr (index_tile_type<A> && integer_scalar<B>) {
    return scale_indices(a, b);
  } else if constexpr (integer_scalar<A> && index_tile_type<B>) {
    return scale_indices(b, a);
  } else {
    return combine<multiply_op>(a, b);
  }
}
/// Division of two tiles of integers, one of them signed: neither type suits both.
template <class A, class B>
constexpr void check_signs() {
  if constexpr (any_tile<A> && any_tile<B> && std::is_integral_v<value_of<A>> &&
                std::is_integral_v<value_of<B>>) {
    static_assert(std::is_signed_v<value_of<A>> == std::is_signed_v<value_of<B>>,
                  "kernelwright: / and % take two tiles of signed integers or two of unsigned "
                  "ones, as in Triton. A negative number has no unsigned type: convert one tile, "
                  "such as x.to(int64).");
  }
}
template <class Op, class A, class B>
KW_HD constexpr auto divide(const A& a, const B& b) {
  check_signs<A, B>();
  return combine<Op>(a, b);
}

// The operators are in the namespace of the tiles, so they are found without a using.
KW_OPERATOR(+, kw::core::add)
KW_OPERATOR(-, kw::core::subtract)
KW_OPERATOR(*, kw::core::multiply)
KW_OPERATOR(/, kw::core::divide<divide_op>)
KW_OPERATOR(%, kw::core::divide<remainder_op>)
KW_OPERATOR(<, kw::core::compare<comparison::less>)
KW_OPERATOR(<=, kw::core::compare<comparison::less_equal>)
KW_OPERATOR(>, kw::core::compare<comparison::greater>)
KW_OPERATOR(>=, kw::core::compare<comparison::greater_equal>)
KW_OPERATOR(==, kw::core::compare<comparison::equal>)
KW_OPERATOR(!=, kw::core::compare<comparison::not_equal>)

/// Not 0 - a, which would lose the sign of a zero.
template <any_tile A>
KW_TILE_OP constexpr auto operator-(const A& a) {
  static_assert(!std::is_same_v<value_of<A>, bool>,
                "kernelwright: a mask has no negative. ~mask is its opposite; mask.to(int32) makes "
                "numbers of it.");
  if constexpr (index_tile_type<A>) {
    return add_indices<-1>(index_tile<value_of<A>, shape_of<A>, 0, 0>{}, a);
  } else {
    return combine<multiply_op>(a, convert<value_of<A>>(-1));
  }
}
template <any_tile A>
KW_TILE_OP constexpr const A& operator+(const A& a) {
  return a;
}

KW_ASSIGNMENT(+)
KW_ASSIGNMENT(-)
KW_ASSIGNMENT(*)
KW_ASSIGNMENT(/)
KW_ASSIGNMENT(%)

}  // namespace kw::core
