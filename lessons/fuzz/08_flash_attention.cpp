#include "../08_flash_attention/flash_attention.hpp"

#include "fuzz.hpp"

namespace {

/// The sizes of one round, and arrays of them.
struct problem {
  fuzz::shapes& s;
  std::int64_t n = s.length(0, 300), d = s.below(2) == 0 ? 64 : 128;
  std::int64_t batch = 1 + s.below(2), kv_heads = 1 + s.below(2);
  std::int64_t heads = kv_heads * (1 + s.below(3));
  bool causal = s.below(2) == 0;

  template <class T>
  kw::buffer<T, 4> input(std::int64_t count) const {
    return kw::buffer<T, 4>(
        kw::cpu_device, {batch, count, n, d},
        kw::testing::make_input<T>(batch * count * n * d, static_cast<std::uint64_t>(s.below(99))));
  }
  template <class T>
  kw::buffer<T, 4> output(std::int64_t count) const {
    return kw::buffer<T, 4>(kw::cpu_device, {batch, count, n, d});
  }
  kw::buffer<float, 3> sums() const {
    return kw::buffer<float, 3>(kw::cpu_device, {batch, heads, n});
  }
};

void attend(const problem& p) {
  using kw::float16_t;
  const auto q = p.input<float16_t>(p.heads), k = p.input<float16_t>(p.heads),
             v = p.input<float16_t>(p.heads);
  const auto full = p.output<float16_t>(p.heads), causal = p.output<float16_t>(p.heads);
  const auto lse = p.sums();
  lesson08::attention<float16_t>(q.cview(), k.cview(), v.cview(), full.view());
  lesson08::causal_attention(q.cview(), k.cview(), v.cview(), causal.view());
  lesson08::log_sum_exp(q.cview(), k.cview(), lse.view());
  fuzz::expect_guards(full, causal, lse);
}

void attend_in_groups(const problem& p) {
  using kw::bfloat16_t;
  const auto q = p.input<bfloat16_t>(p.heads), k = p.input<bfloat16_t>(p.kv_heads),
             v = p.input<bfloat16_t>(p.kv_heads);
  const auto o = p.output<bfloat16_t>(p.heads);
  lesson08::grouped_attention(q.cview(), k.cview(), v.cview(), o.view());
  fuzz::expect_guards(o);
}

void attend_in_windows(const problem& p) {
  using kw::float16_t;
  constexpr std::int64_t d = lesson08::kWindowHead;
  const auto input = [&] {
    return kw::buffer<float16_t, 3>(
        kw::cpu_device, {p.heads, p.n, d},
        kw::testing::make_input<float16_t>(p.heads * p.n * d,
                                           static_cast<std::uint64_t>(p.s.below(99))));
  };
  const auto q = input(), k = input(), v = input();
  const kw::buffer<float16_t, 3> o(kw::cpu_device, {p.heads, p.n, d});
  lesson08::sliding_window_attention(q.cview(), k.cview(), v.cview(), o.view(),
                                     static_cast<int>(p.s.length(1, 400)));
  fuzz::expect_guards(o);
}

void attend_and_return(const problem& p) {
  using kw::float16_t;
  const auto q = p.input<float16_t>(p.heads), k = p.input<float16_t>(p.kv_heads),
             v = p.input<float16_t>(p.kv_heads), dout = p.input<float16_t>(p.heads);
  const auto o = p.output<float16_t>(p.heads), dq = p.output<float16_t>(p.heads);
  const auto dk = p.output<float16_t>(p.kv_heads), dv = p.output<float16_t>(p.kv_heads);
  const auto lse = p.sums();
  const kw::buffer<float, 4> sums(kw::cpu_device, {p.batch, p.heads, 2, p.n});
  lesson08::attention_pipelined<float16_t>(q.cview(), k.cview(), v.cview(), o.view(), lse.view(),
                                           p.causal);
  lesson08::key_gradients(q.cview(), k.cview(), v.cview(), o.cview(), lse.cview(), dout.cview(),
                          sums.view(), dk.view(), dv.view(), p.causal);
  lesson08::query_gradients(q.cview(), k.cview(), v.cview(), o.cview(), lse.cview(), dout.cview(),
                            sums.view(), dq.view(), p.causal);
  fuzz::expect_guards(o, lse, dq, dk, dv, sums);
}

}  // namespace

TEST(Fuzz, FlashAttention) {
  fuzz::look([](fuzz::shapes& s) {
    attend({s});
    attend_in_groups({s});
    attend_in_windows({s});
    attend_and_return({s});
  });
}
