/// \file
/// How far results may be off, for the tests and for the benchmarks that are judged.
#pragma once

#include <kernelwright/testing/tolerance.hpp>

namespace lesson03 {

inline constexpr kw::testing::tolerance kSum{0.0, 6e-8,
                                             "one float32 addition rounds once, by at most 2^-24"};

}  // namespace lesson03
