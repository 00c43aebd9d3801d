// Tests of lesson 03, task 3.
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
using lesson03::kSum;
namespace reference = lesson03::reference;

class Difference : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n, int x_offset = 0) {
    const auto x = make_input<float>(n, 1);
    const kw::buffer<float> x_buffer(device(), {n}, x, {.element_offset = x_offset});
    const kw::buffer<float> out(device(), {n});
    lesson03::difference(x_buffer.cview(), out.view());
    return check_close(out, reference::difference(x), kSum, "n = " + std::to_string(n));
  }
};

TEST_F(Difference, Ten) {
  check(10);
}

TEST_F(Difference, Sizes) {
  for (const std::int64_t n : kw::testing::awkward_sizes(kBlockSize)) {
    if (!check(n)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Difference, UnalignedBase) {
  check(5000, 3);
}

}  // namespace
