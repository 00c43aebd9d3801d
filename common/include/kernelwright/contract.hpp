/// \file
/// What a lesson's contract includes, and all that the kernels behind it need. Tests and benchmarks
/// only pass views: they define KW_VIEWS_ALONE, and need not read the language.
#pragma once
#include "kernelwright/tensor.hpp"
#ifndef KW_VIEWS_ALONE
#include "kernelwright/kernelwright.hpp"
#endif
