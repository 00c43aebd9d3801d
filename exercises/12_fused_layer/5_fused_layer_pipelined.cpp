// Lesson 12, task 5: the fused layer with loads that run ahead (stretch).
// Page: lessons/12_fused_layer/README.md   Check while you edit: ./course watch lesson12.5
//
//   out[i, j] = gelu(rstd[i] * (sum over p of x[i, p] folded[p, j]) + shift[j])
//
// A tile of a stream goes straight into the product, and no thread sees its elements. So a kernel
// before this one has computed rstd, which is [m].
#include "fused_layer.hpp"
#include "gelu.hpp"  // gelu(tl, z), as in task 1

using namespace kw;
using namespace lesson12;

template <int BM, int BN, int BK, int STAGES>
struct FusedLayerPipelined {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> x,
                            tensor_descriptor<const float16_t> folded, const float* rstd,
                            const float* shift, tensor_descriptor<float16_t> out) const {
    // In groups of 8 rows of tiles, as in lesson 07.
    auto [row, col] =
        tl.swizzle2d(0, tl.program_id(0), cdiv(out.extent(0), BM), cdiv(out.extent(1), BN), 8);
    int m = row * BM;                          // the first row of x and of out
    int n = col * BN;                          // the first column of folded and of out
    auto acc = tl.accumulator(shape<BM, BN>);  // [BM, BN], float32
    // TODO(lesson12.5): the stream, as in lesson 07, and what follows it. As it stands, the product
    // is missing.
    auto z = acc;
    tl.store(out.tile(shape<BM, BN>, m, n), gelu(tl, z));
  }
};

#include "launch_fused_layer_pipelined.hpp"  // tiles, and the kernel of rstd; no need to read it
