/// \file
/// The functions of tl that CUDA has under the name of C. Its programming guide states their
/// errors.
#pragma once
#include <cmath>

#include "kernelwright/core/functions.hpp"

namespace kw::cuda {

struct functions {
#define KW_FROM_own(name, float_parameters, double_parameters, ...)
#define KW_FROM_c_library(name, float_parameters, double_parameters, ...) \
  static KW_HD float name float_parameters {                              \
    return ::name##f(__VA_ARGS__);                                        \
  }                                                                       \
  static KW_HD double name double_parameters {                            \
    return ::name(__VA_ARGS__);                                           \
  }
#define KW_FUNCTION_OF_ONE(name, domain, source) KW_FROM_##source(name, (float x), (double x), x)
#define KW_FUNCTION_OF_TWO(name, x, y, domain, source, advice) \
  KW_FROM_##source(name, (float a, float b), (double a, double b), a, b)
#define KW_FUNCTION_OF_THREE(name, x, y, z, domain, source, advice) \
  KW_FROM_##source(name, (float a, float b, float c), (double a, double b, double c), a, b, c)
#include "kernelwright/language/names.def"
#undef KW_FROM_own
#undef KW_FROM_c_library
};

}  // namespace kw::cuda
