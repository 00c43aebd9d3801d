#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/process.hpp"

namespace kw::grader {

/// What building a target came to.
struct build_outcome {
  bool succeeded = false;
  bool timed_out = false;
  std::string output;
  double seconds = 0;
};

/// The variables of a folder's CMakeCache.txt; none where there is no such file.
std::map<std::string, std::string> read_cmake_cache(const std::filesystem::path& folder);

/// A configured CMake build folder.
class build_folder {
 public:
  /// Reads what CMake wrote down. Throws `machine_error`, with what to do, when the folder is
  /// missing or was never configured, or when CMake or the compiler is gone.
  static build_folder open(const std::filesystem::path& folder,
                           const std::filesystem::path& source_root);

  const std::filesystem::path& path() const { return path_; }

  /// A variable of CMakeCache.txt; empty when there is none.
  std::string cached(const std::string& name) const;

  /// Whether the lessons are built for CUDA as well.
  bool has_cuda() const;

  std::string compiler() const { return cached("KW_COMPILER"); }  ///< "g++ 12.2.0"
  /// "nvcc 13.0.48", or empty.
  std::string cuda_compiler() const { return has_cuda() ? cached("KW_CUDA_COMPILER") : ""; }
  std::string cmake_version() const;

  /// Builds targets. An error in one does not keep the others from being built. `on_output` sees
  /// the build tool's output. Throws `machine_error` when the build could not even be tried: a
  /// full disk, a target the folder does not know, a configuration that fails.
  build_outcome build(const std::vector<std::string>& targets, double timeout_seconds,
                      std::function<void(std::string_view)> on_output = {},
                      std::function<bool()> should_stop = {}) const;

  /// The program of a target of a lesson; empty when it is not built.
  std::filesystem::path program(const std::string& target) const;

  /// The command line that builds a target, as a user would type it.
  std::string build_command(const std::string& target) const;

 private:
  base::process_request building(const std::vector<std::string>& targets) const;
  void require_tools() const;

  std::filesystem::path path_;
  std::filesystem::path source_root_;
  std::map<std::string, std::string> cache_;
};

/// The last "[3/12]" in a piece of the build tool's output, without the brackets; or nothing.
std::string last_step(std::string_view piece);

}  // namespace kw::grader
