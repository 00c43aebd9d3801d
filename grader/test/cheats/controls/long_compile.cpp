// A table that the compiler computes, and templates that call each other one hundred and fifty
// deep, twice: it takes seconds to compile.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <array>
#include <kernelwright/kernelwright.hpp>

using namespace kw;
template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
template <int FIRST, int N>
constexpr int depth() {
  if constexpr (N == 0) {
    return 0;
  } else {
    return 1 + depth<FIRST, N - 1>();
  }
}
constexpr auto kPrimes = [] {
  std::array<int, 4000> primes{};
  int count = 0;
  for (int n = 2; count < 500; ++n) {
    bool prime = true;
    for (int i = 0; i < count &&
                    primes[static_cast<std::size_t>(i)] * primes[static_cast<std::size_t>(i)] <= n;
         ++i) {
      prime = prime && n % primes[static_cast<std::size_t>(i)] != 0;
    }
    if (prime) {
      primes[static_cast<std::size_t>(count++)] = n;
    }
  }
  return primes;
}();
static_assert(depth<1, 150>() + depth<2, 150>() == 300 && kPrimes[0] == 2);
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
