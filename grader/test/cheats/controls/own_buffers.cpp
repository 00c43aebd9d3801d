// Two kernels pass a result on in a buffer and a vector of the submission.
//
// task: lesson01.3
// earns: everything
// on a gpu: nothing, because a GPU does not see the memory of a vector
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <vector>

using namespace kw;

#include "carry.part"

struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::int64_t n = out.extent(0);
  const auto all = grid(n / 1024);
  const buffer<float> copied(out.device(), {n});
  std::vector<float> elements(static_cast<std::size_t>(n));
  const view<float> other(elements.data(), {n}, out.device());
  launch(out.device(), all, Carry{}, x, copied.view());
  launch(out.device(), all, Carry{}, y, elements.data());
  launch(out.device(), all, Add{}, copied.cview(), view<const float>(other), out);
}
