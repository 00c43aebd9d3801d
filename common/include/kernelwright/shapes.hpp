/// \file
/// For files that ask for a part of the language by its name: all of it is in kernelwright.hpp.
#pragma once
#include "kernelwright/language/shapes.hpp"
