/// \file
/// Is each kernel right that the model consists of? A small case of each, compared with its oracle.
#pragma once
#include <string>
#include <vector>

#include <kernelwright/tensor.hpp>

namespace training {

/// The result of checking one task.
struct kernel_check {
  std::string task;   ///< such as "lesson06.4"
  std::string what;   ///< such as "LayerNorm, backward"
  std::string wrong;  ///< what differs from the oracle, in a sentence; empty if nothing does
  std::string found;  ///< the first report of the CPU backend's checker; empty if there is none
  bool passed() const { return wrong.empty() && found.empty(); }
};

/// Runs every kernel of the model on a small case on the program's device, with the checker if
/// there is one.
std::vector<kernel_check> check_kernels();

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
