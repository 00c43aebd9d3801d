#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/class/class_run.hpp"

namespace kw::grader {

/// What sbatch is called with for a class: the user's arguments as they are, processors for `jobs`,
/// and a GPU for each task where kernels run on one and the arguments ask for none.
std::vector<std::string> sbatch_arguments(const class_options& options);

/// The script of an array, whose task k grades the k-th of these chunks. \param task the command
/// that grades the chunk whose number follows
std::string array_script(const std::vector<int>& chunks, const std::vector<std::string>& task);

/// What to do where sbatch has refused the work, saying this.
std::string advice_for_refusal(const std::string& said);

/// Throws `usage_error` where each task is to get a GPU, and the cluster names none as a resource.
void require_gpu_resource(const class_options& options);

}  // namespace kw::grader
