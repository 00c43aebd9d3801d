// What the tests of lesson 04's tasks over a long vector have in common.
#pragma once
#include "reductions.hpp"

#include <kernelwright/testing/testing.hpp>

#include "sum_limit.hpp"

namespace lesson04 {

using namespace kw::testing;

template <auto Call>
bool check_total(const vector_case& c) {
  const auto x = make_input<float>(c.n, 1);
  const std::vector<double> values = to_doubles(x);
  // In a lane, among the lanes, and among the programs: one after the other when they are atomic.
  const std::int64_t share = std::int64_t{kBlockSize} * kMaxPrograms;
  const std::int64_t additions = kw::cdiv(c.n, share) + 13 + programs_for(c.n);
  const sum_limit limit("float32", c.n, additions, sum_of_sizes(values));
  void (*const call)(kw::view<const float>, kw::view<float>) = Call;
  return check_entry(shape(c), call, in(c, x),
                     out({1}, std::vector<double>{sum(values)}, limit.get()));
}

inline const std::vector<vector_case> kUnaligned = {{1, 1}, {8191, 1}, {8193, 1}, {50000, 1}};

// More blocks than programs, of which a GPU has more, and more elements than float32 can count.
inline const auto kLarge = long_vector(20'000'000, 10'000'000);

}  // namespace lesson04
