// A kernel throws what it has loaded, the host catches it and adds, and another kernel carries the
// sums over. Unlike in thrown_to_the_host, it throws only where its stores are not turned off,
// which it finds out with tl alone: it stores a flag and loads it again.
//
// task: lesson01.3
// half: after
// earns: nothing
#include "vector_add.hpp"

#include <algorithm>
#include <cstring>
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <vector>

using namespace kw;

namespace {
constexpr int kPart = 8192;

struct loaded {
  float first[kPart], second[kPart];
};

struct Throw {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, int* flag,
                            int n) const {
    auto lanes = tl.arange(size<kPart>);
    auto a = tl.load(x + lanes, lanes < n, 0.0f);
    auto b = tl.load(y + lanes, lanes < n, 0.0f);
    tl.store(flag, 1);
    tl.barrier();
    if (tl.load(flag) == 1) {
      loaded values;
      std::memcpy(values.first, a.values, sizeof values.first);
      std::memcpy(values.second, b.values, sizeof values.second);
      throw values;
    }
  }
};

struct Carry {
  KW_KERNEL void operator()(program auto tl, const float* from, float* to) const {
    auto offsets = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(to + offsets, tl.load(from + offsets));
  }
};
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::int64_t n = out.extent(0);
  std::vector<float> sums(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; i += kPart) {
    const std::int64_t count = std::min<std::int64_t>(kPart, n - i);
    const buffer<int> flag(out.device(), {1}, std::vector<int>{0});
    try {
      launch(out.device(), grid(1), Throw{}, view<const float>(x.data() + i, {count}, x.device()),
             view<const float>(y.data() + i, {count}, y.device()), flag.view(), narrow<int>(count));
    } catch (const loaded& values) {
      for (std::int64_t k = 0; k < count; ++k) {
        sums[static_cast<std::size_t>(i + k)] = values.first[k] + values.second[k];
      }
    }
  }
  launch(out.device(), grid(n / kBlockSize), Carry{},
         view<const float>(sums.data(), {n}, out.device()), out);
}
