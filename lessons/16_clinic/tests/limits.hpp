/// \file
/// How far results may be off, for tests and benchmarks, and how much may be moved.
#pragma once

#include <kernelwright/testing/tolerance.hpp>

namespace lesson16 {

inline constexpr kw::testing::tolerance kRounded{1e-6, 1e-6, "float32: a few operations"};
inline constexpr kw::testing::tolerance kSum{2e-3, 1e-5, "float32: up to 1024 terms, in any order"};

/// Bytes for each byte that is needed: a tile of 64 x 64 loads each element four times.
constexpr double kMostMovedProduct = 3.2;

}  // namespace lesson16
