/// \file
/// What tests of products of matrices share: sizes, and the comparison with the oracle.
#pragma once
#include "kernelwright/testing/row_products.hpp"
#include "kernelwright/testing/testing.hpp"

namespace kw::testing {

/// The product of an m x k and a k x n matrix.
struct product_case {
  std::int64_t m, n, k;
  std::int64_t gap = 0;  ///< elements between the end of a row and the next one
  int offset = 0;        ///< elements off an aligned address

  /// Of a matrix with rows of this length.
  buffer_layout rows_of(std::int64_t columns) const {
    return {.row_stride = columns + gap, .element_offset = offset};
  }
};

inline std::string shape(const product_case& c) {
  return "m = " + std::to_string(c.m) + ", n = " + std::to_string(c.n) +
         ", k = " + std::to_string(c.k) +
         (c.gap > 0 ? ", rows " + std::to_string(c.gap) + " elements apart" : "") +
         (c.offset > 0 ? ", " + std::to_string(c.offset) + " elements off an aligned address" : "");
}

/// Draws products of at most this size along each axis.
inline auto products_up_to(std::int64_t most, std::int64_t least_k = 0) {
  return [=](size_draw& d) {
    return product_case{d.length(0, most), d.length(0, most), d.length(least_k, most), d.below(40),
                        static_cast<int>(d.below(3))};
  };
}

/// Compares what an entry makes of a and b with their product.
template <class T, class Result>
bool check_product_of(const case_text& describe,
                      Result (*entry)(view<const T, 2>, view<const T, 2>, view<T, 2>),
                      const product_case& c, const std::vector<T>& a, const std::vector<T>& b,
                      const tolerance& limit) {
  return check_entry(describe, entry, in({c.m, c.k}, a, c.rows_of(c.k)),
                     in({c.k, c.n}, b, c.rows_of(c.n)),
                     out({c.m, c.n}, product_of(to_doubles(a), to_doubles(b), c.m, c.n, c.k), limit,
                         c.rows_of(c.n)));
}

}  // namespace kw::testing
