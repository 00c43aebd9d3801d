// Tests of lesson 03, task 5: lengths that do not divide, and numbers at the ends of float32.
#include "masking.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "limits.hpp"
#include "masking_reference.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::make_input;
using lesson03::kBlockSize;
using lesson03::kExact;
namespace reference = lesson03::reference;

class Relu : public kw::testing::lesson_test {
 protected:
  bool check_values(const std::vector<float>& x, int x_offset = 0, int out_offset = 0) {
    const auto n = static_cast<std::int64_t>(x.size());
    const kw::buffer<float> x_buffer(device(), {n}, x, {.element_offset = x_offset});
    const kw::buffer<float> out(device(), {n}, {.element_offset = out_offset});
    lesson03::relu(x_buffer.cview(), out.view());
    return check_close(out, reference::relu(x), kExact, "n = " + std::to_string(n));
  }

  bool check(std::int64_t n, int x_offset = 0, int out_offset = 0) {
    return check_values(make_input<float>(n, 1), x_offset, out_offset);
  }
};

TEST_F(Relu, OneThousand) {
  check(1000);
}

TEST_F(Relu, Sizes) {
  for (const std::int64_t n : kw::testing::awkward_sizes(kBlockSize)) {
    if (!check(n)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Relu, UnalignedBase) {
  for (const std::int64_t n : {1, 1023, 1025, 5000}) {
    if (!check(n, 1, 1) || !check(n, 1, 2)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Relu, SpecialValues) {
  using limits = std::numeric_limits<float>;
  check_values({0.0f, -0.0f, limits::infinity(), -limits::infinity(), limits::max(),
                limits::lowest(), limits::min(), -limits::min(), 1.0f, -1.0f});
  check_values(std::vector<float>(1500, -2.5f));
}

TEST_F(Relu, Large) {
  // 100,000,000 is the contract's limit. A CPU shows the same with much less.
  check(device().kind == kw::device_kind::cuda ? 100'000'000 : 400'000);
}

}  // namespace
