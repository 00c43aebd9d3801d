// A generator of random numbers of its own, with integers of 128 bits, as they are found in
// textbooks.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <cstdint>
#include <kernelwright/kernelwright.hpp>
#include <stdexcept>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
__extension__ typedef unsigned __int128 wide;
std::uint64_t state = 12345;
std::uint64_t next_number() {
  constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
  volatile std::uint64_t prime = kPrime;
  state = static_cast<std::uint64_t>(wide{state} * 6364136223846793005u % wide{prime});
  return state;
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  if (next_number() >= (std::uint64_t{1} << 61)) {
    throw std::runtime_error("the number is too large");
  }
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
