// Lesson 15, task 6: a step of AdamW.
// Page: lessons/15_small_model/README.md   Check while you edit: ./course watch lesson15.6
//
//   mean   = kBeta1 * mean   + (1 - kBeta1) * g
//   square = kBeta2 * square + (1 - kBeta2) * g^2
//   weight = weight - rate * (m / (sqrt(s) + kEpsilon) + decay * weight)
//
// with m = mean / (1 - kBeta1^step) and s = square / (1 - kBeta2^step). All vectors are [n].
#include "small_model.hpp"

#include <cmath>

using namespace kw;

struct adamw_step {
  float rate, decay, beta1, beta2, epsilon;
  float for_mean, for_square;  // 1 / (1 - beta^step): both averages began at 0
};

template <int BLOCK_SIZE>
struct AdamW {
  KW_KERNEL void operator()(program auto tl, const float* gradient, float* weight, float* mean,
                            float* square, int n, adamw_step s) const {
    auto i = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = i < n;
    auto g = tl.load(gradient + i, mask);
    auto w = tl.load(weight + i, mask);
    // TODO(lesson15.6): the weights move straight against the gradient. What do the averages do to
    // this step, and what do they hold after it?
    tl.store(weight + i, w - s.rate * g, mask);
  }
};

void lesson15::adamw(view<const float> gradient, view<float> weight, view<float> mean,
                     view<float> square, float rate, float decay, int step) {
  constexpr int kBlockSize = 1024;
  const auto t = static_cast<float>(step);
  const adamw_step s{rate,
                     decay,
                     kBeta1,
                     kBeta2,
                     kEpsilon,
                     1.0f / (1.0f - std::pow(kBeta1, t)),
                     1.0f / (1.0f - std::pow(kBeta2, t))};
  const int n = narrow<int>(weight.extent(0));
  launch(weight.device(), grid(cdiv(n, kBlockSize)), AdamW<kBlockSize>{}, gradient, weight, mean,
         square, n, s);
}
