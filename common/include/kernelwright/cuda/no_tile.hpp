/// \file
/// A kernel's body without its tiles: what is left is scalars, loops, and the origins of tiles of
/// tensors. The host walks through it to plan shared memory, and on Hopper the thread that only
/// fetches does the same.
#pragma once
#include "kernelwright/core/index_tile.hpp"
#include "kernelwright/core/tuple.hpp"
#include "kernelwright/cuda/backend.hpp"
#include "kernelwright/language/control.hpp"
#include "kernelwright/language/elementwise.hpp"

namespace kw::cuda {

/// Takes the place of every tile. All that it meets is passed by value: see core/numbers.hpp.
struct no_tile {
  template <class... A>
  KW_HD constexpr no_tile operator()(A...) const {
    return {};
  }
  template <class... A>
  KW_HD constexpr no_tile to(A...) const {
    return {};
  }
  KW_HD constexpr no_tile operator+() const { return {}; }
  KW_HD constexpr no_tile operator-() const { return {}; }
  KW_HD constexpr no_tile operator!() const { return {}; }
  KW_HD constexpr no_tile operator~() const { return {}; }
  template <class A>
  KW_HD constexpr no_tile& operator=(const A&) {
    return *this;
  }
  /// As a number or a condition, it would steer the kernel.
  template <core::scalar Number>
  KW_HD constexpr operator Number() const {
    static_assert(core::never<Number>,
                  "kernelwright: this number or condition comes from the elements of a tile. In a "
                  "launch on a hopper_gpu some threads only load tiles ahead, without their "
                  "elements, so it cannot decide which way the kernel goes or where a tile begins. "
                  "Load such a number from memory, as in `int row = tl.load(rows + k)`, or choose "
                  "between tiles by tl.where.");
    return Number{};
  }
};

/// One for each of X: dependent, because a tuple is declared here and defined elsewhere.
template <class X>
struct no_tile_instead {
  using type = no_tile;
};
template <class X>
using no_tile_for = typename no_tile_instead<X>::type;

/// The functions of `tl` that take plain numbers as well as tiles.
class number_language : public elementwise_language<number_language, backend<1, 1>> {};

/// The functions of `tl` that work on tiles. A class that derives from it adds the functions that
/// it does not leave out.
class language_without_tiles : public control_language {
 public:
  using is_program = void;

  template <int N>
  KW_HD constexpr auto arange(core::tile_shape<N>) const {
    return core::index_tile<std::int32_t, core::tile_shape<N>, 0, 1>{};
  }
// By value: a reference to `axis<1>` or `_` would need that constant in the GPU's memory.
#define KW_WITHOUT_TILES_left_out(name)      \
  template <class... A>                      \
  KW_HD constexpr no_tile name(A...) const { \
    return {};                               \
  }
// A number may control the body, as in `tl.minimum(begin + step, n)`.
#define KW_WITHOUT_TILES_of_numbers(name)     \
  template <class... A>                       \
  KW_HD constexpr auto name(A... a) const {   \
    if constexpr ((core::scalar<A> && ...)) { \
      return number_language().name(a...);    \
    } else {                                  \
      return no_tile();                       \
    }                                         \
  }
#define KW_SEVERAL_LEFT_OUT(count, name)                  \
  template <class... A>                                   \
  KW_HD constexpr core::count<no_tile> name(A...) const { \
    return {};                                            \
  }
#define KW_WITHOUT_TILES_two(name) KW_SEVERAL_LEFT_OUT(two, name)
#define KW_WITHOUT_TILES_four(name) KW_SEVERAL_LEFT_OUT(four, name)
#define KW_WITHOUT_TILES_own(name)
#define KW_FUNCTION_OF_ONE(name, ...) KW_WITHOUT_TILES_of_numbers(name)
#define KW_FUNCTION_OF_TWO(name, ...) KW_WITHOUT_TILES_of_numbers(name)
#define KW_FUNCTION_OF_THREE(name, ...) KW_WITHOUT_TILES_of_numbers(name)
#define KW_NAME(name, parameters, without_tiles, ...) KW_WITHOUT_TILES_##without_tiles(name)
#include "kernelwright/language/names.def"
#undef KW_WITHOUT_TILES_left_out
#undef KW_WITHOUT_TILES_of_numbers
#undef KW_WITHOUT_TILES_two
#undef KW_WITHOUT_TILES_four
#undef KW_WITHOUT_TILES_own
#undef KW_SEVERAL_LEFT_OUT

  // Functions that return a tuple, which may be taken apart.
  template <class X, class Axis>
  KW_HD constexpr auto max(X, Axis, return_indices_type) const {
    return tuple<no_tile_for<X>, no_tile_for<Axis>>();
  }
  template <class X, class Axis>
  KW_HD constexpr auto min(X, Axis, return_indices_type) const {
    return tuple<no_tile_for<X>, no_tile_for<Axis>>();
  }
  template <class... X, class... A>
  KW_HD constexpr auto reduce(tuple<X...>, A...) const {
    return tuple<no_tile_for<X>...>();
  }
  template <class... X, class... A>
  KW_HD constexpr auto associative_scan(tuple<X...>, A...) const {
    return tuple<no_tile_for<X>...>();
  }
  template <class... A>
  KW_HD constexpr auto split(A...) const {
    return tuple<no_tile_for<A>..., no_tile_for<A>...>();
  }
  template <class... A>
  KW_HD constexpr auto broadcast(A...) const {
    return tuple<no_tile_for<A>...>();
  }

  // Plain numbers may control the body.
  template <class X, class... How>
  KW_HD constexpr auto cast(X x, How... how) const {
    if constexpr (core::scalar<X>) {
      return cast_number(x, how...);
    } else {
      return no_tile{};
    }
  }

 private:
  template <class X, class T>
  static KW_HD constexpr T cast_number(X x, dtype<T>) {
    return core::convert<T>(x);
  }
  template <class X, class T>
  static KW_HD constexpr T cast_number(X x, dtype<T>, core::bitcast_type) {
    return core::bits_as<T>{}(x);
  }
};

// Every operator with a no_tile on either side or both gives a no_tile.
#define KW_NO_TILE(op)                                                                    \
  template <class A>                                                                      \
  KW_HD constexpr no_tile operator op(no_tile, A) {                                       \
    return {};                                                                            \
  }                                                                                       \
  template <class A>                                                                      \
  requires(!std::is_same_v<A, no_tile>) KW_HD constexpr no_tile operator op(A, no_tile) { \
    return {};                                                                            \
  }
#define KW_NO_TILE_ASSIGNED(op)                               \
  KW_NO_TILE(op)                                              \
  template <class A>                                          \
  KW_HD constexpr no_tile& operator op##=(no_tile& left, A) { \
    return left;                                              \
  }
KW_NO_TILE_ASSIGNED(+)
KW_NO_TILE_ASSIGNED(-)
KW_NO_TILE_ASSIGNED(*)
KW_NO_TILE_ASSIGNED(/)
KW_NO_TILE_ASSIGNED(%)
KW_NO_TILE_ASSIGNED(&)
KW_NO_TILE_ASSIGNED(|)
KW_NO_TILE_ASSIGNED(^)
KW_NO_TILE_ASSIGNED(<<)
KW_NO_TILE_ASSIGNED(>>)
KW_NO_TILE(<)
KW_NO_TILE(<=)
KW_NO_TILE(>)
KW_NO_TILE(>=)
KW_NO_TILE(==)
KW_NO_TILE(!=)
#undef KW_NO_TILE_ASSIGNED
#undef KW_NO_TILE

}  // namespace kw::cuda
