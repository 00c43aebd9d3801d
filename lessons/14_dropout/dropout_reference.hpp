/// \file
/// The oracle of elective 14: the generator written out, and what follows from it for
/// one element, in double.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace lesson14::reference {

/// The first word of Philox 4x32 with ten rounds, for the counter (i, 0, 0, 0) and the key (seed,
/// 0).
inline std::uint32_t random_bits(int seed, std::uint32_t i) {
  std::array<std::uint32_t, 4> c = {i, 0, 0, 0};
  std::uint32_t k0 = static_cast<std::uint32_t>(seed), k1 = 0;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xd2511f53} * c[0];
    const std::uint64_t b = std::uint64_t{0xcd9e8d57} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(a)};
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  return c[0];
}

/// The number in [0, 1) that tl.rand makes from the bits.
inline float random_number(int seed, std::size_t i) {
  const std::uint32_t bits = random_bits(seed, static_cast<std::uint32_t>(i));
  const std::uint32_t positive = bits >> 31 != 0 ? ~bits : bits;
  return static_cast<float>(positive) * 4.6566127342e-10f;
}

/// What dropout makes of element i of an array: x / (1 - p) where its number is p or more, else 0.
inline double dropped(double x, std::int64_t i, float p, int seed) {
  return random_number(seed, static_cast<std::size_t>(i)) >= p ? x / (1.0 - double{p}) : 0.0;
}

/// x as element i of an array, rounded by chance to a value that bfloat16 has.
inline double stochastic_round(float x, std::int64_t i, int seed) {
  const std::uint32_t added = random_bits(seed, static_cast<std::uint32_t>(i)) & 0xffffu;
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(x) + added) & 0xffff0000u);
}

}  // namespace lesson14::reference
