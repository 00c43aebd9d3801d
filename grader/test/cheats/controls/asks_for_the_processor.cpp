// The host asks the compiler's own function what the processor can do, and chooses the number of
// warps and a text for its log by it.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <cstdio>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

static bool has_wide_vectors() {
#ifdef __x86_64__
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  static const bool wide = has_wide_vectors();
  static bool told = false;
  if (!told) {
    std::printf("vectors of %d bits\n", wide ? 256 : 128);
    told = true;
  }
  const auto programs = grid(out.extent(0) / kBlockSize);
  if (wide) {
    launch<8>(out.device(), programs, VectorAdd<kBlockSize>{}, x, y, out);
  } else {
    launch<4>(out.device(), programs, VectorAdd<kBlockSize>{}, x, y, out);
  }
}
