#pragma once

#include <filesystem>
#include <string>

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

  void kill_controller() { controller_.stop(); }
  void start_controller();
  /// Of two machines, each of which has a GPU, as Slurm sees it. The tasks that run go on: each has
  /// a process of its own.
  void kill_node() { nodes_[0].stop(); }
  void start_node(int number = 0);
  /// How many of them have run a task so far.
  int machines_used() const;
  /// What an administrator does where a controller that was killed has started a task twice: Slurm
  /// then gives the machine no work any more.
  void resume_drained_node() const;

 private:
  std::filesystem::path folder_;
  base::child_process controller_;
  base::child_process nodes_[2];
};

}  // namespace kw::grader
