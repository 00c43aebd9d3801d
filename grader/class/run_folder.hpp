#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grader/class/class_run.hpp"

namespace kw::grader {

/// Keeps a second run out of the same output folder, also after a kill -9.
class folder_lock {
 public:
  /// Throws `usage_error` where another run is in it.
  explicit folder_lock(const std::filesystem::path& folder);
  ~folder_lock();
  folder_lock(const folder_lock&) = delete;
  folder_lock& operator=(const folder_lock&) = delete;

 private:
  int descriptor_ = -1;
};

/// The seed of the run that wrote `file`; nothing where there is none, or it is to be forgotten.
/// Scores of one folder must be made by the same tests with the same data, so this throws
/// `usage_error` where that run was another one. \param same what has to be as it was
std::optional<std::uint64_t> seed_of_earlier_run(const std::filesystem::path& file,
                                                 const nlohmann::json& same,
                                                 const class_options& options);

/// Adds a note where no control group counts the memory of a submission as a whole, and how to get
/// one.
void note_limits(bool has_groups, const class_options& options, std::vector<std::string>& notes);

}  // namespace kw::grader
