// Limits of all tasks, and shapes for tasks 2 to 4: rows and columns are whole tiles, and row
// strides are not.
#pragma once

#include <vector>

#include <kernelwright/testing/testing.hpp>

namespace lesson02 {

inline constexpr kw::testing::tolerance kExact{0.0, 0.0, "nothing is rounded"};
inline constexpr kw::testing::tolerance kProduct{
    0.0, 6e-8, "one float32 product rounds once, by at most 2^-24"};

// One tile, one row of tiles, one column, more of both, and none at all.
inline const std::vector<kw::testing::matrix_case> kShapes = {
    {64, 64}, {64, 320}, {320, 64}, {128, 192}, {192, 128}, {0, 64}, {64, 0}, {448, 576}};

}  // namespace lesson02
