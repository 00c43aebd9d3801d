/// \file
/// How far results may be off, for the tests and for the benchmarks that are judged.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

#include <kernelwright/core/config.hpp>
#include <kernelwright/testing/tolerance.hpp>

namespace lesson07 {

// A float32 sum of k products rounds k times, each time by at most 2^-24 of the sum so far. Errors
// of both signs grow as sqrt(k): of 100,000 elements, by chance, none is off by more than 1.5
// sqrt(k) roundings. Tensor cores cut off where others round, hence 8 for them. Inputs have a mean
// of 0.5, so results are near the sum of |a b|: zeros fail, and so do sums in 16 bits. Products of
// tf32 are off by 2^-11 each, which is about 40 times the limit for k = 100.
template <class T>
class limit {
 public:
  limit(std::int64_t k, double largest_sum) {
    const double roundings = (sizeof(T) == 4 ? 4.0 : 8.0) * std::sqrt(static_cast<double>(k) + 1);
    limit_.abs = roundings * 0x1p-24 * largest_sum;
    limit_.rel = sizeof(T) == 4 ? 0.0 : std::is_same_v<T, kw::float16_t> ? 0x1p-11 : 0x1p-8;
    reason_ = std::string(sizeof(T) == 4 ? "float32" : "a float32 sum, rounded once to ") +
              (sizeof(T) == 4 ? "" : kw::core::dtype_name<T>()) + ", k = " + std::to_string(k) +
              ": " + std::to_string(static_cast<int>(roundings)) +
              " roundings of 2^-24 of the sum of |a b|";
  }
  kw::testing::tolerance get() const { return {limit_.abs, limit_.rel, reason_.c_str()}; }

 private:
  kw::testing::tolerance limit_;
  std::string reason_;
};

}  // namespace lesson07
