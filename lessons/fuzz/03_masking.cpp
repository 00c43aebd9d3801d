#include "../03_masking/masking.hpp"

#include "fuzz.hpp"

TEST(Fuzz, Masking) {
  fuzz::look([](fuzz::shapes& s) {
    const std::int64_t blocks = s.length(0, 20) * lesson03::kSmallBlock;
    const auto flags = s.output<int>(blocks);
    lesson03::mask_values(static_cast<int>(s.below(blocks + 1)), flags.view());
    const std::int64_t n = s.length(0, 40000);
    const auto x = s.input<float>(n), y = s.input<float>(n);
    const auto sum = s.output<float>(n), steps = s.output<float>(n);
    const auto positive = s.output<float>(n), backwards = s.output<float>(n);
    lesson03::masked_add(x.cview(), y.cview(), sum.view());
    lesson03::difference(x.cview(), steps.view());
    lesson03::relu(x.cview(), positive.view());
    lesson03::reverse(x.cview(), backwards.view());

    const std::int64_t rows = s.length(0, 200), columns = s.length(0, 300);
    const auto a = s.input<float>(rows, columns), b = s.input<float>(rows, columns);
    const auto sums = s.output<float>(rows, columns), padded = s.output<float>(rows, columns);
    lesson03::masked_add_2d(a.cview(), b.cview(), sums.view());
    std::vector<int> lengths;
    for (std::int64_t row = 0; row < rows; ++row) {
      lengths.push_back(static_cast<int>(s.below(columns + 1)));
    }
    const kw::buffer<int> given(kw::cpu_device, {rows}, lengths);
    lesson03::pad_rows(a.cview(), given.cview(), -1.0f, padded.view());
    fuzz::expect_guards(flags, sum, steps, positive, backwards, sums, padded);
  });
}
