#include "../01_vector_add/vector_add.hpp"

#include "fuzz.hpp"

TEST(Fuzz, VectorAdd) {
  fuzz::look([](fuzz::shapes& s) {
    const auto small = s.output<int>(s.length(0, 200) * lesson01::kSmallBlock);
    lesson01::program_ids(small.view());
    lesson01::offsets(small.view());
    const std::int64_t n = s.length(0, 40) * lesson01::kBlockSize;
    const auto a = s.input<float>(n), b = s.input<float>(n), c = s.input<float>(n);
    const auto sum = s.output<float>(n), all = s.output<float>(n);
    lesson01::vector_add(a.cview(), b.cview(), sum.view());
    lesson01::fused(a.cview(), b.cview(), c.cview(), a.cview(), all.view());
    const std::int64_t m = s.length(0, 40000);
    const auto x = s.input<float>(m), y = s.input<float>(m);
    const auto out = s.output<float>(m);
    solve(x.data(), y.data(), out.data(), static_cast<int>(m));
    fuzz::expect_guards(small, sum, all, out);
  });
}
