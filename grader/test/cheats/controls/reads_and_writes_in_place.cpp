// It copies an input to the result, and then adds the other one in place, in programs that load
// what an earlier launch has stored.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct Copy {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets));
  }
};

template <int BLOCK_SIZE>
struct AddTo {
  KW_KERNEL void operator()(program auto tl, float* out, const float* y) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(out + offsets) + tl.load(y + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / 1024), Copy<1024>{}, x, out);
  launch(out.device(), grid(out.extent(0) / 128), AddTo<128>{}, out, y);
}
