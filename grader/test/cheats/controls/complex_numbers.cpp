// Multiplies and divides complex numbers on the host, and takes their size, for a check of its own.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <complex>
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
/// A point that goes around a circle, a step for each block.
std::complex<double> around(std::int64_t blocks) {
  const std::complex<double> step(0.6, 0.8);
  std::complex<double> at(1, 0);
  for (std::int64_t i = 0; i < blocks; ++i) {
    at = i % 2 == 0 ? at * step : at / step;
  }
  return at;
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::int64_t blocks = out.extent(0) / kBlockSize;
  if (std::abs(around(blocks)) > 1.5) {
    throw std::runtime_error("it has left its circle");
  }
  launch(out.device(), grid(blocks), VectorAdd<kBlockSize>{}, x, y, out);
}
