/// \file
/// What the tests of lesson 08's tasks do with a function under test.
#pragma once

#include <kernelwright/testing/memory_requests.hpp>
#include <kernelwright/testing/testing.hpp>
#include <kernelwright/testing/traffic.hpp>

#include "attention_cases.hpp"

namespace lesson08 {

/// Compares o with the oracle. Runs are equal to the last bit, because every row is one walk in a
/// fixed order.
template <class T>
bool check_attention(void (*call)(kw::view<const T, 4>, kw::view<const T, 4>, kw::view<const T, 4>,
                                  kw::view<T, 4>),
                     const attention_case& c, int runs) {
  const attention_inputs<T> x(c);
  const reference::result want = x.expected();
  return check_entry({shape(c), runs}, call, in(c.q_extents().of, x.q), in(c.kv_extents().of, x.k),
                     in(c.kv_extents().of, x.v), out(c.q_extents().of, want.o, limit_of<T>(want)));
}
template <auto Call, int RUNS = 1>
bool check_output(const attention_case& c) {
  return check_attention(Call, c, RUNS);
}

template <auto Check>
bool refuses(const attention_case& c) {
  EXPECT_THROW(Check(c), kw::error) << shape(c);
  return !::testing::Test::HasFailure();
}

/// A function under test that is watched. A matrix of scores would be 2 n^2 bytes at least, and on
/// the CPU the checker would keep a bit per element for it: no single request may be as large as
/// that. Nor may kernels store as much as half of it, part after part in the same memory; what a
/// call has to store is far less.
template <auto Call>
struct without_scores;
template <class First, class... More, void (*Call)(First, More...)>
struct without_scores<Call> {
  static void call(First q, More... more) {
    const std::int64_t n = q.extent(First::kRank - 2);
    const kw::runtime::traffic moved = traffic_of([&] { Call(q, more...); });  // a warm-up as well
    EXPECT_LT(moved.bytes_stored, n * n)
        << "bytes were stored; scores must never be stored, not even in parts (n = " << n << ")";
    EXPECT_LT(largest_request([&] { Call(q, more...); }), n * n / 8)
        << "bytes were asked for at once; a matrix of scores must never be stored (n = " << n
        << ")";
    std::vector<char> scores;
    const auto store = [&] { scores.resize(static_cast<std::size_t>(n * n / 8)); };
    EXPECT_GE(largest_request(store), n * n / 8) << "the test does not see what is asked for";
  }
};

}  // namespace lesson08
