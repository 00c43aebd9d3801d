/// \file
/// The part of the tile language that makes random numbers. These are only the declarations;
/// <kernelwright/random.hpp>, which few kernels need, has the definitions.
#pragma once
#include "kernelwright/core/dtype.hpp"
#include "kernelwright/core/several.hpp"

namespace kw {

namespace core {
template <class... Key>
struct random_functions {
  static_assert(never<Key...>,
                "kernelwright: this function is in a header of its own. Write #include "
                "<kernelwright/random.hpp> above the kernel.");
};
}  // namespace core

/// \brief The random numbers of `tl`, for a Context that derives from `language`. A kernel that
/// calls them includes <kernelwright/random.hpp>.
///
/// A number depends only on the seed and on its offset, so a kernel that runs again, backwards or
/// on another device gets the same ones and need not store them. Using a seed twice with the same
/// offsets gives the same numbers twice. For more numbers, use other offsets or another seed.
///
/// - seed: an integer of up to 64 bits
/// - offsets: a tile of integers, index tiles included, or one integer. The result has the same
///   shape
/// - rounds: of Philox 4x32; with fewer than 7 the numbers are not random enough
///
/// The integers and the numbers of rand are the same as Triton's bit for bit, on both devices.
/// randn uses the device's log, sqrt, cos and sin, so it may differ in the last bits. Cost: about
/// 60 integer operations for up to four numbers, so the calls with 4x are cheaper if a lane needs
/// several.
// (All of it is passed by value: see core/numbers.hpp. Offsets have no storage, as a rule.)
template <class Context, class Backend>
class random_language {
  using random = core::random_functions<Backend>;

 public:
  /// Random bits, uint32.
  template <class Seed, class Offsets>
  KW_TILE_OP constexpr auto randint(Seed seed, Offsets offsets, int rounds = 10) const {
    return random::randint(seed, offsets, rounds);
  }
  /// float32 numbers in [0, 1), all equally likely.
  template <class Seed, class Offsets>
  KW_TILE_OP constexpr auto rand(Seed seed, Offsets offsets, int rounds = 10) const {
    return uint_to_uniform_float(randint(seed, offsets, rounds));
  }
  /// float32 numbers from the normal distribution with mean 0 and standard deviation 1. None is
  /// beyond 5.7.
  template <class Seed, class Offsets>
  KW_TILE_OP constexpr auto randn(Seed seed, Offsets offsets, int rounds = 10) const {
    const auto u = rand4x(seed, offsets, rounds);
    return random::template normal<false>(u.first, u.second);
  }

  /// Four of each at once: `auto [a, b, c, d] = tl.randint4x(seed, offsets);`. The first is the one
  /// that randint returns.
  template <class Seed, class Offsets>
  KW_TILE_OP constexpr auto randint4x(Seed seed, Offsets offsets, int rounds = 10) const {
    return random::randint4x(seed, offsets, rounds);
  }
  /// Four tiles of rand's numbers.
  template <class Seed, class Offsets>
  KW_TILE_OP constexpr auto rand4x(Seed seed, Offsets offsets, int rounds = 10) const {
    const auto bits = randint4x(seed, offsets, rounds);
    auto first = uint_to_uniform_float(bits.first);
    return core::four<decltype(first)>{first, uint_to_uniform_float(bits.second),
                                       uint_to_uniform_float(bits.third),
                                       uint_to_uniform_float(bits.fourth)};
  }
  /// Four tiles of randn's numbers.
  template <class Seed, class Offsets>
  KW_TILE_OP constexpr auto randn4x(Seed seed, Offsets offsets, int rounds = 10) const {
    const auto u = rand4x(seed, offsets, rounds);
    const auto a = pair_uniform_to_normal(u.first, u.second);
    const auto b = pair_uniform_to_normal(u.third, u.fourth);
    return core::four<decltype(a.first)>{a.first, a.second, b.first, b.second};
  }

  /// The generator itself: four words of random bits for a counter of four words. The type of c0
  /// decides whether these are uint32 (if it has 32 bits) or uint64 (64 bits).
  template <class Seed, class C0, class C1, class C2, class C3>
  KW_TILE_OP constexpr auto philox(Seed seed, C0 c0, C1 c1, C2 c2, C3 c3, int rounds = 10) const {
    return random::philox(seed, c0, c1, c2, c3, rounds);
  }
  /// Turns random bits, integers of 32 or 64 bits, into float32 numbers in [0, 1).
  template <class X>
  KW_TILE_OP constexpr auto uint_to_uniform_float(X x) const {
    return random::uint_to_uniform_float(x);
  }
  /// Turns two tiles of numbers in [0, 1) into two independent tiles of the normal distribution:
  /// `auto [a, b] = tl.pair_uniform_to_normal(u, v);`.
  template <class U, class V>
  KW_TILE_OP constexpr auto pair_uniform_to_normal(U u1, V u2) const {
    auto first = random::template normal<false>(u1, u2);
    return core::two<decltype(first)>{first, random::template normal<true>(u1, u2)};
  }
};

}  // namespace kw
