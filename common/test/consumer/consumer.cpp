// The least that a project of one's own needs: a kernel, buffers and a launch.
#include <cstdio>
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <vector>

using namespace kw;

template <int BLOCK_SIZE>
struct Doubled {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    auto a = tl.load(x + offsets, mask);
    tl.store(out + offsets, a + a, mask);
  }
};

int main() {
  constexpr int kCount = 1000;
  const buffer<float> x(cpu_device, {kCount}, std::vector<float>(kCount, 1.5f));
  buffer<float> out(cpu_device, {kCount});
  launch(cpu_device, grid(cdiv(kCount, 256)), Doubled<256>{}, x.cview(), out.view(), kCount);
  const std::vector<float> doubled = out.download();
  for (const float value : doubled) {
    if (value != 3.0f) {
      std::printf("%g, not 3\n", static_cast<double>(value));
      return 1;
    }
  }
  return 0;
}
