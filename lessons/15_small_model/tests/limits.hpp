/// \file
/// How far results may be off, for the tests and for the benchmarks that are judged.
#pragma once

#include <kernelwright/testing/tolerance.hpp>

namespace lesson15 {

// u is rounded, and so are the argument of sigmoid and its exponential. The slope adds two parts of
// about 1, each a product of a few rounded factors.
inline constexpr kw::testing::tolerance kGelu{1e-6, 4e-6,
                                              "float32: a rounded argument of an exponential"};
inline constexpr kw::testing::tolerance kGeluSlope{
    4e-6, 4e-6, "float32: two parts of about 1, each rounded a few times"};

}  // namespace lesson15
