// wrong: no tile is good on both sides
// caught by: Transpose.FindsASquareTile
#include "autotune.hpp"

#include <algorithm>

#include <kernelwright/autotune.hpp>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

// Warm-up. How long does one run take? The clock is the host's; `gpu` works behind its back.
double lesson09::median_seconds(practice_gpu gpu, int samples) {
  double seconds[kMostSamples];
  gpu.run();
  gpu.run();
  for (int i = 0; i < samples; ++i) {
    gpu.restore_outputs();
    gpu.flush_cache();
    gpu.synchronize();
    const double start = gpu.clock();
    gpu.run();
    gpu.synchronize();
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
    if (time > 0 && (best < 0 || time < seconds.data()[best])) {
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

constexpr configs<
    config{.rows = 1, .cols = 4096, .warps = 8}, config{.rows = 1, .cols = 1024, .warps = 2},
    config{.rows = 4, .cols = 256, .warps = 4}, config{.rows = 1, .cols = 256, .warps = 1},
    config{.rows = 16, .cols = 64, .warps = 4}, config{.rows = 4, .cols = 64, .warps = 1}>
    softmax_space;

template <class T>
tuned lesson09::softmax(view<const T, 2> x, view<T, 2> out) {
  const int n_rows = narrow<int>(out.extent(0));
  const int n_cols = narrow<int>(out.extent(1));
  const tuning_key key{{"columns", n_cols}, {"x", dtype<T>{}}};
  const auto allowed = [&](config c) { return c.cols >= n_cols; };
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

constexpr configs<config{.rows = 1, .cols = 256}, config{.rows = 2, .cols = 128},
                  config{.rows = 4, .cols = 512}>
    transpose_space;

template <class T>
tuned lesson09::transpose(view<const T, 2> x, view<T, 2> out, std::int64_t budget) {
  const int n_rows = narrow<int>(x.extent(0));
  const int n_cols = narrow<int>(x.extent(1));
  const tuning_key key{
      {"rows", n_rows}, {"columns", n_cols}, {"x", dtype<T>{}}, {"budget", budget}};
  const auto allowed = [&](config c) {
    return static_cast<std::int64_t>(sizeof(T)) * c.rows * c.cols <= budget;
  };
  return autotune("Transpose", out.device(), key, transpose_space, allowed, [&](auto c) {
    launch<c.warps>(out.device(), grid(cdiv(n_rows, c.rows), cdiv(n_cols, c.cols)),
                    Transpose<c.rows, c.cols>{}, x, out, x.stride(0), out.stride(0), n_rows,
                    n_cols);
  });
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
constexpr configs<config{.block_m = 16, .block_n = 16, .block_k = 16, .warps = 1},
                  config{.block_m = 64, .block_n = 64, .block_k = 32, .warps = 4}>
    matmul_space;

tuned lesson09::matmul(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
  const int m = narrow<int>(c.extent(0));
  const int n = narrow<int>(c.extent(1));
  const int k = narrow<int>(a.extent(1));
  const tuning_key key{{"m", m}, {"n", n}, {"k", k}};
  const auto allowed = [&](config t) {
    const int elements = t.block_m * t.block_k + t.block_k * t.block_n + t.block_m * t.block_n;
    return 4 * elements <= fast_memory(c.device());
  };
  return autotune("Matmul", c.device(), key, matmul_space, allowed, [&](auto t) {
    launch<t.warps>(c.device(), grid(cdiv(n, t.block_n), cdiv(m, t.block_m)),
                    Matmul<t.block_m, t.block_n, t.block_k>{}, a, b, c, m, n, k, a.stride(0),
                    b.stride(0), c.stride(0));
  });
}

// The types that the contract promises.
template tuned lesson09::softmax(view<const float, 2>, view<float, 2>);
template tuned lesson09::softmax(view<const float16_t, 2>, view<float16_t, 2>);
template tuned lesson09::transpose(view<const float, 2>, view<float, 2>, std::int64_t);
template tuned lesson09::transpose(view<const float16_t, 2>, view<float16_t, 2>, std::int64_t);
