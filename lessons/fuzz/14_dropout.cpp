#include "../14_dropout/dropout.hpp"

#include "fuzz.hpp"

TEST(Fuzz, Dropout) {
  fuzz::look([](fuzz::shapes& s) {
    const std::int64_t n = s.length(0, 40000);
    const int seed = static_cast<int>(s.below(std::int64_t{1} << 31));
    const float p = static_cast<float>(s.below(100)) / 100;
    const auto x = s.input<float>(n);
    const auto numbers = s.output<float>(n), dropped = s.output<float>(n);
    const auto gradient = s.output<float>(n);
    const auto rounded = s.output<kw::bfloat16_t>(n);
    lesson14::uniform(seed, numbers.view());
    lesson14::dropout(x.cview(), p, seed, dropped.view());
    lesson14::dropout_backward(x.cview(), p, seed, gradient.view());
    lesson14::stochastic_round(x.cview(), seed, rounded.view());

    const std::int64_t rows = s.length(0, 200), columns = s.length(1, 3000);
    const auto a = s.input<float>(rows, columns), residual = s.input<float>(rows, columns);
    const auto bias = s.input<float>(columns);
    const auto out = s.output<float>(rows, columns);
    lesson14::bias_dropout_residual(a.cview(), bias.cview(), residual.cview(), p, seed, out.view());
    fuzz::expect_guards(numbers, dropped, gradient, rounded, out);
  });
}
