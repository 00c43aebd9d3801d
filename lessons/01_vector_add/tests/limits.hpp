/// \file
/// What the tests share. How far results may be off is for the benchmarks that are judged as well.
#pragma once

#include <kernelwright/testing/tolerance.hpp>

namespace lesson01 {

inline constexpr kw::testing::tolerance kExact{0.0, 0.0, "whole numbers are exact"};
inline constexpr kw::testing::tolerance kSum{0.0, 6e-8,
                                             "one float32 addition rounds once, by at most 2^-24"};

}  // namespace lesson01
