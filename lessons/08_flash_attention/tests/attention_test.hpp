/// \file
/// What the tests of lesson 08's tasks do with a function under test. It is passed as a callable
/// that takes the arrays of a case, such as
/// `[](const auto& a) { lesson08::attention(a.q.cview(), ...); }`.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include <kernelwright/testing/memory_requests.hpp>
#include <kernelwright/testing/rows.hpp>
#include <kernelwright/testing/testing.hpp>

#include "attention_cases.hpp"

namespace lesson08 {

template <class T>
class attention_test : public kw::testing::lesson_test {
 protected:
  using arrays = cases::arrays<T>;
  using attention_case = cases::attention_case;

  /// Checks o.
  template <class Call>
  bool check(Call call, const attention_case& c) {
    const arrays a(device(), c);
    call(a);
    const reference::result want = a.expected();
    return kw::testing::check_close(a.o, want.o, cases::limit_of<T>(want), cases::shape(c));
  }
  template <class Call>
  void check_all(Call call, const std::vector<attention_case>& all) {
    kw::testing::check_until_failure(all, [&](const attention_case& c) { return check(call, c); });
  }

  /// Checks lse.
  template <class Call>
  bool check_sums(Call call, const attention_case& c) {
    const arrays a(device(), c);
    call(a);
    const reference::result want = a.expected();
    return kw::testing::check_close(a.lse, want.lse, cases::limit_of_sums(want), cases::shape(c));
  }
  template <class Call>
  void check_all_sums(Call call, const std::vector<attention_case>& all) {
    kw::testing::check_until_failure(all,
                                     [&](const attention_case& c) { return check_sums(call, c); });
  }

  template <class Call>
  void expect_refusal(Call call, const attention_case& c) {
    const arrays a(device(), c);
    EXPECT_THROW(call(a), kw::error);
  }

  /// Runs are equal to the last bit, because every row is one walk in a fixed order. `values(a)`
  /// downloads what the call wrote.
  template <class Call, class Values>
  void check_same_bits(Call call, Values values) {
    const arrays a(device(), {200, 64, true, 1, 2, 2});
    call(a);
    const auto first = values(a);
    for (int run = 1; run < 20; ++run) {
      call(a);
      const auto got = values(a);
      ASSERT_EQ(std::memcmp(got.data(), first.data(), got.size() * sizeof(got[0])), 0)
          << "run " << run << " of an attention that must be the same in every run";
    }
  }
  template <class Call>
  void check_same_bits(Call call) {
    check_same_bits(call, [](const arrays& a) { return a.o.download(); });
  }

  /// A matrix of scores would be 2 n^2 bytes at least, and on the CPU the checker would keep a bit
  /// per element for it: no single request may be as large as that.
  template <class Call>
  void check_memory(Call call) {
    const attention_case c{1024, 64};
    const arrays a(device(), c);
    expect_no_scores(c.n, [&] { call(a); });
  }
  template <class Attend>
  static void expect_no_scores(std::int64_t n, const Attend& attend) {
    using kw::testing::largest_request;
    attend();  // warm-up
    EXPECT_LT(largest_request(attend), n * n / 8)
        << "bytes were asked for at once; a matrix of scores must never be stored (n = " << n
        << ")";
    std::vector<char> scores;
    const auto store = [&] { scores.resize(static_cast<std::size_t>(n * n / 8)); };
    EXPECT_GE(largest_request(store), n * n / 8) << "the test does not see what is asked for";
  }
};

}  // namespace lesson08
