// What the tests of elective 10 have in common.
#pragma once
#include "why_slow.hpp"

#include <kernelwright/testing/testing.hpp>
#include <kernelwright/testing/traffic.hpp>

namespace lesson10 {

using namespace kw::testing;

/// Shapes around the tiles, with padded and with unaligned rows.
inline std::vector<matrix_case> shapes() {
  return {{1, 2},    {2, 3},     {16, 64},        {17, 65},         {31, 33},         {33, 31},
          {100, 70}, {64, 1000}, {7, 96, 128, 0}, {35, 50, 51, 53}, {5, 64, 0, 0, 1}, {0, 5}};
}

}  // namespace lesson10
