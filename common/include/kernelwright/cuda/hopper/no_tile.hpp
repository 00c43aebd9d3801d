/// \file
/// What stands for every tile in the thread that only fetches: the kernel's body runs there a
/// second time, with all arithmetic on tiles left out.
#pragma once
#include "kernelwright/core/concepts.hpp"

namespace kw::cuda::hopper {

struct no_tile {
  template <class... A>
  KW_HD constexpr no_tile operator()(const A&...) const {
    return {};
  }
  template <class A>
  KW_HD constexpr no_tile to(const A&) const {
    return {};
  }
  KW_HD constexpr no_tile operator-() const { return {}; }
  KW_HD constexpr no_tile operator!() const { return {}; }
  template <class A>
  KW_HD constexpr no_tile& operator=(const A&) {
    return *this;
  }
};

// Every operator with a no_tile on one side or both gives a no_tile.
#define KW_NO_TILE(op)                                                                           \
  template <class A>                                                                             \
  KW_HD constexpr no_tile operator op(no_tile, const A&) {                                       \
    return {};                                                                                   \
  }                                                                                              \
  template <class A>                                                                             \
  requires(!std::is_same_v<A, no_tile>) KW_HD constexpr no_tile operator op(const A&, no_tile) { \
    return {};                                                                                   \
  }
KW_NO_TILE(+)
KW_NO_TILE(-)
KW_NO_TILE(*)
KW_NO_TILE(/)
KW_NO_TILE(%)
KW_NO_TILE(&)
KW_NO_TILE(|)
KW_NO_TILE(<)
KW_NO_TILE(<=)
KW_NO_TILE(>)
KW_NO_TILE(>=)
KW_NO_TILE(==)
KW_NO_TILE(!=)
#undef KW_NO_TILE

#define KW_NO_TILE_ASSIGN(op)                                     \
  template <class A>                                              \
  KW_HD constexpr no_tile& operator op(no_tile& left, const A&) { \
    return left;                                                  \
  }
KW_NO_TILE_ASSIGN(+=)
KW_NO_TILE_ASSIGN(-=)
KW_NO_TILE_ASSIGN(*=)
KW_NO_TILE_ASSIGN(/=)
#undef KW_NO_TILE_ASSIGN

}  // namespace kw::cuda::hopper
