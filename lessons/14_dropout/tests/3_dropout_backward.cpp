// Tests of elective 14, task 3: the gradient finds out again which elements were dropped.
#include "dropout_test.hpp"

namespace lesson14 {
namespace {

class DropoutBackward : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n, float p, int seed, int offset = 0) {
    const auto dy = input(n, 2);
    const kw::buffer<float> dy_buffer(device(), {n}, dy, {.element_offset = offset});
    const kw::buffer<float> dx(device(), {n}, {.element_offset = offset});
    dropout_backward(dy_buffer.cview(), p, seed, dx.view());
    return check_close(dx, reference::dropout(dy, p, seed), kScaled, what(n, p, seed));
  }
};

TEST_F(DropoutBackward, Half) {
  check(2000, 0.5f, 1);
}

TEST_F(DropoutBackward, Seeds) {
  for (const int seed : {0, 1, 2, 123456789, 2147483647}) {
    if (!check(3000, 0.1f, seed)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(DropoutBackward, NothingDropped) {
  check(2000, 0.0f, 4);
}

TEST_F(DropoutBackward, Sizes) {
  check_until_failure(kw::testing::awkward_sizes(kBlockSize),
                      [&](std::int64_t n) { return check(n, 0.3f, 5) && check(n, 0.3f, 6, 1); });
}

}  // namespace
}  // namespace lesson14
