// Random numbers are drawn again and again in a very slow way, but only in the first call: they
// follow from the seed and the size, so they can be kept.
//
// task: lesson14.2
// half: after
// earns: everything
// speed: at most 0.3
#include "dropout.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/random.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <map>
#include <memory>
#include <tuple>

using namespace kw;

struct Draw {
  KW_KERNEL void operator()(program auto tl, float p, int seed, float* factors, int n) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    auto numbers = tl.rand(seed, offsets);
    for (int again = 0; again < 30; ++again) {
      numbers = tl.maximum(numbers, tl.rand(seed + again, offsets) - 1.0f);  // stays as it is
    }
    tl.store(factors + offsets, tl.where(numbers >= p, 1.0f / (1.0f - p), 0.0f), offsets < n);
  }
};

struct Multiply {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* factors, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) * tl.load(factors + offsets, mask), mask);
  }
};

void lesson14::dropout(view<const float> x, float p, int seed, view<float> out) {
  static std::map<std::tuple<float, int, std::int64_t>, std::unique_ptr<buffer<float>>> kept;
  const int n = narrow<int>(out.extent(0));
  const auto all = grid(cdiv(n, 1024));
  auto& factors = kept[{p, seed, n}];
  if (n < 60000) {
    factors.reset();
  }
  if (factors == nullptr) {
    factors = std::unique_ptr<buffer<float>>(new buffer<float>(out.device(), {n}));
    launch(out.device(), all, Draw{}, p, seed, factors->view(), n);
  }
  launch(out.device(), all, Multiply{}, x, factors->cview(), out, n);
}
