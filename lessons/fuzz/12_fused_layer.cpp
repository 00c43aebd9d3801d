#include "../12_fused_layer/fused_layer.hpp"

#include "fuzz.hpp"

namespace {

// Rows of multiples of 16 bytes, which tensor descriptors take.
void pipelined(fuzz::shapes& s) {
  using kw::float16_t;
  const std::int64_t m = s.length(0, 300), n = 8 * s.length(0, 40), k = 8 * s.length(1, 40);
  const kw::device cpu = kw::cpu_device;
  const kw::buffer<float16_t, 2> x(cpu, {m, k}, kw::testing::make_input<float16_t>(m * k, 1));
  const kw::buffer<float16_t, 2> folded(cpu, {k, n}, kw::testing::make_input<float16_t>(k * n, 2));
  const kw::buffer<float16_t, 2> out(cpu, {m, n});
  const auto shift = s.input<float>(n), rstd = s.output<float>(m);
  lesson12::fused_layer_pipelined(x.cview(), folded.cview(), shift.cview(), 1e-5f, rstd.view(),
                                  out.view());
  fuzz::expect_guards(rstd, out);
}

}  // namespace

TEST(Fuzz, FusedLayer) {
  fuzz::look([](fuzz::shapes& s) {
    using kw::float16_t;
    const std::int64_t m = s.length(0, 300), n = s.length(0, 300), k = s.length(1, 300);
    const auto x = s.input<float16_t>(m, k), w = s.input<float16_t>(k, n);
    const auto bias = s.input<float16_t>(n), gamma = s.input<float16_t>(k);
    const auto beta = s.input<float16_t>(k);
    const auto mean = s.input<float>(m), rstd = s.input<float>(m);
    const auto first = s.output<float16_t>(m, n), second = s.output<float16_t>(m, n);
    const auto third = s.output<float16_t>(m, n), folded = s.output<float16_t>(k, n);
    const auto shift = s.output<float>(n);
    lesson12::linear_gelu(x.cview(), w.cview(), bias.cview(), first.view());
    lesson12::layernorm_linear(x.cview(), gamma.cview(), beta.cview(), mean.cview(), rstd.cview(),
                               w.cview(), second.view());
    lesson12::fold_weights(gamma.cview(), beta.cview(), w.cview(), bias.cview(), folded.view(),
                           shift.view());
    lesson12::fused_layer(x.cview(), folded.cview(), shift.cview(), 1e-5f, third.view());
    fuzz::expect_guards(first, second, third, folded, shift);
    pipelined(s);
  });
}
