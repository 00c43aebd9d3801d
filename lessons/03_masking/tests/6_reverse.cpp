// Tests of lesson 03, task 6: lengths that do not divide, and starts that are not aligned.
#include "masking.hpp"

#include <cstdint>
#include <string>

#include <kernelwright/testing/testing.hpp>

#include "limits.hpp"
#include "masking_reference.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::make_input;
using lesson03::kBlockSize;
using lesson03::kExact;
namespace reference = lesson03::reference;

class Reverse : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n, int x_offset = 0, int out_offset = 0) {
    const auto x = make_input<float>(n, 1);
    const kw::buffer<float> x_buffer(device(), {n}, x, {.element_offset = x_offset});
    const kw::buffer<float> out(device(), {n}, {.element_offset = out_offset});
    lesson03::reverse(x_buffer.cview(), out.view());
    return check_close(out, reference::reverse(x), kExact, "n = " + std::to_string(n));
  }
};

TEST_F(Reverse, Ten) {
  check(10);
}

TEST_F(Reverse, Sizes) {
  for (const std::int64_t n : kw::testing::awkward_sizes(kBlockSize)) {
    if (!check(n)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Reverse, UnalignedBase) {
  for (const std::int64_t n : {1, 1023, 1025, 5000}) {
    if (!check(n, 1, 1) || !check(n, 1, 2)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Reverse, Large) {
  // 100,000,000 is the contract's limit. A CPU shows the same with much less.
  check(device().kind == kw::device_kind::cuda ? 100'000'000 : 400'000);
}

}  // namespace
