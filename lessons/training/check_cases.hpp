/// \file
/// A small case of each kernel that the model of elective 15 consists of.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace training {

/// A kernel and its small case.
struct check_case {
  std::string task, what;
  /// \returns sentences on how results differ from the oracle, or nothing
  std::function<std::string()> run;
};

/// In the order in which the model calls them, forward and then backward.
const std::vector<check_case>& check_cases();

}  // namespace training
