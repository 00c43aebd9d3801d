#include "../04_reductions/reductions.hpp"

#include "fuzz.hpp"

TEST(Fuzz, Reductions) {
  fuzz::look([](fuzz::shapes& s) {
    const std::int64_t rows = s.length(0, 300), columns = s.length(1, 5000);
    const auto x = s.input<float>(rows, columns);
    const auto sum = s.output<float>(rows), max = s.output<float>(rows),
               mean = s.output<float>(rows), norm = s.output<float>(rows);
    const auto argmax = s.output<int>(rows);
    lesson04::row_sum(x.cview(), sum.view());
    lesson04::row_max(x.cview(), max.view());
    lesson04::row_mean(x.cview(), mean.view());
    lesson04::l2_norm(x.cview(), norm.view());
    lesson04::row_argmax(x.cview(), argmax.view());
    const auto halves = s.input<kw::float16_t>(rows, columns);
    const auto brains = s.input<kw::bfloat16_t>(rows, columns);
    const auto half_sum = s.output<float>(rows), brain_sum = s.output<float>(rows);
    lesson04::row_sum(halves.cview(), half_sum.view());
    lesson04::row_sum(brains.cview(), brain_sum.view());

    const auto small = s.input<float>(s.length(0, 300), s.length(1, lesson04::kShortRow));
    const auto small_sum = s.output<float>(small.extent(0));
    lesson04::short_row_sum(small.cview(), small_sum.view());

    const std::int64_t n = s.length(0, 200000);
    const auto v = s.input<float>(n);
    const auto total = s.output<float>(1), again = s.output<float>(1);
    const auto partials = s.output<float>(lesson04::programs_for(n));
    lesson04::sum_atomic(v.cview(), total.view());
    lesson04::sum_two_pass(v.cview(), partials.view(), again.view());
    fuzz::expect_guards(sum, max, mean, norm, argmax, half_sum, brain_sum, small_sum, total, again);
  });
}
