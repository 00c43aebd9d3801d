// The least that another project needs: a kernel, buffers and a launch. The checker works there as
// well.
#include <cstdio>
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <kernelwright/runtime/findings.hpp>
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

struct FarRow {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int stride) const {
    int row = tl.program_id(0) + 3;
    auto i = tl.arange(size<16>);
    tl.store(out + i, tl.load(x + (row * stride) / 1073741824 * 0 + i));
  }
};

int count_overflows() {
  const buffer<float> x(cpu_device, {16}, std::vector<float>(16)), out(cpu_device, {16});
  collect_findings(true);
  launch(cpu_device, grid(1), FarRow{}, x.cview(), out.view(), 1073741824);
  int overflows = 0;
  for (const finding& f : take_findings()) {
    overflows += f.kind == "index-overflow" ? 1 : 0;
  }
  return overflows;
}

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
  if (count_overflows() != 1) {
    std::printf("the checker does not know of an integer that overflows\n");
    return 1;
  }
  return 0;
}
