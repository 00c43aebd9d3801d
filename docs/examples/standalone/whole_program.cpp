// A whole program: a kernel, memory for it, a launch, and a look at the result.
#include <cstdio>
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <vector>

using namespace kw;

/// out[i] = 2 * x[i]
template <int BLOCK_SIZE>
struct Double {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    tl.store(out + offsets, 2.0f * tl.load(x + offsets, mask), mask);
  }
};

int main() {
  constexpr int kCount = 1000000, kBlockSize = 1024;
  std::vector<float> numbers(kCount);  // on the host
  for (int i = 0; i < kCount; ++i) {
    numbers[static_cast<std::size_t>(i)] = static_cast<float>(i);
  }

  const device where = default_device();            // the GPU, if this program was built for one
  const buffer<float> x(where, {kCount}, numbers);  // copied to the device
  const buffer<float> out(where, {kCount});         // not initialised
  launch(where, grid(cdiv(kCount, kBlockSize)), Double<kBlockSize>{}, x.cview(), out.view(),
         kCount);

  const std::vector<float> doubled = out.download();  // waits for the kernel, and copies back
  std::printf("%g %g %g ... %g\n", doubled[0], doubled[1], doubled[2], doubled[kCount - 1]);
}
