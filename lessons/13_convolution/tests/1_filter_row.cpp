// Tests of elective 13, task 1: filters of every length, also longer than the vector.
#include "convolution_test.hpp"

namespace lesson13 {
namespace {

struct filter_case {
  std::int64_t n, taps;
};

bool check_filter_row(const filter_case& c) {
  const auto x = make_input<float>(c.n, 1), w = make_input<float>(c.taps, 2);
  const auto t = static_cast<double>(c.taps);
  return check_entry(
      "n = " + std::to_string(c.n) + ", taps = " + std::to_string(c.taps), filter_row, in({c.n}, x),
      in({c.taps}, w),
      out({c.n}, reference::filter_row(x, w),
          {t * t * 0x1p-24, 0.0, "float32 sums of as many products as there are taps"}));
}

std::vector<filter_case> filter_sizes() {
  std::vector<filter_case> cases;
  for (const std::int64_t n : awkward_sizes(1024)) {
    cases.insert(cases.end(), {{n, 5}, {n, 2}});
  }
  return cases;
}
filter_case any_filter(size_draw& d) {
  return {d.length(0, 5000), d.length(1, 40)};
}

const tests<filter_case> filter_row_tests = {
    "FilterRow",
    {
        {"OneTap", check_filter_row, {{3000, 1}}},
        {"ThreeTaps", check_filter_row, {{10, 3}}},
        {"EvenNumberOfTaps", check_filter_row, {{2000, 4}}},
        {"Sizes", check_filter_row, filter_sizes},
        {"LongerThanTheVector", check_filter_row, {{20, 100}}},
        {"AnyShape", check_filter_row, any_filter},
    },
};

}  // namespace
}  // namespace lesson13
