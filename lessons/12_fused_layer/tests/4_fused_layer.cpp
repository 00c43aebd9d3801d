// Tests of elective 12, task 4: the whole layer, through pointers.
#include "whole_layer.hpp"

namespace lesson12 {
namespace {

class FusedLayer : public whole_layer_test {
 protected:
  bool check(const layer_case& c) const {
    return check_layer(c, [](auto x, auto folded, auto shift, auto&, auto out) {
      fused_layer(x, folded, shift, kEps, out);
    });
  }
};

TEST_F(FusedLayer, TwoByThree) {
  check({2, 3, 4});
}

TEST_F(FusedLayer, Sizes) {
  check_until_failure(kSizes, [&](const layer_case& c) { return check(c); });
}

TEST_F(FusedLayer, FarFromZero) {
  check({20, 30, 100, 0, 0, 2});
}

// All elements of a row are equal, so its variance is 0, and out is gelu(shift).
TEST_F(FusedLayer, EqualElements) {
  const layer_case c{3, 5, 8};
  const weights by = weights_of(c);
  const auto x = matrix(c.m, c.k, halves(3 * 8, kw::core::convert<float16_t>(2.0f)), c);
  const auto folded = matrix(c.k, c.n, by.folded, c);
  const auto shift = vector(by.shift);
  const auto out = output(c.m, c.n, c);
  fused_layer(x.cview(), folded.cview(), shift.cview(), kEps, out.view());
  std::vector<double> want;
  for (int i = 0; i < 15; ++i) {
    want.push_back(reference::gelu(double{by.shift[static_cast<std::size_t>(i % 5)]}));
  }
  // Columns of folded sum to 0 but for rounding to float16, by at most 2^-12 for each of 8 elements
  // below 1. rstd is 1 / sqrt(eps), 316, and an element of x is 2.
  check_close(out, want, {316 * 2 * 8 * 0x1p-12, 0x1p-11, "rounding errors, times rstd"},
              "rows of equal elements");
}

}  // namespace
}  // namespace lesson12
