/// \file
/// 8-bit floats: `x.to(float8e4nv)`, `x.to(float8e5)`, buffers and views of float8_e4m3_t and
/// float8_e5m2_t, and their products. Few kernels need them, so this header is included beside
/// <kernelwright/kernelwright.hpp>, before anything that uses them.
#pragma once
#include "kernelwright/core/float8.hpp"
