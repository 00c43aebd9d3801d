// A std::variant holds which of four sizes of blocks is used; std::visit launches the template for
// it.
//
// task: lesson03.2
// half: after
// earns: everything
#include "masking.hpp"

#include <kernelwright/kernelwright.hpp>
#include <type_traits>
#include <variant>

using namespace kw;

template <int BLOCK_SIZE>
struct MaskedAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask) + tl.load(y + offsets, mask), mask);
  }
};

namespace {
template <int N>
using number = std::integral_constant<int, N>;
using any_block = std::variant<number<64>, number<256>, number<1024>, number<4096>>;

any_block block_for(int n) {
  if (n < 1000) {
    return number<64>{};
  }
  if (n < 4000) {
    return number<256>{};
  }
  return n % 2 == 0 ? any_block(number<1024>{}) : any_block(number<4096>{});
}
}  // namespace

void lesson03::masked_add(view<const float> x, view<const float> y, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  std::visit(
      [&](auto block) {
        constexpr int kBlock = decltype(block)::value;
        launch(out.device(), grid(cdiv(n, kBlock)), MaskedAdd<kBlock>{}, x, y, out, n);
      },
      block_for(n));
}
