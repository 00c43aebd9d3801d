#pragma once

#include <filesystem>
#include <string>

namespace kw::grader {

/// A stand-in for Slurm: sbatch, squeue, scancel and sinfo as scripts, which run the tasks of an
/// array one after the other on this machine. A file of one of these names in its folder makes it
/// fail:
///   down    the controller does not answer
///   refuse  sbatch refuses everything
///   lose    the next task vanishes before it starts
///   die     every task ends at once, with a line in its log
///   cut     of the results that the next task writes, one is cut off
///   killer  holds the beginning of an id: a task ends when it begins to grade that submission
class fake_slurm {
 public:
  /// Puts the scripts first in the PATH.
  explicit fake_slurm(const std::filesystem::path& folder);
  /// Ends what still runs.
  ~fake_slurm();
  fake_slurm(const fake_slurm&) = delete;
  fake_slurm& operator=(const fake_slurm&) = delete;

  void set(const std::string& fault, const std::string& text = "") const;
  void clear(const std::string& fault) const;
  bool is_set(const std::string& fault) const;

  /// How many arrays were submitted.
  int arrays() const;
  /// What sbatch was called with, of the last array.
  std::string arguments() const;

 private:
  std::filesystem::path folder_;
  std::string path_before_;
};

}  // namespace kw::grader
