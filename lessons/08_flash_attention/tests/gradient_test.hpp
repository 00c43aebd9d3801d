/// \file
/// What the tests of lesson 08's gradients have in common. A function under test is passed as a
/// callable that takes the arrays of a case and whether it is causal.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "attention_test.hpp"

namespace lesson08 {

class gradient_test : public attention_test<kw::float16_t> {
 protected:
  using gradient_arrays = cases::backward_arrays;
  using gradient_buffer = kw::buffer<kw::float16_t, 4>;

  static bool right(const gradient_arrays& a, const attention_case& c, const gradient_buffer& got,
                    const reference::gradient& want, const char* name) {
    return kw::testing::check_close(
        got, want.value, cases::limit_of(want, c, a.forward.largest_score), name + cases::shape(c));
  }

  /// Compares with finite differences, which know nothing about the rounding to float16 of the o
  /// that the kernel gets: delta is off by half a unit in the last place of its terms.
  static void compare_slopes(const gradient_arrays& a, const attention_case& c,
                             const gradient_buffer& got, const reference::gradient& slopes,
                             const reference::gradient& want, const char* name) {
    kw::testing::tolerance limit = cases::limit_of(want, c, a.forward.largest_score);
    limit.abs += 0x1p-11 * want.parts;
    kw::testing::check_close(got, slopes.value, limit, name + cases::shape(c));
  }

  /// `values(a)` downloads what the call wrote.
  template <class Call, class Values>
  void check_same_gradients(Call call, Values values) {
    const gradient_arrays a(device(), {70, 64, true, 1, 2});
    call(a, true);
    const std::vector<kw::float16_t> first = values(a);
    for (int run = 1; run < 20; ++run) {
      call(a, true);
      const std::vector<kw::float16_t> got = values(a);
      ASSERT_EQ(std::memcmp(got.data(), first.data(), got.size() * sizeof(got[0])), 0)
          << "run " << run << " of gradients that must be the same in every run";
    }
  }
};

/// The lengths of tests of gradients.
inline std::vector<cases::attention_case> gradient_lengths(bool causal) {
  return {{1, 64, causal},  {31, 64, causal}, {33, 64, causal},
          {64, 64, causal}, {65, 64, causal}, {130, 64, causal}};
}

}  // namespace lesson08
