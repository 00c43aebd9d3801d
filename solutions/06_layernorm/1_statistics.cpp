// Lesson 06, task 1: the mean and the deviation of a row (warm-up).
// Page: lessons/06_layernorm/README.md   Check while you edit: ./course watch lesson06.1
//
//   mean[r] = sum(x[r, :]) / n     rstd[r] = 1 / sqrt(sum((x[r, :] - mean[r])^2) / n + eps)
//
// One program per row. A row has n columns, at most BLOCK_SIZE; x is [rows, n], and mean and rstd
// are [rows].
#include "layernorm.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Statistics {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* mean, float* rstd,
                            float eps) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f);  // [BLOCK_SIZE]
    // TODO(lesson06.1): what is the mean of the row, and what is its variance? The lanes after the
    // row hold 0. That is not the mean, so what do they add to a sum of squared distances?
    //{ solution
    float mu = tl.sum(v) / x.columns();
    auto centred = tl.where(mask, v - mu, 0.0f);
    float variance = tl.sum(centred * centred) / x.columns();
    //| float mu = tl.sum(v) / BLOCK_SIZE;
    //| float variance = 1.0f;
    //}
    tl.store(mean + row, mu);
    tl.store(rstd + row, 1.0f / tl.sqrt(variance + eps));
  }
};

void lesson06::statistics(view<const float, 2> x, view<float> mean, view<float> rstd, float eps) {
  launch(mean.device(), grid(x.extent(0)), Statistics<1024>{}, x, mean, rstd, eps);
}
