/// \file
/// Random numbers: `tl.rand(seed, offsets)`, `tl.randn`, `tl.randint`, and their parts.
///
/// language/random.hpp documents the functions of `tl`. This file defines them.
#pragma once
#include "kernelwright/core/random.hpp"
#include "kernelwright/language/random.hpp"

namespace kw::core {

/// The functions of language/random.hpp.
template <class Backend>
struct random_functions<Backend> {
  template <class Seed, class Offsets>
  KW_TILE_OP static constexpr auto randint(const Seed& seed, const Offsets& offsets, int rounds) {
    check<Seed, Offsets>();
    return map_operands<Backend, std::uint32_t>(first_of<random_words<Backend>>{{rounds}}, seed,
                                                offsets);
  }
  template <class Seed, class Offsets>
  KW_TILE_OP static constexpr auto randint4x(const Seed& seed, const Offsets& offsets, int rounds) {
    check<Seed, Offsets>();
    return map_to_four<Backend, std::uint32_t>(random_words<Backend>{rounds}, seed, offsets);
  }

  template <class Seed, class C0, class C1, class C2, class C3>
  KW_TILE_OP static constexpr auto philox(const Seed& seed, const C0& c0, const C1& c1,
                                          const C2& c2, const C3& c3, int rounds) {
    using T = value_of<C0>;
    check<Seed, C0>();
    check<C1, C2>();
    check<C3, C3>();
    static_assert(sizeof(T) == 4 || sizeof(T) == 8,
                  "kernelwright: tl.philox takes a counter of 32-bit or 64-bit integers. Convert "
                  "first, such as c0.to(uint32).");
    using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    return map_to_four<Backend, Word>(philox_numbers<Backend, Word>{rounds}, seed, c0, c1, c2, c3);
  }
  template <class X>
  KW_TILE_OP static constexpr auto uint_to_uniform_float(const X& x) {
    using T = value_of<X>;
    static_assert(integer_scalar<T> && sizeof(T) >= 4,
                  "kernelwright: tl.uint_to_uniform_float takes random bits, integers of 32 or 64 "
                  "bits, such as those of tl.randint.");
    return map_operands<Backend, float>([](T bits) { return uniform_of(bits); }, x);
  }
  /// The first or the second result of the transform of Box and Muller.
  template <bool Second, class U, class V>
  KW_TILE_OP static constexpr auto normal(const U& u1, const V& u2) {
    static_assert(std::is_same_v<value_of<U>, float> && std::is_same_v<value_of<V>, float>,
                  "kernelwright: tl.pair_uniform_to_normal takes two tiles of float32 in [0, 1), "
                  "such as those of tl.rand.");
    return map_operands<Backend, float>(box_muller<Backend, Second>{}, u1, u2);
  }

 private:
  template <class Seed, class Offsets>
  static constexpr void check() {
    static_assert(
        integer_scalar<value_of<Seed>> && integer_scalar<value_of<Offsets>>,
        "kernelwright: random numbers take integers: a seed, and then the offset of each lane, "
        "such as tl.rand(seed, offsets). Each offset has a number of its own.");
  }
};

}  // namespace kw::core
