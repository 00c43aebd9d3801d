// Tests of lesson 03, task 1.
#include "masking.hpp"

#include <cstdint>
#include <string>

#include <kernelwright/testing/testing.hpp>

#include "limits.hpp"
#include "masking_reference.hpp"

namespace {

using kw::testing::check_close;
using lesson03::kExact;
namespace reference = lesson03::reference;

class MaskValues : public kw::testing::lesson_test {
 protected:
  bool check(int n, std::int64_t blocks) {
    const std::int64_t size = blocks * lesson03::kSmallBlock;
    const kw::buffer<int> out(device(), {size});
    lesson03::mask_values(n, out.view());
    return check_close(out, reference::mask_values(n, size), kExact, "n = " + std::to_string(n));
  }
};

TEST_F(MaskValues, OneThousandInFourBlocks) {
  check(1000, 4);
}

TEST_F(MaskValues, Sizes) {
  for (const int n : {0, 1, 255, 256, 257, 511, 512}) {
    if (!check(n, 2)) {
      break;  // one failure says enough
    }
  }
}

}  // namespace
