/// \file
/// The part of the tile language that makes random numbers.
#pragma once
#include "kernelwright/core/random.hpp"

namespace kw {

/// \brief The random numbers of `tl`, for a Context that derives from `language`.
///
/// A number depends on the seed and on its offset alone, so a kernel that runs again, backwards or
/// on another device finds the same ones: it need not store them. One seed with the same offsets
/// twice is the same numbers twice. For more of them take other offsets, or another seed.
///
/// - seed: an integer of up to 64 bits
/// - offsets: a tile of integers, index tiles too, or one integer. The shape of the result is its
///   shape
/// - rounds: of Philox 4x32; with fewer than 7 the numbers are no longer random enough
///
/// The integers and those of rand are Triton's bit for bit, on both devices. randn has the
/// functions log, sqrt, cos and sin of a device in it, and may differ in the last bits.
/// Cost: about 60 integer operations for up to four numbers, so the calls with 4x are the cheaper
/// ones where a lane needs several.
template <class Context, class Backend>
class random_language {
 public:
  /// Random bits, uint32.
  template <core::operand Seed, core::operand Offsets>
  KW_TILE_OP constexpr auto randint(const Seed& seed, const Offsets& offsets,
                                    int rounds = 10) const {
    return one<core::as_bits>(seed, offsets, rounds);
  }
  /// float32 numbers in [0, 1), all alike likely.
  template <core::operand Seed, core::operand Offsets>
  KW_TILE_OP constexpr auto rand(const Seed& seed, const Offsets& offsets, int rounds = 10) const {
    return one<core::as_uniform>(seed, offsets, rounds);
  }
  /// float32 numbers of the normal distribution with mean 0 and standard deviation 1. None is
  /// beyond 5.7.
  template <core::operand Seed, core::operand Offsets>
  KW_TILE_OP constexpr auto randn(const Seed& seed, const Offsets& offsets, int rounds = 10) const {
    return one<core::as_normal>(seed, offsets, rounds);
  }

  /// Four of each at once: `auto [a, b, c, d] = tl.randint4x(seed, offsets);`. The first is that of
  /// randint.
  template <core::operand Seed, core::operand Offsets>
  KW_TILE_OP constexpr auto randint4x(const Seed& seed, const Offsets& offsets,
                                      int rounds = 10) const {
    return several<core::as_bits>(seed, offsets, rounds);
  }
  /// Four tiles of rand's numbers.
  template <core::operand Seed, core::operand Offsets>
  KW_TILE_OP constexpr auto rand4x(const Seed& seed, const Offsets& offsets,
                                   int rounds = 10) const {
    return several<core::as_uniform>(seed, offsets, rounds);
  }
  /// Four tiles of randn's numbers.
  template <core::operand Seed, core::operand Offsets>
  KW_TILE_OP constexpr auto randn4x(const Seed& seed, const Offsets& offsets,
                                    int rounds = 10) const {
    return several<core::as_normal>(seed, offsets, rounds);
  }

  /// The generator itself: four words of random bits for a counter of four words. c0 decides
  /// whether these are uint32 (its type has 32 bits) or uint64 (64 bits).
  template <core::operand Seed, core::operand C0, core::operand C1, core::operand C2,
            core::operand C3>
  KW_TILE_OP constexpr auto philox(const Seed& seed, const C0& c0, const C1& c1, const C2& c2,
                                   const C3& c3, int rounds = 10) const {
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
  /// Random bits, integers of 32 or 64 bits, as float32 in [0, 1).
  template <core::operand X>
  KW_TILE_OP constexpr auto uint_to_uniform_float(const X& x) const {
    using T = core::value_of<X>;
    static_assert(core::integer_scalar<T> && sizeof(T) >= 4,
                  "kernelwright: tl.uint_to_uniform_float takes random bits, integers of 32 or 64 "
                  "bits, such as those of tl.randint.");
    return core::map_operands<Backend, float>([](T bits) { return core::uniform_of(bits); }, x);
  }
  /// Two independent tiles of the normal distribution, of two in [0, 1):
  /// `auto [a, b] = tl.pair_uniform_to_normal(u, v);`.
  template <core::operand U, core::operand V>
  KW_TILE_OP constexpr auto pair_uniform_to_normal(const U& u1, const V& u2) const {
    static_assert(
        std::is_same_v<core::value_of<U>, float> && std::is_same_v<core::value_of<V>, float>,
        "kernelwright: tl.pair_uniform_to_normal takes two tiles of float32 in [0, 1), "
        "such as those of tl.rand.");
    auto first = core::map_operands<Backend, float>(core::box_muller<Backend, false>{}, u1, u2);
    auto second = core::map_operands<Backend, float>(core::box_muller<Backend, true>{}, u1, u2);
    return core::two<decltype(first)>{first, second};
  }

 private:
  template <class Seed, class Offsets>
  static constexpr void check() {
    static_assert(
        core::integer_scalar<core::value_of<Seed>> && core::integer_scalar<core::value_of<Offsets>>,
        "kernelwright: random numbers take integers: a seed, and then the offset of each lane, "
        "such as tl.rand(seed, offsets). Each offset has a number of its own.");
  }
  template <class Numbers, class Seed, class Offsets>
  KW_TILE_OP constexpr auto one(const Seed& seed, const Offsets& offsets, int rounds) const {
    check<Seed, Offsets>();
    using Function = core::first_of<core::random_numbers<Backend, Numbers>>;
    return core::map_operands<Backend, typename Numbers::type>(Function{{rounds}}, seed, offsets);
  }
  template <class Numbers, class Seed, class Offsets>
  KW_TILE_OP constexpr auto several(const Seed& seed, const Offsets& offsets, int rounds) const {
    check<Seed, Offsets>();
    return core::map_to_four<Backend, typename Numbers::type>(
        core::random_numbers<Backend, Numbers>{rounds}, seed, offsets);
  }
};

}  // namespace kw
