#pragma once

#include <filesystem>

namespace kw::grader {

/// Which part of a class a task of a cluster grades.
struct chunk_options {
  std::filesystem::path plan;  ///< The folder that the client wrote (`plan_folder`).
  int chunk = 0;
  int jobs = 1;  ///< Submissions at once.
};

/// Grades what is missing of a chunk, and leaves a file for each result. Submissions during which
/// an earlier task ended come last, one at a time. Throws `machine_error` when this machine cannot
/// grade, which the course's own solution finds out; then other machines may.
/// \returns how many results it has written
int run_chunk(const chunk_options& options);

}  // namespace kw::grader
