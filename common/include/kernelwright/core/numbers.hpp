/// \file
/// How functions of tiles and numbers take them: a tile by reference, a number by value.
///
/// A constant of the learner's file, `constexpr float kEps = 1e-5f`, is an object of the host, and
/// so is kw::inf. Code for a GPU may use the value of such a constant, but a parameter `const X&`
/// asks for its address, and nvcc then says that the constant is "undefined in device code". A
/// template takes either `X` or `const X&`, and a copy of a tile would be expensive. So a function
/// is written for tiles, and these macros declare it again for each place that may hold a number.
///
/// They take the name of the function and the call that all forms pass their operands to.
#pragma once
#include "kernelwright/core/concepts.hpp"

/// An operand of each kind, as a template parameter and as a parameter.
#define KW_TILE_TYPE(X) ::kw::core::any_tile X
#define KW_TILE_OPERAND(X) const X&
#define KW_NUMBER_TYPE(X) ::kw::core::scalar X
#define KW_NUMBER_OPERAND(X) X

#define KW_OF_ONE_KIND(name, X_KIND, ...)                            \
  template <KW_##X_KIND##_TYPE(X)>                                   \
  KW_TILE_OP constexpr auto name(KW_##X_KIND##_OPERAND(X) x) const { \
    return __VA_ARGS__(x);                                           \
  }
#define KW_OF_ONE(name, ...)              \
  KW_OF_ONE_KIND(name, TILE, __VA_ARGS__) \
  KW_OF_ONE_KIND(name, NUMBER, __VA_ARGS__)

#define KW_OF_TWO_KINDS(name, X_KIND, Y_KIND, ...)                                               \
  template <KW_##X_KIND##_TYPE(X), KW_##Y_KIND##_TYPE(Y)>                                        \
  KW_TILE_OP constexpr auto name(KW_##X_KIND##_OPERAND(X) x, KW_##Y_KIND##_OPERAND(Y) y) const { \
    return __VA_ARGS__(x, y);                                                                    \
  }
/// All but that of tiles alone.
#define KW_OF_TWO_NUMBERS(name, ...)               \
  KW_OF_TWO_KINDS(name, TILE, NUMBER, __VA_ARGS__) \
  KW_OF_TWO_KINDS(name, NUMBER, TILE, __VA_ARGS__) \
  KW_OF_TWO_KINDS(name, NUMBER, NUMBER, __VA_ARGS__)
#define KW_OF_TWO(name, ...)                     \
  KW_OF_TWO_KINDS(name, TILE, TILE, __VA_ARGS__) \
  KW_OF_TWO_NUMBERS(name, __VA_ARGS__)

#define KW_OF_THREE_KINDS(name, X_KIND, Y_KIND, Z_KIND, ...)                             \
  template <KW_##X_KIND##_TYPE(X), KW_##Y_KIND##_TYPE(Y), KW_##Z_KIND##_TYPE(Z)>         \
  KW_TILE_OP constexpr auto name(KW_##X_KIND##_OPERAND(X) x, KW_##Y_KIND##_OPERAND(Y) y, \
                                 KW_##Z_KIND##_OPERAND(Z) z) const {                     \
    return __VA_ARGS__(x, y, z);                                                         \
  }
#define KW_OF_THREE_NUMBERS(name, ...)                       \
  KW_OF_THREE_KINDS(name, TILE, TILE, NUMBER, __VA_ARGS__)   \
  KW_OF_THREE_KINDS(name, TILE, NUMBER, TILE, __VA_ARGS__)   \
  KW_OF_THREE_KINDS(name, TILE, NUMBER, NUMBER, __VA_ARGS__) \
  KW_OF_THREE_KINDS(name, NUMBER, TILE, TILE, __VA_ARGS__)   \
  KW_OF_THREE_KINDS(name, NUMBER, TILE, NUMBER, __VA_ARGS__) \
  KW_OF_THREE_KINDS(name, NUMBER, NUMBER, TILE, __VA_ARGS__) \
  KW_OF_THREE_KINDS(name, NUMBER, NUMBER, NUMBER, __VA_ARGS__)
#define KW_OF_THREE(name, ...)                           \
  KW_OF_THREE_KINDS(name, TILE, TILE, TILE, __VA_ARGS__) \
  KW_OF_THREE_NUMBERS(name, __VA_ARGS__)

/// An operator of which at least one operand is a tile.
#define KW_OPERATOR(op, call)                                     \
  template <::kw::core::any_tile A, ::kw::core::any_tile B>       \
  KW_TILE_OP constexpr auto operator op(const A& a, const B& b) { \
    return call(a, b);                                            \
  }                                                               \
  template <::kw::core::any_tile A, ::kw::core::scalar B>         \
  KW_TILE_OP constexpr auto operator op(const A& a, B b) {        \
    return call(a, b);                                            \
  }                                                               \
  template <::kw::core::scalar A, ::kw::core::any_tile B>         \
  KW_TILE_OP constexpr auto operator op(A a, const B& b) {        \
    return call(a, b);                                            \
  }

/// `a op= b` for a tile that holds values: `a = a op b` in the type of a.
#define KW_ASSIGNMENT(op)                                        \
  template <::kw::core::register_tile A, ::kw::core::any_tile B> \
  KW_TILE_OP constexpr A& operator op##=(A& a, const B& b) {     \
    return a = (a op b).to(dtype<value_of<A>>{});                \
  }                                                              \
  template <::kw::core::register_tile A, ::kw::core::scalar B>   \
  KW_TILE_OP constexpr A& operator op##=(A& a, B b) {            \
    return a = (a op b).to(dtype<value_of<A>>{});                \
  }
