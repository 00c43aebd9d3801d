#pragma once

#include <optional>
#include <string>

namespace kw::grader {

/// One thing that grading needs, as it was found on this machine.
struct examination {
  enum class verdict {
    good,
    note,  ///< Something is missing that not everybody needs.
    bad,   ///< Nothing can be graded.
  };
  std::string name;
  verdict found = verdict::good;
  std::string text;    ///< What was found.
  std::string advice;  ///< What to do; empty when all is well.
};

/// What there is to say of a GPU that is too old for kernels, if this one is.
/// \param capability as nvidia-smi prints it, such as "9.0"; empty where it does not say
std::optional<examination> examine_capability(const std::string& gpu,
                                              const std::string& capability);

}  // namespace kw::grader
