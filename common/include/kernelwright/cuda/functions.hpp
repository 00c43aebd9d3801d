/// \file
/// The functions of tl that CUDA has under the name of C. Its programming guide states their
/// errors.
#pragma once
#include <cmath>

#include "kernelwright/core/functions.hpp"

namespace kw::cuda {

struct functions {
#define KW_C_FUNCTION(name) ::name
#include "kernelwright/core/c_functions.def"
};

}  // namespace kw::cuda
