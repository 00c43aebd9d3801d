#pragma once

#include <filesystem>
#include <string>

#include "grader/class/local_engine.hpp"

namespace kw::grader {

/// Throws `usage_error` where Slurm's commands are missing or the other machines of the cluster
/// cannot see `output`, and `machine_error` where Slurm does not answer: better before minutes of
/// work than after.
void require_slurm(const class_options& options);

/// Grades a class through Slurm: job arrays whose tasks grade chunks of the class and leave a file
/// for each result (`plan_folder`). The files alone say what is done. This process submits what is
/// missing, also again, takes the results over as they come, and may be killed at any time: the
/// next run adopts the tasks that are still in the queue. It goes on when the controller is
/// restarted.
///
/// \param where the run is made
/// \returns why it ended early; empty when every submission has a result
/// Throws `usage_error` when Slurm refuses the work, and `interrupted`.
std::string grade_through_slurm(const class_work& work, const environment& where);

}  // namespace kw::grader
