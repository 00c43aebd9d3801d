// Lesson 09, autotune. The text is lessons/09_autotune/README.md.
#include "autotune.hpp"

#include <algorithm>

#include <kernelwright/autotune.hpp>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

// Warm-up. How long does one run take? The clock is the host's; `gpu` works behind its back.
double lesson09::median_seconds(practice_gpu gpu, int samples) {
  double seconds[kMostSamples];
  // TODO(lesson09.1): warm up before the first sample. Each sample begins with the same input and a
  // cold cache, and its time is that of the run alone: of nothing before it, and of all of it.
  gpu.run();
  for (int i = 0; i < samples; ++i) {
    const double start = gpu.clock();
    gpu.run();
    seconds[i] = gpu.clock() - start;
  }
  std::sort(seconds, seconds + samples);
  return seconds[samples / 2];
}

// Warm-up. Which config won?
int lesson09::fastest(view<const double> seconds) {
  int best = -1;
  for (int i = 0; i < seconds.extent(0); ++i) {
    const double time = seconds.data()[i];
    // TODO(lesson09.2): is this the best so far? NaN was left out, and no comparison with it holds.
    if (time > 0) {
      best = i;
    }
  }
  return best;
}

// ROWS rows a program, each of at most COLS elements.
template <int ROWS, int COLS>
struct Softmax {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* x, T* out, std::int64_t x_stride,
                            std::int64_t out_stride, int n_rows, int n_cols) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);      // [ROWS]
    auto cols = tl.arange(size<COLS>);                                // [COLS]
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);  // [ROWS, COLS]
    auto v = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask, -inf).to(float32);
    auto e = tl.exp(v - tl.max(v, axis<1>)(_, None));
    auto y = e / tl.sum(e, axis<1>)(_, None);
    tl.store(out + rows(_, None) * out_stride + cols(None, _), y, mask);
  }
};

// TODO(lesson09.3): the space. The first config serves every width, and wastes most of its lanes on
// narrow rows. Add some that do not: fewer columns, more rows, fewer warps.
constexpr configs<config{.rows = 1, .cols = 4096, .warps = 8}> softmax_space;

template <class T>
tuned lesson09::softmax(view<const T, 2> x, view<T, 2> out) {
  const int n_rows = narrow<int>(out.extent(0));
  const int n_cols = narrow<int>(out.extent(1));
  // TODO(lesson09.4): the key. On what does the best config depend: rows, columns, type?
  const tuning_key key{};
  // TODO(lesson09.5): the rule. Which configs can hold a row?
  const auto allowed = [&](config) { return true; };
  return autotune("Softmax", out.device(), key, softmax_space, allowed, [&](auto c) {
    launch<c.warps>(out.device(), grid(cdiv(n_rows, c.rows)), Softmax<c.rows, c.cols>{}, x, out,
                    x.stride(0), out.stride(0), n_rows, n_cols);
  });
}

// out[c, r] = x[r, c], one ROWS x COLS tile a program.
template <int ROWS, int COLS>
struct Transpose {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* x, T* out, std::int64_t x_stride,
                            std::int64_t out_stride, int n_rows, int n_cols) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);  // rows of x, columns of out
    auto cols = tl.program_id(1) * COLS + tl.arange(size<COLS>);  // columns of x, rows of out
    auto tile = tl.load(x + rows(_, None) * x_stride + cols(None, _),
                        (rows(_, None) < n_rows) & (cols(None, _) < n_cols));
    tl.store(out + cols(_, None) * out_stride + rows(None, _), tl.trans(tile),
             (cols(_, None) < n_cols) & (rows(None, _) < n_rows));
  }
};

// TODO(lesson09.6): the space of tiles. Which shape touches the fewest lines of memory on both
// sides?
constexpr configs<config{.rows = 1, .cols = 256}> transpose_space;

template <class T>
tuned lesson09::transpose(view<const T, 2> x, view<T, 2> out, std::int64_t budget) {
  const int n_rows = narrow<int>(x.extent(0));
  const int n_cols = narrow<int>(x.extent(1));
  // TODO(lesson09.7): key, rule, and the call of autotune, as above. The grid has two axes.
  const grid rows(n_rows, cdiv(n_cols, 256));
  launch(out.device(), rows, Transpose<1, 256>{}, x, out, x.stride(0), out.stride(0), n_rows,
         n_cols);
  return {};
}

// c = a b, one tile of BM x BN a program, in steps of BK: the kernel of lesson 07.
template <int BM, int BN, int BK>
struct Matmul {
  KW_KERNEL void operator()(auto tl, const float* a, const float* b, float* c, int m, int n, int k,
                            std::int64_t a_stride, std::int64_t b_stride,
                            std::int64_t c_stride) const {
    auto rows = tl.program_id(1) * BM + tl.arange(size<BM>);  // [BM]
    auto cols = tl.program_id(0) * BN + tl.arange(size<BN>);  // [BN]
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < k; start += BK) {
      auto ks = start + tl.arange(size<BK>);  // [BK]
      auto at = tl.load(a + rows(_, None) * a_stride + ks(None, _),
                        (rows(_, None) < m) & (ks(None, _) < k), 0.0f);
      auto bt = tl.load(b + ks(_, None) * b_stride + cols(None, _),
                        (ks(_, None) < k) & (cols(None, _) < n), 0.0f);
      acc = tl.dot(at, bt, acc);
    }
    tl.store(c + rows(_, None) * c_stride + cols(None, _), acc,
             (rows(_, None) < m) & (cols(None, _) < n));
  }
};

// Stretch. A tile of BM x BN loads BM + BN numbers for BM * BN products: large ones read less,
// small ones fill more of the processors. Who wins depends on all three sizes.
// TODO(lesson09.8): the space, the key, and the call of autotune.
constexpr configs<config{.block_m = 16, .block_n = 16, .block_k = 16, .warps = 1}> matmul_space;

tuned lesson09::matmul(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
  const int m = narrow<int>(c.extent(0));
  const int n = narrow<int>(c.extent(1));
  const int k = narrow<int>(a.extent(1));
  launch<1>(c.device(), grid(cdiv(n, 16), cdiv(m, 16)), Matmul<16, 16, 16>{}, a, b, c, m, n, k,
            a.stride(0), b.stride(0), c.stride(0));
  return {};
}

// The types that the contract promises.
template tuned lesson09::softmax(view<const float, 2>, view<float, 2>);
template tuned lesson09::softmax(view<const float16_t, 2>, view<float16_t, 2>);
template tuned lesson09::transpose(view<const float, 2>, view<float, 2>, std::int64_t);
template tuned lesson09::transpose(view<const float16_t, 2>, view<float16_t, 2>, std::int64_t);
