// Tests of elective 13, task 3: every element of the matrix.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

bool check_patches(const convolution_case& c) {
  const geometry g = c.sizes();
  const auto x = make_input<float>(std::int64_t{g.images} * g.channels * g.height * g.width, 1);
  return check_entry(c.text(), patches, in({g.images, g.height, g.width, g.channels}, x), g,
                     out({g.places(), g.taps()}, reference::patches(to_doubles(x), g), kExact));
}

const tests<convolution_case> patches_tests = {
    "Patches",
    {
        {"TwoByTwo", check_patches, {{1, 1, 3, 3, 1, 2, 2, 1, 0}}},
        {"Shapes", check_patches, kCases},
        {"MoreTapsThanABlock", check_patches, {{1, 40, 4, 4, 1, 3, 3, 1, 1}}},
        {"AnyShape", check_patches, any_convolution},
    },
};

}  // namespace
}  // namespace lesson13
