// Lesson 12, task 4: LayerNorm, a product and GELU in one kernel.
// Page: lessons/12_fused_layer/README.md   Check while you edit: ./course watch lesson12.4
//
//   out[i, j] = gelu(rstd[i] * (sum over p of x[i, p] folded[p, j]) + shift[j])
//   rstd[i]   = 1 / sqrt(sum over p of x[i, p]^2 / k - (sum over p of x[i, p] / k)^2 + eps)
//
// x is [m, k], folded [k, n] and shift [n]. folded subtracts the mean of each row, as on the page.
#include "fused_layer.hpp"
#include "gelu.hpp"  // gelu(tl, z), as in task 1

using namespace kw;
using namespace lesson12;

template <int BM, int BN, int BK>
struct FusedLayer {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> x,
                            array<const float16_t, 2> folded, array<const float, 1> shift,
                            float eps, array<float16_t, 2> out) const {
    int m = tl.program_id(0) * BM;             // the first row of x and of out
    int n = tl.program_id(1) * BN;             // the first column of folded and of out
    auto acc = tl.accumulator(shape<BM, BN>);  // [BM, BN], float32
    // TODO(lesson12.4): what do you need to carry from step to step to know rstd after the last
    // one?
    //{ solution
    auto total = tl.zeros(shape<BM, BK>);    // [BM, BK], a sum for each lane of a tile
    auto squares = tl.zeros(shape<BM, BK>);  // [BM, BK], as well
    //}
    for (int k = 0; k < x.columns(); k += BK) {
      auto xt = tl.load(x.tile(shape<BM, BK>, m, k));  // [BM, BK]
      acc = tl.dot(xt, tl.load(folded.tile(shape<BK, BN>, k, n)), acc);
      // TODO(lesson12.4): what does this step add to it?
      //{ solution
      auto v = xt.to(float32);
      total += v;
      squares += v * v;
      //}
    }
    // TODO(lesson12.4): rstd of each row, and the last step of the layer. As it stands, all rows
    // have a variance of 1, and the shift is missing.
    //{ solution
    float k = static_cast<float>(x.columns());
    auto mean = tl.sum(total, axis<1>) / k;                      // [BM]
    auto variance = tl.sum(squares, axis<1>) / k - mean * mean;  // [BM]
    auto rstd = tl.rsqrt(tl.maximum(variance, 0.0f) + eps);      // [BM]
    auto t = tl.load(shift.tile(size<BN>, n));                   // [BN]
    tl.store(out.tile(shape<BM, BN>, m, n), gelu(tl, acc * rstd(_, None) + t(None, _)));
    //| auto rstd = tl.rsqrt(tl.full(shape<BM, 1>, 1.0f) + eps);
    //| tl.store(out.tile(shape<BM, BN>, m, n), gelu(tl, acc * rstd));
    //}
  }
};

#include "launch_fused_layer.hpp"  // the tiles and how many warps; no need to read it
