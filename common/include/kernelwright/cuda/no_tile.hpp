/// \file
/// A kernel's body without its tiles: what is left is scalars, loops, and the origins of tiles of
/// tensors. The host walks through it to plan shared memory, and on Hopper the thread that only
/// fetches does the same.
#pragma once
#include "kernelwright/core/index_tile.hpp"
#include "kernelwright/core/several.hpp"
#include "kernelwright/cuda/backend.hpp"
#include "kernelwright/language/control.hpp"
#include "kernelwright/language/elementwise.hpp"
#include "kernelwright/language/functions.hpp"

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
};

/// One for each of X: dependent, because a tuple is declared here and defined elsewhere.
template <class X>
struct no_tile_instead {
  using type = no_tile;
};
template <class X>
using no_tile_for = typename no_tile_instead<X>::type;

/// The functions of `tl` that take plain numbers as well as tiles.
class number_language : public elementwise_language<number_language, backend<1, 1>>,
                        public function_language<number_language, backend<1, 1>> {};

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
#define KW_LEFT_OUT(name)                    \
  template <class... A>                      \
  KW_HD constexpr no_tile name(A...) const { \
    return {};                               \
  }
  KW_LEFT_OUT(full)
  KW_LEFT_OUT(zeros)
  KW_LEFT_OUT(zeros_like)
  KW_LEFT_OUT(accumulator)
  KW_LEFT_OUT(softmax)
  KW_LEFT_OUT(map)
  KW_LEFT_OUT(map_elementwise)
  KW_LEFT_OUT(randint)
  KW_LEFT_OUT(rand)
  KW_LEFT_OUT(randn)
  KW_LEFT_OUT(uint_to_uniform_float)
  KW_LEFT_OUT(sum)
  KW_LEFT_OUT(max)
  KW_LEFT_OUT(min)
  KW_LEFT_OUT(mean)
  KW_LEFT_OUT(argmax)
  KW_LEFT_OUT(argmin)
  KW_LEFT_OUT(reduce)
  KW_LEFT_OUT(cumsum)
  KW_LEFT_OUT(xor_sum)
  KW_LEFT_OUT(reduce_or)
  KW_LEFT_OUT(cumprod)
  KW_LEFT_OUT(associative_scan)
  KW_LEFT_OUT(trans)
  KW_LEFT_OUT(reshape)
  KW_LEFT_OUT(view)
  KW_LEFT_OUT(ravel)
  KW_LEFT_OUT(expand_dims)
  KW_LEFT_OUT(broadcast_to)
  KW_LEFT_OUT(permute)
  KW_LEFT_OUT(join)
  KW_LEFT_OUT(interleave)
  KW_LEFT_OUT(cat)
  KW_LEFT_OUT(flip)
  KW_LEFT_OUT(gather)
  KW_LEFT_OUT(sort)
  KW_LEFT_OUT(topk)
  KW_LEFT_OUT(histogram)
  KW_LEFT_OUT(keep)
  KW_LEFT_OUT(dot)
  KW_LEFT_OUT(dot_scaled)
  KW_LEFT_OUT(unpack_int4)
  KW_LEFT_OUT(unpack_uint4)
  KW_LEFT_OUT(load)
  KW_LEFT_OUT(store)
  KW_LEFT_OUT(atomic_add)
  KW_LEFT_OUT(atomic_max)
  KW_LEFT_OUT(atomic_min)
  KW_LEFT_OUT(atomic_and)
  KW_LEFT_OUT(atomic_or)
  KW_LEFT_OUT(atomic_xor)
  KW_LEFT_OUT(atomic_xchg)
  KW_LEFT_OUT(atomic_cas)
  KW_LEFT_OUT(barrier)
  KW_LEFT_OUT(debug_barrier)
  KW_LEFT_OUT(device_print)
  KW_LEFT_OUT(device_assert)
#undef KW_LEFT_OUT

// Of plain numbers these have values, since a number may control the body, as in `tl.minimum(begin
// + step, n)`.
#define KW_ONLY_OF_NUMBERS(name)              \
  template <class... A>                       \
  KW_HD constexpr auto name(A... a) const {   \
    if constexpr ((core::scalar<A> && ...)) { \
      return number_language().name(a...);    \
    } else {                                  \
      return no_tile();                       \
    }                                         \
  }
  KW_ONLY_OF_NUMBERS(where)
  KW_ONLY_OF_NUMBERS(maximum)
  KW_ONLY_OF_NUMBERS(minimum)
  KW_ONLY_OF_NUMBERS(exp)
  KW_ONLY_OF_NUMBERS(exp2)
  KW_ONLY_OF_NUMBERS(log)
  KW_ONLY_OF_NUMBERS(log2)
  KW_ONLY_OF_NUMBERS(sqrt)
  KW_ONLY_OF_NUMBERS(rsqrt)
  KW_ONLY_OF_NUMBERS(abs)
  KW_ONLY_OF_NUMBERS(umulhi)
  KW_ONLY_OF_NUMBERS(tanh)
  KW_ONLY_OF_NUMBERS(sigmoid)
  KW_ONLY_OF_NUMBERS(erf)
  KW_ONLY_OF_NUMBERS(sin)
  KW_ONLY_OF_NUMBERS(cos)
  KW_ONLY_OF_NUMBERS(tan)
  KW_ONLY_OF_NUMBERS(asin)
  KW_ONLY_OF_NUMBERS(atan2)
  KW_ONLY_OF_NUMBERS(pow)
  KW_ONLY_OF_NUMBERS(log1p)
  KW_ONLY_OF_NUMBERS(expm1)
  KW_ONLY_OF_NUMBERS(floor)
  KW_ONLY_OF_NUMBERS(ceil)
  KW_ONLY_OF_NUMBERS(round)
  KW_ONLY_OF_NUMBERS(rint)
  KW_ONLY_OF_NUMBERS(fma)
  KW_ONLY_OF_NUMBERS(clamp)
  KW_ONLY_OF_NUMBERS(fdiv)
  KW_ONLY_OF_NUMBERS(div_rn)
  KW_ONLY_OF_NUMBERS(sqrt_rn)
#undef KW_ONLY_OF_NUMBERS

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

#define KW_SEVERAL_LEFT_OUT(count, name)                  \
  template <class... A>                                   \
  KW_HD constexpr core::count<no_tile> name(A...) const { \
    return {};                                            \
  }
  KW_SEVERAL_LEFT_OUT(four, randint4x)
  KW_SEVERAL_LEFT_OUT(four, rand4x)
  KW_SEVERAL_LEFT_OUT(four, randn4x)
  KW_SEVERAL_LEFT_OUT(four, philox)
  KW_SEVERAL_LEFT_OUT(two, pair_uniform_to_normal)
#undef KW_SEVERAL_LEFT_OUT

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
KW_NO_TILE(+)
KW_NO_TILE(-)
KW_NO_TILE(*)
KW_NO_TILE(/)
KW_NO_TILE(%)
KW_NO_TILE(&)
KW_NO_TILE(|)
KW_NO_TILE(^)
KW_NO_TILE(<<)
KW_NO_TILE(>>)
KW_NO_TILE(<)
KW_NO_TILE(<=)
KW_NO_TILE(>)
KW_NO_TILE(>=)
KW_NO_TILE(==)
KW_NO_TILE(!=)
#undef KW_NO_TILE

#define KW_NO_TILE_ASSIGN(op)                              \
  template <class A>                                       \
  KW_HD constexpr no_tile& operator op(no_tile& left, A) { \
    return left;                                           \
  }
KW_NO_TILE_ASSIGN(+=)
KW_NO_TILE_ASSIGN(-=)
KW_NO_TILE_ASSIGN(*=)
KW_NO_TILE_ASSIGN(/=)
KW_NO_TILE_ASSIGN(%=)
KW_NO_TILE_ASSIGN(&=)
KW_NO_TILE_ASSIGN(|=)
KW_NO_TILE_ASSIGN(^=)
KW_NO_TILE_ASSIGN(<<=)
KW_NO_TILE_ASSIGN(>>=)
#undef KW_NO_TILE_ASSIGN

}  // namespace kw::cuda
