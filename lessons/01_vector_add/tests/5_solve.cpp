// Tests of lesson 01, task 5. Any length, including lengths that no block divides.
#include "vector_add.hpp"

#include <cstdint>
#include <string>

#include <kernelwright/testing/testing.hpp>

#include "limits.hpp"
#include "vector_add_reference.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::make_input;
using lesson01::kSum;
using lesson01::length;
namespace reference = lesson01::reference;

class Solve : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n) {
    const auto a = make_input<float>(n, 1);
    const auto b = make_input<float>(n, 2);
    const kw::buffer<float> a_buffer(device(), {n}, a);
    const kw::buffer<float> b_buffer(device(), {n}, b);
    const kw::buffer<float> c(device(), {n});
    solve(a_buffer.data(), b_buffer.data(), c.data(), static_cast<int>(n));
    return check_close(c, reference::vector_add(a, b), kSum, length(n));
  }
};

TEST_F(Solve, OneThousand) {
  check(1000);
}

TEST_F(Solve, Sizes) {
  for (const std::int64_t n : kw::testing::awkward_sizes(lesson01::kBlockSize)) {
    if (!check(n)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Solve, APrimeAboveAMillion) {
  check(1000003);
}

}  // namespace
