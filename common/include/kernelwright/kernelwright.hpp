/// \file
/// Everything a kernel file needs.
#pragma once
#include "kernelwright/launch.hpp"
#include "kernelwright/tensor.hpp"
