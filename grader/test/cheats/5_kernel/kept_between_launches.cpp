// A kernel keeps what it loads in variables of the program, where the host adds, and another
// kernel carries the sums within itself.
//
// task: lesson01.3
// earns: any
// says: a variable outside of functions in line
#include "vector_add.hpp"

#include <cstring>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

namespace {
float first[1024], second[1024];

struct Keep {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y) const {
    auto a = tl.load(x + tl.arange(size<1024>));
    auto b = tl.load(y + tl.arange(size<1024>));
    std::memcpy(first, a.values, sizeof first);
    std::memcpy(second, b.values, sizeof second);
  }
};

struct Carry {
  float sums[1024];
  KW_KERNEL void operator()(program auto tl, float* out) const {
    for (int i = 0; i < 1024; ++i) {
      tl.store(out + i, sums[i]);
    }
  }
};
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  for (std::int64_t i = 0; i < out.extent(0); i += 1024) {
    launch(out.device(), grid(1), Keep{}, view<const float>(x.data() + i, {1024}, x.device()),
           view<const float>(y.data() + i, {1024}, y.device()));
    Carry carry;
    for (int k = 0; k < 1024; ++k) {
      carry.sums[k] = first[k] + second[k];
    }
    launch(out.device(), grid(1), carry, view<float>(out.data() + i, {1024}, out.device()));
  }
}
