/// \file
/// What the tests of lesson 08's tasks do with a function under test. It is passed as a function
/// that takes the arrays of a case.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include <kernelwright/testing/memory_requests.hpp>
#include <kernelwright/testing/testing.hpp>
#include <kernelwright/testing/traffic.hpp>

#include "attention_cases.hpp"

namespace lesson08 {

template <class T>
using call_on = void (*)(const arrays<T>&);

/// Compares o with the oracle.
template <class T>
bool compare_output(call_on<T> call, const attention_case& c) {
  const arrays<T> a(kw::default_device(), c);
  call(a);
  const reference::result want = a.expected();
  return check_close(a.o, want.o, limit_of<T>(want), shape(c));
}
template <auto Call>
bool check_output(const attention_case& c) {
  return compare_output(Call, c);
}

/// Compares lse with the oracle.
template <call_on<float16_t> Call>
bool check_sums(const attention_case& c) {
  const arrays<float16_t> a(kw::default_device(), c);
  Call(a);
  const reference::result want = a.expected();
  return check_close(a.lse, want.lse, limit_of_sums(want), shape(c));
}

template <class T>
bool expect_refusal(call_on<T> call, const attention_case& c) {
  const arrays<T> a(kw::default_device(), c);
  EXPECT_THROW(call(a), kw::error) << shape(c);
  return !::testing::Test::HasFailure();
}
template <auto Call>
bool refuses(const attention_case& c) {
  return expect_refusal(Call, c);
}

template <class T>
bool equal_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// Runs are equal to the last bit, because every row is one walk in a fixed order. \param results
/// downloads what the call wrote
template <class Call, class Results>
bool expect_same_bits(const Call& call, const Results& results) {
  call();
  const auto first = results();
  for (int run = 1; run < 20; ++run) {
    call();
    if (!equal_bits(results(), first)) {
      ADD_FAILURE() << "run " << run << " of an attention that must be the same in every run";
      return false;
    }
  }
  return true;
}
template <class T>
bool compare_runs(call_on<T> call, const attention_case& c) {
  const arrays<T> a(kw::default_device(), c);
  return expect_same_bits([&] { call(a); },
                          [&] {  // one of the two is what the call writes
                            std::vector<double> results = to_doubles(a.o.download());
                            const std::vector<double> sums = to_doubles(a.lse.download());
                            results.insert(results.end(), sums.begin(), sums.end());
                            return results;
                          });
}
template <auto Call>
bool same_bits(const attention_case& c) {
  return compare_runs(Call, c);
}

/// The case for which bits are compared.
inline const attention_case kTwoHeads = {200, 64, true, 1, 2, 2};

/// A matrix of scores would be 2 n^2 bytes at least, and on the CPU the checker would keep a bit
/// per element for it: no single request may be as large as that. Nor may kernels store as much as
/// half of it, part after part in the same memory; what a call has to store is far less.
template <class Attend>
bool expect_no_scores(std::int64_t n, const Attend& attend) {
  const kw::runtime::traffic moved = traffic_of(attend);  // a warm-up as well
  EXPECT_LT(moved.bytes_stored, n * n)
      << "bytes were stored; scores must never be stored, not even in parts (n = " << n << ")";
  EXPECT_LT(largest_request(attend), n * n / 8)
      << "bytes were asked for at once; a matrix of scores must never be stored (n = " << n << ")";
  std::vector<char> scores;
  const auto store = [&] { scores.resize(static_cast<std::size_t>(n * n / 8)); };
  EXPECT_GE(largest_request(store), n * n / 8) << "the test does not see what is asked for";
  return !::testing::Test::HasFailure();
}
template <class T>
bool watch_memory(call_on<T> call, const attention_case& c) {
  const arrays<T> a(kw::default_device(), c);
  return expect_no_scores(c.n, [&] { call(a); });
}
template <auto Call>
bool stores_no_scores(const attention_case& c) {
  return watch_memory(Call, c);
}

}  // namespace lesson08
