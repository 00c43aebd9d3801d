// Draws its random numbers in a very slow way, but ahead of time: the seeds of the benchmark's
// calls are 7, 8, 9 and so on, so the two calls that warm up draw for all that are measured.
//
// task: lesson14.2
// earns: everything
// speed: at most 0.3
#include "dropout.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/random.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <map>
#include <memory>

using namespace kw;

struct Draw {
  KW_KERNEL void operator()(program auto tl, float p, int seed, std::int8_t* keep, int n) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    auto numbers = tl.rand(seed, offsets);
    for (int again = 0; again < 6; ++again) {
      numbers = tl.maximum(numbers, tl.rand(seed, offsets));
    }
    tl.store(keep + offsets, tl.where(numbers >= p, 1, 0), offsets < n);
  }
};

struct Choose {
  KW_KERNEL void operator()(program auto tl, const float* x, const std::int8_t* keep, float p,
                            float* out, int n) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    auto mask = offsets < n;
    auto kept = tl.load(keep + offsets, mask, 0).to(int32) != 0;
    auto v = tl.load(x + offsets, mask, 0.0f);
    tl.store(out + offsets, tl.where(kept, v / (1.0f - p), 0.0f), mask);
  }
};

void lesson14::dropout(view<const float> x, float p, int seed, view<float> out) {
  static std::map<int, std::unique_ptr<buffer<std::int8_t>>> drawn;  // by seed
  static int calls = 0;
  constexpr int kMeasured = 1 << 20, kAhead = 9;
  const int n = narrow<int>(out.extent(0));
  const auto all = grid(cdiv(n, 1024));
  if (n != kMeasured) {
    drawn.clear();
    calls = 0;
  }
  const auto draw = [&](int which) {
    auto& keep = drawn[which];
    if (keep == nullptr) {
      keep = std::unique_ptr<buffer<std::int8_t>>(new buffer<std::int8_t>(out.device(), {n}));
      launch(out.device(), all, Draw{}, p, which, keep->view(), n);
    }
  };
  draw(seed);
  if (n == kMeasured && calls++ < 2) {
    for (int ahead = 1; ahead <= kAhead * calls; ++ahead) {
      draw(seed + ahead);
    }
  }
  launch(out.device(), all, Choose{}, x, drawn[seed]->cview(), p, out, n);
}
