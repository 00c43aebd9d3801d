/// \file
/// Everything a kernel file needs.
#pragma once
#include "kernelwright/array.hpp"
#include "kernelwright/launch.hpp"
#include "kernelwright/refuse.hpp"
#include "kernelwright/tensor.hpp"
