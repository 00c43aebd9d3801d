#include "../08_flash_attention/flash_attention.hpp"

#include "fuzz.hpp"

namespace {

template <class T>
void attend(fuzz::shapes& s) {
  const std::int64_t n = s.length(0, 300), d = s.below(2) == 0 ? 64 : 128;
  const std::int64_t batch = 1 + s.below(2), kv_heads = 1 + s.below(2);
  const std::int64_t heads = kv_heads * (1 + s.below(3));
  const bool causal = s.below(2) == 0;
  const auto heads_of = [&](std::int64_t count) {
    return kw::buffer<T, 4>(
        kw::cpu_device, {batch, count, n, d},
        kw::testing::make_input<T>(batch * count * n * d, static_cast<std::uint64_t>(s.below(99))));
  };
  const auto q = heads_of(heads), k = heads_of(kv_heads), v = heads_of(kv_heads);
  const kw::buffer<T, 4> o(kw::cpu_device, {batch, heads, n, d});
  const kw::buffer<T, 4> piped(kw::cpu_device, {batch, heads, n, d});
  const kw::buffer<float, 3> lse(kw::cpu_device, {batch, heads, n});
  const kw::buffer<float, 3> piped_lse(kw::cpu_device, {batch, heads, n});
  lesson08::attention<T>(q.cview(), k.cview(), v.cview(), o.view(), lse.view(), causal);
  lesson08::attention_pipelined<T>(q.cview(), k.cview(), v.cview(), piped.view(), piped_lse.view(),
                                   causal);
  fuzz::expect_guards(o, piped, lse, piped_lse);
  if constexpr (std::is_same_v<T, kw::float16_t>) {
    const auto dout = heads_of(heads);
    const kw::buffer<T, 4> dq(kw::cpu_device, {batch, heads, n, d});
    const kw::buffer<T, 4> dk(kw::cpu_device, {batch, kv_heads, n, d});
    const kw::buffer<T, 4> dv(kw::cpu_device, {batch, kv_heads, n, d});
    const kw::buffer<float, 3> delta(kw::cpu_device, {batch, heads, n});
    lesson08::attention_backward(q.cview(), k.cview(), v.cview(), o.cview(), lse.cview(),
                                 dout.cview(), delta.view(), dq.view(), dk.view(), dv.view(),
                                 causal);
    fuzz::expect_guards(dq, dk, dv, delta);
  }
}

}  // namespace

TEST(Fuzz, FlashAttention) {
  fuzz::look([](fuzz::shapes& s) {
    s.below(2) == 0 ? attend<kw::float16_t>(s) : attend<kw::bfloat16_t>(s);
  });
}
