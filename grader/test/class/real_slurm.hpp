#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common/base/child_process.hpp"

namespace kw::grader {

/// Slurm itself, on this machine alone: slurmctld and slurmd with all their files in a folder. They
/// trust every user of the machine, so this is for tests. Both end with this object.
class real_slurm {
 public:
  /// Why it cannot be started here; empty when it can.
  static std::string what_is_missing();

  /// Starts it, and waits until it takes work. Throws `std::runtime_error` when it never does.
  explicit real_slurm(const std::filesystem::path& folder);
  ~real_slurm();
  real_slurm(const real_slurm&) = delete;
  real_slurm& operator=(const real_slurm&) = delete;

  /// Hands a job in with these arguments of sbatch. \returns its number
  std::string submit(std::vector<std::string> arguments) const;
  /// Ends a task of an array that runs, "17_1", and puts it into the queue again, as Slurm does
  /// with the tasks of a machine that goes down.
  void requeue(const std::string& task) const;
  void cancel(const std::string& task) const;
  /// Whether nothing is left in the queue, now or within a quarter of an hour.
  bool wait_for_end() const;
  /// What Slurm knows of a task.
  std::string describe(const std::string& task) const;
  /// How many of the two machines, each of which has one processor, have run a task so far.
  int machines_used() const;

 private:
  std::filesystem::path folder_;
  base::child_process controller_;
  base::child_process nodes_[2];
};

}  // namespace kw::grader
