/// \file
/// How far results may be off, for the tests and for the benchmarks that are judged.
#pragma once

#include <kernelwright/testing/tolerance.hpp>

namespace lesson10 {

inline constexpr kw::testing::tolerance kProduct{0.0, 0x1p-24,
                                                 "float32: one product, rounded once"};

}  // namespace lesson10
