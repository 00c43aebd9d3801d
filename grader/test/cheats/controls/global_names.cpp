// Variables and functions with names for the whole program, one of them named as in C.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

int number_of_calls = 0;
float factors[4] = {1, 1, 1, 1};
thread_local int calls_of_this_thread = 0;
extern "C" int my_block_size() {
  return 1024;
}
struct shape_of_work {
  virtual ~shape_of_work() = default;
  virtual std::int64_t programs(std::int64_t n) const { return n / my_block_size(); }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  ++number_of_calls;
  ++calls_of_this_thread;
  const shape_of_work work;
  const shape_of_work& any = work;
  launch(out.device(), grid(any.programs(out.extent(0))), VectorAdd<kBlockSize>{}, x, y, out);
}
