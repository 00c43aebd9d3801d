#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "grader/run/grade.hpp"

namespace kw::grader {

/// Opens exercises in a learner's editor, one after the other.
class exercise_opener {
 public:
  /// \param command as a shell reads it, such as `code -r {}`; `{}` becomes the file's path, which
  ///                otherwise comes last. Empty for no editor
  /// \param root    the course's folder
  exercise_opener(std::string command, std::filesystem::path root)
      : command_(std::move(command)), root_(std::move(root)) {}

  /// Opens the file of the task to write now: the first that is not complete, from this check on.
  /// The file that was opened last is not opened again. The editor gets neither the terminal nor
  /// the grader's output, and is not waited for. Throws `usage_error` if its program is not there.
  void open_next(const lesson_result& result, const std::string& check);

 private:
  std::string command_;
  std::filesystem::path root_, opened_;
};

/// What `./course VERB TASK` prints, or why it could not be run.
std::string run_launcher(const grader& grader, const std::string& verb, const std::string& task);

}  // namespace kw::grader
