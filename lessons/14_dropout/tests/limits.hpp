/// \file
/// How far results may be off, for the tests and for the benchmarks that are judged.
#pragma once

#include <kernelwright/testing/tolerance.hpp>

namespace lesson14 {

// 1 - p, the division or a product with the inverse: three roundings by 2^-24 at the most.
inline constexpr kw::testing::tolerance kScaled{
    0.0, 3 * 0x1p-24, "float32: 1 - p, its inverse and a product round once each"};

}  // namespace lesson14
