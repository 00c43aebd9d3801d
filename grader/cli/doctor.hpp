#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

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

/// Tries everything that grading needs: compiler, CMake, libraries, sandbox, GPU (with a kernel),
/// disk, memory, and the course's own files. Builds nothing and leaves nothing behind.
/// \param build_folder may be missing or not configured yet
/// \param on_each receives each result as soon as it is known
std::vector<examination> examine(const std::filesystem::path& root,
                                 const std::filesystem::path& build_folder,
                                 const std::function<void(const examination&)>& on_each = {});

}  // namespace kw::grader
