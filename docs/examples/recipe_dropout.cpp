// Dropout with a residual connection, forward and backward, without storing the mask.
#include <algorithm>

#include <kernelwright/random.hpp>

#include "example.hpp"

namespace {
using namespace kw;

constexpr int kBlock = 256;

//! [kernel]
// out = residual + dropout(x), of n elements.
struct DropoutAdd {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, const T* residual, T* out, std::int64_t n,
                            float p, std::int64_t seed) const {
    auto offsets = std::int64_t(tl.program_id(0)) * kBlock + tl.arange(size<kBlock>);
    auto mask = offsets < n;
    auto keep = tl.rand(seed, offsets) >= p;  // true with probability 1 - p
    auto v = tl.load(x + offsets, mask, 0.0f).to(float32);
    auto r = tl.load(residual + offsets, mask).to(float32);
    tl.store(out + offsets, r + tl.where(keep, v / (1 - p), 0.0f), mask);
  }
};

// The gradient of x. (That of the residual is the gradient of the output as it is.)
struct DropoutBackward {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* out_grad, T* x_grad, std::int64_t n, float p,
                            std::int64_t seed) const {
    auto offsets = std::int64_t(tl.program_id(0)) * kBlock + tl.arange(size<kBlock>);
    auto mask = offsets < n;
    auto keep = tl.rand(seed, offsets) >= p;  // the same seed and offsets: the same mask
    auto g = tl.load(out_grad + offsets, mask, 0.0f).to(float32);
    tl.store(x_grad + offsets, tl.where(keep, g / (1 - p), 0.0f), mask);
  }
};
//! [kernel]

TEST_F(Examples, RecipeDropout) {
  const device where = default_device();
  constexpr std::int64_t n = 10007;
  const float p = 0.25f;
  const std::int64_t seed = 2024;
  const buffer<float> x(where, {n}, std::vector<float>(n, 3.0f)), out(where, {n});
  const buffer<float> residual(where, {n}, std::vector<float>(n, 1.0f)), grad(where, {n});
  const grid programs(cdiv(n, kBlock));
  launch(where, programs, DropoutAdd{}, x.cview(), residual.cview(), out.view(), n, p, seed);
  launch(where, programs, DropoutBackward{}, x.cview(), grad.view(), n, p, seed);
  const auto got = out.download(), gradient = grad.download();
  const auto kept = std::count(got.begin(), got.end(), 5.0f);
  EXPECT_NEAR(kept, 0.75 * n, 5 * std::sqrt(n * 0.75 * 0.25));
  for (std::size_t k = 0; k < n; ++k) {
    ASSERT_TRUE(got[k] == 5.0f || got[k] == 1.0f) << k;
    ASSERT_EQ(gradient[k], got[k] - 1.0f) << k;  // kept elements of both are the same
  }
}

}  // namespace
