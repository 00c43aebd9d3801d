/// \file
/// The functions of tl that the C library computes on the CPU.
#pragma once
#include "kernelwright/core/functions.hpp"

namespace kw::cpu {

struct functions {
#define KW_C_FUNCTION(name) __builtin_##name
#include "kernelwright/core/c_functions.def"
};

}  // namespace kw::cpu
