// Helpers that the kernel calls, in a namespace without a name, with a lambda, an alias and a
// constant.
//
// task: lesson03.2
// half: before
// earns: everything
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

namespace {

constexpr int kBlock = 1 << 9, kWarps = 4;

template <class Tl, class P, class M>
auto sum_of(Tl& tl, P x, P y, M mask) {
  const auto get = [&](P from) { return tl.load(from, mask, 0.0f); };
  return get(x) + get(y);
}

template <int BLOCK>
struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK + tl.arange(size<BLOCK>);
    auto mask = offsets < n;
    for (int i = 0; i < 1; ++i) {
      auto a = tl.load(x + offsets, mask, 0.0f);
      auto b = tl.load(y + offsets, mask, 0.0f);
      tl.store(out + offsets, a + b, mask);
    }
  }
};

}  // namespace

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch<kWarps>(out.device(), grid(cdiv(n, kBlock)), MaskedAdd<kBlock>{}, x, y, out, n);
}
