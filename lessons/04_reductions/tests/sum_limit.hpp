// The tolerance of a float32 sum.
#pragma once

#include <cstdint>
#include <string>

#include <kernelwright/core/dtype.hpp>
#include <kernelwright/testing/tolerance.hpp>

namespace lesson04 {

// A row is summed in lanes, and then the lanes by halves. 256 lanes or more, which accepts every
// such order: n / 256 additions in a lane, at most 13 to join the lanes of any tile.
inline std::int64_t additions_of_row(std::int64_t columns) {
  return kw::cdiv(columns, std::int64_t{256}) + 13;
}

// How far the sum of n values may be off. Each value passes through at most `additions` additions,
// and each of them rounds by at most 2^-24 of the sum so far, so by 2^-24 of the sum of |x|. The
// inputs have a mean of 0.5, so a kernel that writes zeros is off by about 0.6 of that sum, far
// more.
class sum_limit {
 public:
  sum_limit(const char* dtype, std::int64_t n, std::int64_t additions, double sum_of_sizes)
      : reason_(std::string(dtype) + " input, float32 sum, n = " + std::to_string(n) + ": " +
                std::to_string(additions) + " roundings, each by at most 2^-24 of the sum of |x|"),
        abs_(static_cast<double>(additions) * 0x1p-24 * sum_of_sizes) {}

  kw::testing::tolerance get() const { return {abs_, 0.0, reason_.c_str()}; }

 private:
  std::string reason_;
  double abs_;
};

}  // namespace lesson04
