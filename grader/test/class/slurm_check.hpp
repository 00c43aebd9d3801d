#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace kw::grader {

/// A class that was graded on this machine, to be graded through Slurm.
struct slurm_trial {
  std::filesystem::path program;  ///< The grader.
  /// The command that grades the class into a folder, without the words for Slurm.
  std::function<std::vector<std::string>(const std::filesystem::path& output)> command;
  std::filesystem::path folder;  ///< For all files of the trial.
  std::filesystem::path local;   ///< What was graded on this machine.
  int submissions = 0;
};

/// Grades it with a stand-in for Slurm that loses tasks, cuts off results, does not answer and
/// refuses; complains of everything that is not as without Slurm.
void check_with_fake_slurm(const slurm_trial& trial);

/// Grades it with slurmctld and slurmd on this machine, and kills both once. They must be there
/// (`real_slurm::what_is_missing`).
void check_with_real_slurm(const slurm_trial& trial);

}  // namespace kw::grader
