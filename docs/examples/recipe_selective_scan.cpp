// The selective scan of a state space model (Mamba), in chunks.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [kernel]
// For each channel c, with a state h of STATE numbers that begins as zeros:
//     h[t] = exp(dt(t, c) * a(c)) * h[t - 1] + dt(t, c) * x(t, c) * b(t)
//     y(t, c) = sum(h[t] * c(t))
// x, dt and y are [batch, channels, length], a is [channels, STATE], b and c [batch, length,
// STATE]. One program per channel and sequence, CHUNK steps at a time.
template <int CHUNK, int STATE>
struct SelectiveScan {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* dt, const float* a,
                            const float* b, const float* c, float* y, int length) const {
    int channel = tl.program_id(0), channels = tl.num_programs(0), batch = tl.program_id(1);
    auto line = (std::int64_t(batch) * channels + channel) * length;
    auto matrices = std::int64_t(batch) * length * STATE;
    auto n = tl.arange(size<STATE>);
    auto t = tl.arange(size<CHUNK>);
    auto rate = tl.load(a + (channel * STATE + n));
    auto state = tl.zeros(size<STATE>);  // after the chunks so far
    for (int start = 0; start < length; start += CHUNK) {
      auto mask = start + t < length;
      auto xs = tl.load(x + (line + start) + t, mask, 0.0f);
      auto dts = tl.load(dt + (line + start) + t, mask, 0.0f);  // a step of 0 changes no state
      auto place = matrices + (start + t)(_, None) * STATE + n(None, _);
      auto bs = tl.load(b + place, mask(_, None), 0.0f);
      auto cs = tl.load(c + place, mask(_, None), 0.0f);
      auto decay = tl.exp(dts(_, None) * rate(None, _));
      auto input = (dts * xs)(_, None) * bs;
      auto combine = [](auto d1, auto h1, auto d2, auto h2) {
        return tuple(d1 * d2, h1 * d2 + h2);
      };
      auto [decays, inner] = tl.associative_scan(tuple(decay, input), axis<0>, combine);
      auto h = inner + decays * state(None, _);  // (CHUNK, STATE)
      tl.store(y + (line + start) + t, tl.sum(h * cs, axis<1>), mask);
      state = tl.sum(tl.where((t == CHUNK - 1)(_, None), h, 0.0f), axis<0>);  // the last row
    }
  }
};
//! [kernel]

TEST_F(Examples, RecipeSelectiveScan) {
  constexpr int batch = 2, channels = 3, length = 75, states = 8;
  auto x = pattern(batch * channels * length, 7), dt = x, a = pattern(24, 5);
  const auto b = pattern(batch * length * states, 5);
  const auto c = pattern(batch * length * states, 3);
  for (float& step : dt) {
    step = 0.05f * (step + 4);  // 0.05 to 0.35
  }
  for (float& rate : a) {
    rate -= 3;  // -5 to -1
  }
  const auto got = run(here, grid(channels, batch), SelectiveScan<32, states>{}, x, dt, a, b, c,
                       output<float>{batch * channels * length}, length);
  for (int line = 0; line < batch * channels; ++line) {
    std::vector<double> h(states);
    for (int t = 0; t < length; ++t) {
      const double step = static_cast<double>(dt[line * length + t]);
      double want = 0;
      for (int n = 0; n < states; ++n) {
        const int at = (line / channels * length + t) * states + n;
        const double rate = static_cast<double>(a[line % channels * states + n]);
        h[n] =
            std::exp(step * rate) * h[n] + step * static_cast<double>(x[line * length + t] * b[at]);
        want += h[n] * static_cast<double>(c[at]);
      }
      ASSERT_NEAR(got[line * length + t], want, 3e-5) << line << ' ' << t;  // sums of 8, at most 30
    }
  }
}

}  // namespace
