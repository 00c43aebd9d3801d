// The host computes with complex numbers and with integers of 128 bits, which it turns into
// floating-point numbers and back, and asks the compiler's own function what the processor can do.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <cmath>
#include <complex>
#include <cstdint>
#include <kernelwright/kernelwright.hpp>
#include <stdexcept>

using namespace kw;

__extension__ using wide = unsigned __int128;

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

/// A generator of random numbers, as it is found in textbooks.
std::uint64_t next_number() {
  static std::uint64_t state = 12345;
  volatile std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
  state = static_cast<std::uint64_t>(wide{state} * 6364136223846793005u % wide{prime});
  return state;
}

/// Of the sizes of all calls.
wide root_mean_square(std::int64_t n) {
  static wide squares = 0, calls = 0;
  squares += static_cast<wide>(n) * static_cast<wide>(n);
  ++calls;
  return static_cast<wide>(std::sqrt(static_cast<double>(squares) / static_cast<double>(calls)));
}

bool has_wide_vectors() {
#ifdef __x86_64__
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::int64_t blocks = out.extent(0) / kBlockSize;
  const bool lost = out.extent(0) > 0 && root_mean_square(out.extent(0)) == 0;
  if (lost || std::abs(around(blocks)) > 1.5 || next_number() >= (std::uint64_t{1} << 61)) {
    throw std::runtime_error("these numbers are wrong");
  }
  if (has_wide_vectors()) {
    launch<8>(out.device(), grid(blocks), VectorAdd<kBlockSize>{}, x, y, out);
  } else {
    launch<4>(out.device(), grid(blocks), VectorAdd<kBlockSize>{}, x, y, out);
  }
}
