// Tests of elective 13, task 6: the product over patches of images.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

void convolve_by_ones(kw::view<const float16_t, 4> x, kw::view<const float16_t, 4> w, int,
                      int padding, kw::view<float16_t, 4> out) {
  convolve_streamed(x, w, padding, out);
}
constexpr auto kCheckStream = check_convolution<convolve_by_ones, true>;

// Filters that are not square, patches of every width, images of several patches, and more padding
// than filter.
const std::vector<convolution_case> kPatches = {
    {1, 8, 5, 7, 8, 3, 1, 1, 1},     {2, 16, 9, 11, 24, 2, 4, 1, 0}, {1, 8, 8, 8, 8, 5, 5, 1, 2},
    {2, 8, 7, 13, 8, 1, 1, 1, 0},    {1, 24, 17, 40, 8, 3, 3, 1, 1}, {1, 8, 2, 2, 8, 3, 3, 1, 4},
    {3, 16, 14, 14, 16, 3, 3, 1, 1}, {1, 8, 4, 4, 8, 4, 4, 1, 0},
};

// A descriptor takes channels by eights, and places that move by one.
convolution_case any_stream(size_draw& d) {
  convolution_case c = any_convolution(d);
  c.channels = 8 * (1 + static_cast<int>(d.below(9)));
  c.filters = 8 * (1 + static_cast<int>(d.below(18)));
  c.stride = 1;
  return c;
}

const tests<convolution_case> convolve_streamed_tests = {
    "ConvolveStreamed",
    {
        {"OneByOne", kCheckStream, {{1, 8, 6, 6, 8, 1, 1, 1, 0}}},
        {"NoPadding", kCheckStream, {{1, 8, 6, 6, 8, 3, 3, 1, 0}}},
        {"Padding", kCheckStream, {{2, 8, 6, 5, 16, 3, 3, 1, 1}}},
        {"Shapes", kCheckStream, kPatches},
        {"ManyChannels", kCheckStream, {{2, 136, 5, 6, 136, 3, 3, 1, 1}}},
        {"ManyPlaces", kCheckStream, {{2, 16, 28, 28, 72, 3, 3, 1, 1}}},
        {"AnyShape", kCheckStream, any_stream},
    },
};

}  // namespace
}  // namespace lesson13
