// What the tests of lesson 04's tasks over a long vector have in common.
#pragma once
#include "reductions.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "reductions_reference.hpp"
#include "sum_limit.hpp"

namespace lesson04 {

class vector_test : public kw::testing::lesson_test {
 protected:
  using function = void (*)(kw::view<const float>, kw::view<float>);

  bool check(function call, std::int64_t n, int offset = 0) {
    const auto x = kw::testing::make_input<float>(n, 1);
    const std::vector<double> values = kw::testing::to_doubles(x);
    const kw::buffer<float> x_buffer(device(), {n}, x, {.element_offset = offset});
    const kw::buffer<float> out(device(), {1});
    call(x_buffer.cview(), out.view());
    // In a lane, among the lanes, and among the programs: one after the other when they are atomic.
    const std::int64_t share = std::int64_t{kBlockSize} * kMaxPrograms;
    const std::int64_t additions = kw::cdiv(n, share) + 13 + programs_for(n);
    const sum_limit limit("float32", n, additions,
                          reference::sum_of_sizes(values, 0, values.size()));
    return kw::testing::check_close(out,
                                    std::vector<double>{reference::sum(values, 0, values.size())},
                                    limit.get(), "n = " + std::to_string(n));
  }

  void check_sizes(function call) {
    for (const std::int64_t n : kw::testing::awkward_sizes(kBlockSize)) {
      if (!check(call, n)) {
        break;  // one failure says enough
      }
    }
  }

  void check_unaligned(function call) {
    for (const std::int64_t n : {1, 8191, 8193, 50000}) {
      if (!check(call, n, 1)) {
        break;  // one failure says enough
      }
    }
  }

  /// More blocks than programs, of which a GPU has more, and more elements than float32 can count.
  void check_large(function call) {
    check(call, device().kind == kw::device_kind::cuda ? 20'000'000 : 10'000'000);
  }
};

}  // namespace lesson04
