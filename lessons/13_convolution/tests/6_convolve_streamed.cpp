// Tests of elective 13, task 6: the product over patches of images.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

class ConvolveStreamed : public convolution_test<kw::float16_t> {
 protected:
  bool check_stream(const convolution_case& c) {
    return check(
        [](kw::view<const kw::float16_t, 4> x, kw::view<const kw::float16_t, 4> w, int, int padding,
           kw::view<kw::float16_t, 4> out) { convolve_streamed(x, w, padding, out); },
        c, true);
  }
};

TEST_F(ConvolveStreamed, OneByOne) {
  check_stream({1, 8, 6, 6, 8, 1, 1, 1, 0});
}

TEST_F(ConvolveStreamed, NoPadding) {
  check_stream({1, 8, 6, 6, 8, 3, 3, 1, 0});
}

TEST_F(ConvolveStreamed, Padding) {
  check_stream({2, 8, 6, 5, 16, 3, 3, 1, 1});
}

// Filters that are not square, patches of every width, images of several patches, and more padding
// than filter.
TEST_F(ConvolveStreamed, Shapes) {
  const std::vector<convolution_case> cases = {
      {1, 8, 5, 7, 8, 3, 1, 1, 1},     {2, 16, 9, 11, 24, 2, 4, 1, 0}, {1, 8, 8, 8, 8, 5, 5, 1, 2},
      {2, 8, 7, 13, 8, 1, 1, 1, 0},    {1, 24, 17, 40, 8, 3, 3, 1, 1}, {1, 8, 2, 2, 8, 3, 3, 1, 4},
      {3, 16, 14, 14, 16, 3, 3, 1, 1}, {1, 8, 4, 4, 8, 4, 4, 1, 0},
  };
  check_until_failure(cases, [&](const convolution_case& c) { return check_stream(c); });
}

TEST_F(ConvolveStreamed, ManyChannels) {
  check_stream({2, 136, 5, 6, 136, 3, 3, 1, 1});
}

TEST_F(ConvolveStreamed, ManyPlaces) {
  check_stream({2, 16, 28, 28, 72, 3, 3, 1, 1});
}

}  // namespace
}  // namespace lesson13
