// Tests of elective 13, task 1: filters of every length, also longer than the vector.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

class FilterRow : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n, std::int64_t taps) {
    const auto x = make_input<float>(n, 1), w = make_input<float>(taps, 2);
    const kw::buffer<float> x_buffer(device(), {n}, x), w_buffer(device(), {taps}, w);
    const kw::buffer<float> out(device(), {n});
    filter_row(x_buffer.cview(), w_buffer.cview(), out.view());
    const auto t = static_cast<double>(taps);
    return check_close(out, reference::filter_row(x, w),
                       {t * t * 0x1p-24, 0.0, "float32 sums of as many products as there are taps"},
                       "n = " + std::to_string(n) + ", taps = " + std::to_string(taps));
  }
};

TEST_F(FilterRow, OneTap) {
  check(3000, 1);
}

TEST_F(FilterRow, ThreeTaps) {
  check(10, 3);
}

TEST_F(FilterRow, EvenNumberOfTaps) {
  check(2000, 4);
}

TEST_F(FilterRow, Sizes) {
  check_until_failure(kw::testing::awkward_sizes(1024),
                      [&](std::int64_t n) { return check(n, 5) && check(n, 2); });
}

TEST_F(FilterRow, LongerThanTheVector) {
  check(20, 100);
}

}  // namespace
}  // namespace lesson13
