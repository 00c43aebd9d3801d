// What the tests of elective 14 have in common.
#pragma once
#include "dropout.hpp"

#include <kernelwright/testing/testing.hpp>

#include "dropout_reference.hpp"
#include "limits.hpp"

namespace lesson14 {

using namespace kw::testing;

constexpr int kBlockSize = 1024;

/// Elements that differ in size and sign and are never 0: a dropped one is visible.
inline std::vector<float> input(std::int64_t n, int seed = 1) {
  std::vector<float> values = make_input<float>(n, seed, {0.5, 2.0});
  for (std::size_t i = 1; i < values.size(); i += 2) {
    values[i] = -values[i];
  }
  return values;
}

/// A vector, the share that is dropped, and the seed that says which.
struct dropout_case {
  std::int64_t n;
  float p;
  int seed;
  int offset = 0;  // elements off an aligned address

  vector_case vector() const { return {n, offset, offset}; }
};

inline std::string shape(const dropout_case& c) {
  return "n = " + std::to_string(c.n) + ", p = " + std::to_string(c.p) +
         ", seed = " + std::to_string(c.seed);
}

/// Makes lengths around a block, aligned with one seed and unaligned with another.
inline std::vector<dropout_case> dropout_sizes() {
  std::vector<dropout_case> cases;
  for (const std::int64_t n : awkward_sizes(kBlockSize)) {
    cases.insert(cases.end(), {{n, 0.3f, 5}, {n, 0.3f, 6, 1}});
  }
  return cases;
}
inline dropout_case any_dropout(size_draw& d) {
  return {d.length(0, 40000), static_cast<float>(d.below(100)) / 100,
          static_cast<int>(d.below(std::int64_t{1} << 31)), static_cast<int>(d.below(3))};
}

/// Compares dropout of x, or of a gradient.
inline bool check_dropped(const dropout_case& c,
                          void (*call)(kw::view<const float>, float, int, kw::view<float>),
                          const std::vector<float>& x) {
  const auto want = [&](std::int64_t i) { return reference::dropped(x[i], i, c.p, c.seed); };
  return check_entry(shape(c), call, in(c.vector(), x), c.p, c.seed,
                     out(c.vector(), want, kScaled));
}

/// How far the number of successes in n trials of probability q may be from n * q: five standard
/// deviations, which chance exceeds once in 1.7 million cases.
inline double five_sigma(double n, double q) {
  return 5 * std::sqrt(n * q * (1 - q));
}

}  // namespace lesson14
