// Kernels are chosen from a table of function pointers, and a helper is a lambda without captures
// that is kept in a pointer.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE, int FACTOR>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * (BLOCK_SIZE * FACTOR) + tl.arange(size<BLOCK_SIZE>);
    for (int part = 0; part < FACTOR; ++part) {
      auto at = offsets + part * BLOCK_SIZE;
      tl.store(out + at, tl.load(x + at) + tl.load(y + at));
    }
  }
};

namespace {
using add_function = void (*)(view<const float>, view<const float>, view<float>);

template <int FACTOR>
void add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / lesson01::kBlockSize),
         VectorAdd<lesson01::kBlockSize / FACTOR, FACTOR>{}, x, y, out);
}

constexpr add_function kTable[] = {add<1>, add<2>, add<4>};
int (*const choose)(std::int64_t) = [](std::int64_t n) { return static_cast<int>(n % 3); };
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  kTable[choose(out.extent(0))](x, y, out);
}
