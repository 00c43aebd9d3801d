// Tests of elective 12, task 4: the whole layer, through pointers.
#include "whole_layer.hpp"

namespace lesson12 {
namespace {

bool check_layer(const product_case& c, const whole_layer& layer) {
  return check_entry(shape(c), fused_layer, in({c.m, c.k}, layer.x, c.rows_of(c.k)),
                     in({c.k, c.n}, layer.by.folded, c.rows_of(c.n)), in({c.n}, layer.by.shift),
                     kEps, out({c.m, c.n}, layer.want, layer.limit, c.rows_of(c.n)));
}

bool check_fused_layer(const product_case& c) {
  return check_layer(c, whole_layer(c));
}
bool check_layer_far_from_zero(const product_case& c) {
  return check_layer(c, whole_layer(c, 2));
}

const tests<product_case> fused_layer_tests = {
    "FusedLayer",
    {
        {"TwoByThree", check_fused_layer, {{2, 3, 4}}},
        {"Sizes", check_fused_layer, kSizes},
        {"FarFromZero", check_layer_far_from_zero, {{20, 30, 100}}},
        {"AnyShape", check_fused_layer, products_up_to(300, 1)},
    },
};

using FusedLayer = lesson_test;

// All elements of a row are equal, so its variance is 0, and out is gelu(shift).
TEST_F(FusedLayer, EqualElements) {
  const product_case c{3, 5, 8};
  const folded_weights by = weights_of(c);
  const halves x(3 * 8, kw::core::convert<float16_t>(2.0f));
  std::vector<double> want;
  for (int i = 0; i < 15; ++i) {
    want.push_back(reference::gelu(double{by.shift[static_cast<std::size_t>(i % 5)]}));
  }
  // Columns of folded sum to 0 but for rounding to float16, by at most 2^-12 for each of 8 elements
  // below 1. rstd is 1 / sqrt(eps), 316, and an element of x is 2.
  check_entry(
      "rows of equal elements", fused_layer, in({c.m, c.k}, x), in({c.k, c.n}, by.folded),
      in({c.n}, by.shift), kEps,
      out({c.m, c.n}, want, {316 * 2 * 8 * 0x1p-12, 0x1p-11, "rounding errors, times rstd"}));
}

}  // namespace
}  // namespace lesson12
