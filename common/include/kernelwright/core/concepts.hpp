/// \file
/// The kinds of operand that the operators of the tile language know.
///
/// - lazy tiles have no storage: their value is a function of the coordinates (indices, masks);
/// - register tiles hold values, spread over threads by a layout (loaded and computed data); some
/// of
///   them are deferred;
/// - pointer tiles are one address per lane;
/// - stream tiles are what a stream holds for one step: operands of dot, loaded for all other uses.
#pragma once
#include "kernelwright/core/shape.hpp"

namespace kw::core {

template <class T>
concept lazy_tile = requires {
  typename T::is_lazy_tile;
};
/// How many terms a tile without storage is made of, and the backend on which it would be stored:
/// that of the tl.arange in it, or void.
template <class T>
inline constexpr int formula_size = 1;
template <class T>
requires requires {
  T::kFormulaSize;
}
inline constexpr int formula_size<T> = T::kFormulaSize;
template <class T>
struct formula_backend {
  using type = void;
};
template <class T>
requires requires {
  typename T::backend_type;
}
struct formula_backend<T> {
  using type = typename T::backend_type;
};
template <class A, class B>
using common_backend =
    std::conditional_t<std::is_void_v<typename formula_backend<A>::type>,
                       typename formula_backend<B>::type, typename formula_backend<A>::type>;

template <class T>
concept index_tile_type = requires {
  typename T::is_index_tile;
};
template <class T>
concept register_tile = requires {
  typename T::is_register_tile;
};
/// A register tile that is not in registers yet, or not there for good: in shared memory, or still
/// being computed. Code that needs the values asks `x.template in_layout<Layout>()` for them.
template <class T>
concept deferred_tile = requires {
  typename T::is_deferred_tile;
};
template <class T>
concept pointer_tile_type = requires {
  typename T::is_pointer_tile;
};
template <class T>
concept stream_tile = requires {
  typename T::is_stream_tile;
};
template <class T>
concept any_tile = lazy_tile<T> || register_tile<T>;
template <class T>
concept operand = any_tile<T> || scalar<T>;
/// How a parameter of a known type is passed, for the same reason as in core/numbers.hpp.
template <class T>
using passed_t = std::conditional_t<scalar<T>, T, const T&>;

/// After the name of a type `... = <lambda(auto)>]` or `(lambda at f.cpp:9:2)]`: is the lambda the
/// type itself, and not the scope of one, as in `<lambda()>::Kernel]`?
constexpr bool ends_a_type(const char* behind_lambda) {
  int depth = 0;
  for (const char* c = behind_lambda; *c != '\0'; ++c) {
    depth += *c == '(' || *c == '<' || *c == '[';
    depth -= *c == ')' || (*c == '>' && c[-1] != '-') || *c == ']';
    if (depth < 0) {
      return c[1] != ':';
    }
  }
  return false;
}

/// Is T the type of a lambda? Compilers have no trait for it, but they all print the word.
template <class T>
constexpr bool is_lambda() {
  constexpr const char* kWord = "lambda";
  for (const char* name = __PRETTY_FUNCTION__; *name != '\0'; ++name) {
    int length = 0;
    while (kWord[length] != '\0' && name[length] == kWord[length]) {
      ++length;
    }
    const char next = name[length];
    if (kWord[length] == '\0' && (next == ' ' || next == '(' || next == '[') &&
        ends_a_type(name + length)) {
      return true;
    }
  }
  return false;
}

/// What tl.load and tl.store take as their first argument.
template <class T>
concept address = pointer_tile_type<T> || std::is_pointer_v<T>;
template <class T>
concept integer_scalar = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// The operands of an operator, of which at least one is a tile.
template <class A, class B>
concept tile_operands = operand<A> && operand<B> &&(any_tile<A> || any_tile<B>);

template <class T>
struct traits {
  using shape = tile_shape<>;
  using value = T;
};
template <class T>
requires(any_tile<T> || stream_tile<T>) struct traits<T> {
  using shape = typename T::shape_type;
  using value = typename T::value_type;
};
template <pointer_tile_type T>
struct traits<T> {
  using shape = typename T::shape_type;
  using value = typename T::element_type;
};
template <class T>
using shape_of = typename traits<std::remove_cvref_t<T>>::shape;
template <class T>
using value_of = typename traits<std::remove_cvref_t<T>>::value;

/// The element type of `a op b`: see promote and promote_with_scalar.
template <class A, class B>
constexpr auto promoted() {
  if constexpr (any_tile<A> && !any_tile<B>) {
    return typename promote_with_scalar<value_of<A>, B>::type{};
  } else if constexpr (any_tile<B> && !any_tile<A>) {
    return typename promote_with_scalar<value_of<B>, A>::type{};
  } else {
    return typename promote<value_of<A>, value_of<B>>::type{};
  }
}
template <class A, class B>
using promoted_t = decltype(promoted<A, B>());

/// The value of an operand without storage at (row i, column j).
template <class X>
KW_HD constexpr auto value_at(const X& x, int i, int j) {
  if constexpr (any_tile<X>) {
    return x.at(i, j);
  } else {
    return x;
  }
}

}  // namespace kw::core
