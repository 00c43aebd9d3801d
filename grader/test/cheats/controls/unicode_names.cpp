// Names of variables, types and functions have letters of other alphabets.
//
// task: lesson04.3
// half: after
// earns: everything
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

template <int BLOCKGRÖSSE>
struct ZeilenMaximum {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t schrittweite,
                            int länge) const {
    auto größtes = tl.full(size<BLOCKGRÖSSE>, -inf);
    for (int début = 0; début < länge; début += BLOCKGRÖSSE) {
      auto столбцы = début + tl.arange(size<BLOCKGRÖSSE>);
      auto 値 = tl.load(x + tl.program_id(0) * schrittweite + столбцы, столбцы < länge, -inf);
      größtes = tl.maximum(größtes, 値);
    }
    tl.store(out + tl.program_id(0), tl.max(größtes));
  }
};

void lesson04::row_max(view<const float, 2> x, view<float> out) {
  const int länge = narrow<int>(x.extent(1));
  launch(out.device(), grid(x.extent(0)), ZeilenMaximum<1024>{}, x, out, x.stride(0), länge);
}
