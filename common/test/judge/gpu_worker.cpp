// The functions of remote.hpp as kernels, for workers with a GPU.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/error.hpp>

#include "remote.hpp"
#include "same_calls.hpp"
#include "tuned_calls.hpp"

namespace lesson00 {
namespace {

using namespace kw;

constexpr int kBlock = 256;

struct Add {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * kBlock + tl.arange(size<kBlock>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask, 0.0f) + tl.load(y + offsets, mask, 0.0f),
             mask);
  }
};

struct Copy {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * kBlock + tl.arange(size<kBlock>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask, 0.0f), mask);
  }
};

struct Fill {
  KW_KERNEL void operator()(program auto tl, float* out, int n, float value) const {
    auto offsets = tl.program_id(0) * kBlock + tl.arange(size<kBlock>);
    tl.store(out + offsets, tl.full(size<kBlock>, value), offsets < n);
  }
};

struct FillForEver {
  KW_KERNEL void operator()(program auto tl, float* out, int n) const {
    auto offsets = tl.arange(size<kBlock>);
    for (unsigned round = 1; round != 0; round |= 1) {
      tl.store(out + offsets, tl.full(size<kBlock>, static_cast<float>(round)), offsets < n);
    }
  }
};

auto blocks(int n) {
  return grid((n + kBlock - 1) / kBlock);
}

}  // namespace

void add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.size());
  launch(out.device(), blocks(n), Add{}, x.data(), y.data(), out.data(), n);
}

void add_rows(view<const float, 2> x, view<const float, 2> y, view<float, 2> out) {
  const int n = narrow<int>(out.extent(1));
  for (std::int64_t row = 0; row < out.extent(0); ++row) {
    launch(out.device(), blocks(n), Add{}, x.data() + row * x.stride(0),
           y.data() + row * y.stride(0), out.data() + row * out.stride(0), n);
  }
}

void copy(const float* x, float* out, int n) {
  launch(cuda_device, blocks(n), Copy{}, x, out, n);
}

void fill_too_far(view<float> out) {
  const int n = narrow<int>(out.size()) + 1;
  launch(out.device(), blocks(n), Fill{}, out.data(), n, 1.0f);
}

void change_input(view<const float> x) {
  launch(x.device(), blocks(1), Fill{}, const_cast<float*>(x.data()), 1, -1.0f);
}

void touch_nowhere(view<float> out) {
  constexpr std::int64_t kFarAway = std::int64_t{1} << 40;
  launch(out.device(), blocks(1), Fill{}, out.data() + kFarAway, 1, 1.0f);
}

void never_return(view<float> out) {
  launch(out.device(), grid(1), FillForEver{}, out.data(), narrow<int>(out.size()));
}

}  // namespace lesson00
