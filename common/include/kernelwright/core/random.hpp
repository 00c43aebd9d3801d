/// \file
/// Counter-based random numbers: Philox, as Salmon, Moraes, Dror and Shaw describe it in "Parallel
/// random numbers: as easy as 1, 2, 3" (2011). A number depends only on its seed and its counter,
/// so no program waits for another and no state is kept.
#pragma once
#include "kernelwright/core/bits.hpp"
#include "kernelwright/core/functions.hpp"
#include "kernelwright/core/tuple.hpp"

namespace kw::core {

/// The multipliers of a round, and what it adds to the key, for 32-bit and 64-bit words.
template <class Word>
struct philox_constants {
  static constexpr Word kRoundA = 0xD2511F53u, kRoundB = 0xCD9E8D57u;
  static constexpr Word kKeyA = 0x9E3779B9u, kKeyB = 0xBB67AE85u;
};
template <>
struct philox_constants<std::uint64_t> {
  static constexpr std::uint64_t kRoundA = 0xD2E7470EE14C6C93u, kRoundB = 0xCA5A826395121157u;
  static constexpr std::uint64_t kKeyA = 0x9E3779B97F4A7C15u, kKeyB = 0xBB67AE8584CAA73Bu;
};

template <class Backend, class Word>
KW_HD constexpr four<Word> philox(four<Word> c, Word key_a, Word key_b, int rounds) {
  using constants = philox_constants<Word>;
  for (int round = 0; round < rounds; ++round) {
    const Word high_a = umulhi_op::apply<Backend>(constants::kRoundA, c.first);
    const Word high_b = umulhi_op::apply<Backend>(constants::kRoundB, c.third);
    c = {high_b ^ c.second ^ key_a, constants::kRoundB * c.third, high_a ^ c.fourth ^ key_b,
         constants::kRoundA * c.first};
    key_a += constants::kKeyA;
    key_b += constants::kKeyB;
  }
  return c;
}

/// A seed has 64 bits: a key of two 32-bit words, or the lower of two 64-bit words.
template <class Backend, class Word>
KW_HD constexpr four<Word> philox_of_seed(std::uint64_t seed, four<Word> counter, int rounds) {
  if constexpr (sizeof(Word) == 4) {
    return philox<Backend, Word>(counter, static_cast<Word>(seed), static_cast<Word>(seed >> 32),
                                 rounds);
  } else {
    return philox<Backend, Word>(counter, seed, Word{0}, rounds);
  }
}

/// float32 in [0, 1). A negative integer counts from -1 downwards as others do from 0 upwards, so
/// the largest result is the same for both; the factor is the largest that keeps it below 1.
template <class Word>
KW_HD constexpr float uniform_of(Word bits) {
  using Int = std::make_signed_t<Word>;
  const Int value = static_cast<Int>(bits);
  constexpr float scale = sizeof(Word) == 4 ? 4.6566127342e-10f : 1.0842020432385337e-19f;
  return static_cast<float>(value < 0 ? ~value : value) * scale;
}
/// Four words of random bits for a lane. An offset of 64 bits takes two words of the counter.
template <class Backend>
struct random_words {
  int rounds;
  template <class Seed, class Offset>
  KW_HD constexpr auto operator()(Seed seed, Offset offset) const {
    const auto low = static_cast<std::uint32_t>(offset);
    std::uint32_t high = 0;
    if constexpr (sizeof(Offset) == 8) {
      high = static_cast<std::uint32_t>(static_cast<std::uint64_t>(offset) >> 32);
    }
    return philox_of_seed<Backend, std::uint32_t>(static_cast<std::uint64_t>(seed),
                                                  {low, high, 0, 0}, rounds);
  }
};
template <class Backend, class Word>
struct philox_numbers {
  int rounds;
  template <class Seed, class... Counter>
  KW_HD constexpr four<Word> operator()(Seed seed, Counter... counter) const {
    return philox_of_seed<Backend, Word>(static_cast<std::uint64_t>(seed),
                                         {static_cast<Word>(counter)...}, rounds);
  }
};
template <class Function>
struct first_of {
  Function function;
  template <class... X>
  KW_HD constexpr auto operator()(X... x) const {
    return function(x...).first;
  }
};
/// One of the two results of the transform of Box and Muller.
template <class Backend, bool Second>
struct box_muller {
  KW_HD constexpr float operator()(float u1, float u2) const {
    const float radius = Backend::sqrt(-2.0f * Backend::log(Backend::maximum(1.0e-7f, u1)));
    const float angle = 6.283185307179586f * u2;
    return radius * (Second ? Backend::sin(angle) : Backend::cos(angle));
  }
};

template <class Shape, class Layout, class R, class Function, class... X>
KW_TILE_OP constexpr auto map_readable_to_four(Function function, const X&... x) {
  four<tile<R, Shape, Layout>> result;
  const int i0 = Layout::first_row();
  const int j0 = Layout::first_column();
  KW_UNROLL
  for (int r0 = 0; r0 < Layout::kRegisters0; ++r0) {
    KW_UNROLL
    for (int r1 = 0; r1 < Layout::kRegisters1; ++r1) {
      const int r = r0 * Layout::kRegisters1 + r1;
      const int i = i0 + Layout::axis0::of_register(r0);
      const int j = j0 + Layout::axis1::of_register(r1);
      const four<R> values = function(element(x, r0, r1, i, j)...);
      result.first.values[r] = values.first;
      result.second.values[r] = values.second;
      result.third.values[r] = values.third;
      result.fourth.values[r] = values.fourth;
    }
  }
  return result;
}
/// Four tiles, or numbers, for the four results that a function has in each lane.
template <class Backend, class R, class Function, class... X>
KW_TILE_OP constexpr auto map_to_four(Function function, const X&... x) {
  if constexpr ((any_tile<X> || ...)) {
    using Shape = broadcast_t<shape_of<X>...>;
    using Layout = result_layout_t<Backend, Shape, X...>;
    return map_readable_to_four<Shape, Layout, R>(function, in_layout<Layout>(x)...);
  } else {
    return function(x...);
  }
}

}  // namespace kw::core
