/// \file
/// What the tests of lesson 08's tasks do with a function under test. It is passed as a function
/// that takes the arrays of a case.
#pragma once

#include <cstring>

#include <kernelwright/testing/memory_requests.hpp>
#include <kernelwright/testing/testing.hpp>
#include <kernelwright/testing/traffic.hpp>

#include "attention_cases.hpp"

namespace lesson08 {

template <class Arrays>
Arrays taken_by(void (*)(const Arrays&));
/// The arrays that a function under test takes.
template <auto Call>
using arrays_of = decltype(taken_by(Call));

/// Compares o with the oracle.
template <auto Call>
bool check_output(const attention_case& c) {
  const arrays_of<Call> a(kw::default_device(), c);
  Call(a);
  const reference::result want = a.expected();
  return check_close(a.o, want.o, limit_of<typename arrays_of<Call>::element>(want), shape(c));
}

/// Compares lse with the oracle.
template <auto Call>
bool check_sums(const attention_case& c) {
  const arrays_of<Call> a(kw::default_device(), c);
  Call(a);
  const reference::result want = a.expected();
  return check_close(a.lse, want.lse, limit_of_sums(want), shape(c));
}

template <auto Call>
bool refuses(const attention_case& c) {
  const arrays_of<Call> a(kw::default_device(), c);
  EXPECT_THROW(Call(a), kw::error) << shape(c);
  return !::testing::Test::HasFailure();
}

/// Runs are equal to the last bit, because every row is one walk in a fixed order.
template <auto Call>
bool same_bits(const attention_case& c) {
  const arrays_of<Call> a(kw::default_device(), c);
  std::vector<double> first;
  for (int run = 0; run < 20; ++run) {
    Call(a);
    const std::vector<double> results = a.results();
    first = run == 0 ? results : first;
    if (std::memcmp(results.data(), first.data(), first.size() * sizeof(double)) != 0) {
      ADD_FAILURE() << "run " << run << " of an attention that must be the same in every run";
      return false;
    }
  }
  return true;
}

/// The case for which bits are compared.
inline const attention_case kTwoHeads = {200, 64, true, 1, 2, 2};

/// A matrix of scores would be 2 n^2 bytes at least, and on the CPU the checker would keep a bit
/// per element for it: no single request may be as large as that. Nor may kernels store as much as
/// half of it, part after part in the same memory; what a call has to store is far less.
template <auto Call>
bool stores_no_scores(const attention_case& c) {
  const arrays_of<Call> a(kw::default_device(), c);
  const std::int64_t n = c.n;
  const kw::runtime::traffic moved = traffic_of([&] { Call(a); });  // a warm-up as well
  EXPECT_LT(moved.bytes_stored, n * n)
      << "bytes were stored; scores must never be stored, not even in parts (n = " << n << ")";
  EXPECT_LT(largest_request([&] { Call(a); }), n * n / 8)
      << "bytes were asked for at once; a matrix of scores must never be stored (n = " << n << ")";
  std::vector<char> scores;
  const auto store = [&] { scores.resize(static_cast<std::size_t>(n * n / 8)); };
  EXPECT_GE(largest_request(store), n * n / 8) << "the test does not see what is asked for";
  return !::testing::Test::HasFailure();
}

}  // namespace lesson08
