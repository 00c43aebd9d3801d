/// \file
/// Lesson 01's oracle: plain loops on the host, in double. Slow and obvious on purpose.
#pragma once

#include <cstddef>
#include <vector>

namespace lesson01::reference {

/// `[n]`: the number of the program that owns element i, for blocks of `block` elements.
inline std::vector<double> program_ids(std::size_t n, std::size_t block) {
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = static_cast<double>(i / block);
  }
  return out;
}

/// `[n]`: i.
inline std::vector<double> offsets(std::size_t n) {
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = static_cast<double>(i);
  }
  return out;
}

/// `[n]`: x[i] + y[i].
inline std::vector<double> vector_add(const std::vector<float>& x, const std::vector<float>& y) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = double{x[i]} + double{y[i]};
  }
  return out;
}

/// `[n]`: (a[i] + b[i]) * c[i] + d[i].
inline std::vector<double> fused(const std::vector<float>& a, const std::vector<float>& b,
                                 const std::vector<float>& c, const std::vector<float>& d) {
  std::vector<double> out(a.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = (double{a[i]} + double{b[i]}) * double{c[i]} + double{d[i]};
  }
  return out;
}

}  // namespace lesson01::reference
