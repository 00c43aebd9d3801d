/// \file
/// The oracle of elective 14: the generator written out, and plain loops on the host, in double.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

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

/// `[n]`: the first n numbers of a seed.
inline std::vector<double> uniform(int seed, std::size_t n) {
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = random_number(seed, i);
  }
  return out;
}

/// `[n]`: x[i] / (1 - p) where the number of i is p or more, and 0 elsewhere.
inline std::vector<double> dropout(const std::vector<float>& x, float p, int seed) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = random_number(seed, i) >= p ? x[i] / (1.0 - double{p}) : 0.0;
  }
  return out;
}

/// `[rows * columns]`: residual + dropout(x + bias).
inline std::vector<double> bias_dropout_residual(const std::vector<float>& x,
                                                 const std::vector<float>& bias,
                                                 const std::vector<float>& residual, float p,
                                                 int seed) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double sum = double{x[i]} + double{bias[i % bias.size()]};
    out[i] = residual[i] + (random_number(seed, i) >= p ? sum / (1.0 - double{p}) : 0.0);
  }
  return out;
}

/// `[n]`: x rounded by chance to a value that bfloat16 has.
inline std::vector<double> stochastic_round(const std::vector<float>& x, int seed) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &x[i], sizeof bits);
    bits = (bits + (random_bits(seed, static_cast<std::uint32_t>(i)) & 0xffffu)) & 0xffff0000u;
    float rounded = 0;
    std::memcpy(&rounded, &bits, sizeof bits);
    out[i] = rounded;
  }
  return out;
}

}  // namespace lesson14::reference
