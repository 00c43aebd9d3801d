/// \file
/// Test data and test sizes.
#pragma once
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

#include "kernelwright/core/dtype.hpp"

namespace kw::testing {

/// The seed of all test data: `--seed=`, else 1. Failures print it.
std::uint64_t seed();
void set_seed(std::uint64_t value);

/// Half open.
struct input_range {
  double low, high;
};

/// [-1, 2) for floats: both signs, and a mean far from 0, which lets neither a lost sign nor zeros
/// as results pass. [-100, 155) for integers.
template <class T>
constexpr input_range default_range() {
  return std::is_integral_v<T> ? input_range{-100, 155} : input_range{-1, 2};
}

/// Number `i` of random stream `stream`, uniform in [0, 1) with 24 bits, all of them reached.
inline double random_unit(std::uint64_t stream, std::uint64_t i) {
  // The finaliser of splitmix64 (Steele, Lea, Flood, 2014) of a counter: any element by itself.
  std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15u + stream;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 40) * 0x1p-24;
}

/// Calls `work(begin, end)` for ranges that together are `[0, n)`: on all cores at once when the
/// work is long, since a learner waits for it.
void in_ranges(std::size_t n, const std::function<void(std::size_t, std::size_t)>& work);

/// `n` random values, the same on every machine. They do not repeat in a pattern that could hide a
/// wrong index.
/// \param stream tells the inputs of one test apart: 1, 2, ...
template <class T>
std::vector<T> make_input(std::int64_t n, std::uint64_t stream,
                          input_range range = default_range<T>()) {
  std::vector<T> values(static_cast<std::size_t>(n));
  const std::uint64_t mixed = (seed() * 0xd1342543de82ef95u + stream) * 0x9e3779b97f4a7c15u;
  in_ranges(values.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double value = range.low + (range.high - range.low) * random_unit(mixed, i);
      if constexpr (std::is_integral_v<T>) {
        values[i] = static_cast<T>(static_cast<std::int64_t>(value + 1e6) - 1000000);  // down
      } else {
        values[i] = core::convert<T>(value);
      }
    }
  });
  return values;
}

/// The lengths at which blocks of `block` elements go wrong: {0, 1, block - 1, block, block + 1, a
/// prime, 7 blocks}.
std::vector<std::int64_t> awkward_sizes(std::int64_t block);

/// A number of [low, high] that depends on the seed: a submission cannot know it, and a kernel that
/// is right only for the sizes of the published tests is not right. With the learner's seed, which
/// is 1, it is `low`, so a test is the same every time. A class is graded with another seed, which
/// never draws `low` if `high` is larger.
std::int64_t drawn_size(std::int64_t low, std::int64_t high);

}  // namespace kw::testing
