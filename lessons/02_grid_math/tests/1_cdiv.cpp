// Tests of lesson 02, task 1.
#include "grid_math.hpp"

#include <cstdint>

#include <kernelwright/testing/testing.hpp>

#include "grid_math_reference.hpp"

namespace {

namespace reference = lesson02::reference;

bool check(std::int64_t n, std::int64_t block, std::int64_t want, const char* because) {
  const std::int64_t got = lesson02::blocks_for(n, block);
  if (got != want) {
    ADD_FAILURE() << "Wrong values: blocks_for(" << n << ", " << block << ") is " << got
                  << ", but should be " << want << ": " << because << ".";
  }
  return got == want;
}

TEST(Cdiv, RoundsUp) {
  check(1000, 64, 16, "15 full blocks, and one of 40 elements");
  check(1024, 64, 16, "16 full blocks, and nothing left over");
  check(1, 64, 1, "even one element needs a block");
  check(0, 64, 0, "nothing needs no block");
}

TEST(Cdiv, AgreesWithCounting) {
  for (std::int64_t block = 2; block <= 20; ++block) {
    for (std::int64_t n = 1; n <= 100; ++n) {
      if (!check(n, block, reference::blocks_by_counting(n, block), "counted block by block")) {
        return;  // one failure says enough
      }
    }
  }
}

TEST(Cdiv, LargeNumbers) {
  const std::int64_t blocks = std::int64_t{1} << 30;
  check(blocks * 1024 + 1, 1024, blocks + 1, "2^30 full blocks, and one of 1 element");
}

}  // namespace
