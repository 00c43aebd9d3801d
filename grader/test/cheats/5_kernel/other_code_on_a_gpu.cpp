// The file is compiled for the CPU and for the GPU, and says something else to each compiler. Here
// the CPU gets a kernel, and a GPU a loop without tiles.
//
// task: lesson01.3
// earns: any
// says: #ifdef in line
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;
using lesson01::kBlockSize;

#ifdef __CUDACC__
struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            std::int64_t n) const {
    for (std::int64_t i = tl.program_id(0); i < n; i += tl.num_programs(0)) {
      out[i] = x[i] + y[i];
    }
  }
};
#else
struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            std::int64_t) const {
    auto offsets = tl.program_id(0) * kBlockSize + tl.arange(size<kBlockSize>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};
#endif

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), Add{}, x, y, out, out.extent(0));
}
