/// \file
/// The part of the tile language that makes random numbers.
#pragma once
#include "kernelwright/core/random.hpp"

namespace kw {

/// \brief The random numbers of `tl`, for a Context that derives from `language`.
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
 public:
  /// Random bits, uint32.
  template <class Seed, class Offsets>
  KW_TILE_OP constexpr auto randint(Seed seed, Offsets offsets, int rounds = 10) const {
    check<Seed, Offsets>();
    using words = core::random_words<Backend>;
    return core::map_operands<Backend, std::uint32_t>(core::first_of<words>{{rounds}}, seed,
                                                      offsets);
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
    return normal<false>(u.first, u.second);
  }

  /// Four of each at once: `auto [a, b, c, d] = tl.randint4x(seed, offsets);`. The first is the one
  /// that randint returns.
  template <class Seed, class Offsets>
  KW_TILE_OP constexpr auto randint4x(Seed seed, Offsets offsets, int rounds = 10) const {
    check<Seed, Offsets>();
    return core::map_to_four<Backend, std::uint32_t>(core::random_words<Backend>{rounds}, seed,
                                                     offsets);
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
    using T = core::value_of<C0>;
    check<Seed, C0>();
    check<C1, C2>();
    check<C3, C3>();
    static_assert(sizeof(T) == 4 || sizeof(T) == 8,
                  "kernelwright: tl.philox takes a counter of 32-bit or 64-bit integers. Convert "
                  "first, such as c0.to(uint32).");
    using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    return core::map_to_four<Backend, Word>(core::philox_numbers<Backend, Word>{rounds}, seed, c0,
                                            c1, c2, c3);
  }
  /// Turns random bits, integers of 32 or 64 bits, into float32 numbers in [0, 1).
  template <class X>
  KW_TILE_OP constexpr auto uint_to_uniform_float(X x) const {
    using T = core::value_of<X>;
    static_assert(core::integer_scalar<T> && sizeof(T) >= 4,
                  "kernelwright: tl.uint_to_uniform_float takes random bits, integers of 32 or 64 "
                  "bits, such as those of tl.randint.");
    return core::map_operands<Backend, float>([](T bits) { return core::uniform_of(bits); }, x);
  }
  /// Turns two tiles of numbers in [0, 1) into two independent tiles of the normal distribution:
  /// `auto [a, b] = tl.pair_uniform_to_normal(u, v);`.
  template <class U, class V>
  KW_TILE_OP constexpr auto pair_uniform_to_normal(U u1, V u2) const {
    auto first = normal<false>(u1, u2);
    return core::two<decltype(first)>{first, normal<true>(u1, u2)};
  }

 private:
  template <class Seed, class Offsets>
  static constexpr void check() {
    static_assert(
        core::integer_scalar<core::value_of<Seed>> && core::integer_scalar<core::value_of<Offsets>>,
        "kernelwright: random numbers take integers: a seed, and then the offset of each lane, "
        "such as tl.rand(seed, offsets). Each offset has a number of its own.");
  }
  /// The first or the second result of the transform of Box and Muller.
  template <bool Second, class U, class V>
  KW_TILE_OP static constexpr auto normal(const U& u1, const V& u2) {
    static_assert(
        std::is_same_v<core::value_of<U>, float> && std::is_same_v<core::value_of<V>, float>,
        "kernelwright: tl.pair_uniform_to_normal takes two tiles of float32 in [0, 1), "
        "such as those of tl.rand.");
    return core::map_operands<Backend, float>(core::box_muller<Backend, Second>{}, u1, u2);
  }
};

}  // namespace kw
