/// \file
/// Do the gradients of a model say how its loss changes?
#pragma once
#include <string>
#include <vector>

#include <kernelwright/tensor.hpp>

namespace training {

/// A part of the weights whose gradient does not say how the loss changes when it moves.
struct wrong_slope {
  std::string part;
  double gradient, slope;  ///< the length of the gradient, and how fast the loss grows along it
};

/// Moves each part of a small model's weights a little along its gradient, and back, and compares
/// the change of the loss with the change that the gradient promises.
/// \param checked gets the number of parts
std::vector<wrong_slope> check_slopes(kw::device where, int* checked);

}  // namespace training
