#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace kw::grader {

/// A class that was graded by one run, to be graded in shards.
struct shard_trial {
  std::filesystem::path program;  ///< The grader.
  /// The command that grades the class into a folder, without the words for shards.
  std::function<std::vector<std::string>(const std::filesystem::path& output)> command;
  std::filesystem::path folder;  ///< For all files of the trial.
  std::filesystem::path whole;   ///< What the one run has written.
  int submissions = 0;
};

/// Grades it in shards that start together, one of which is killed; complains of everything that is
/// not as in the one run.
void check_shards(const shard_trial& trial);

/// Grades it by a job array of Slurm, whose tasks are stopped and queued again. Slurm must be there
/// (`real_slurm::what_is_missing`).
void check_shards_through_slurm(const shard_trial& trial);

}  // namespace kw::grader
