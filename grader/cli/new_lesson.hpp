#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kw::grader {

/// A lesson to begin.
struct new_lesson_options {
  std::filesystem::path root = ".";
  int number = 0;     ///< 0 for the next free one.
  std::string name;   ///< As files and functions are called: "prefix_sum".
  std::string title;  ///< "Prefix sums"; from the name when empty.
};

/// Writes everything a lesson needs: text, contract, oracle, two tasks, the second of them a blank
/// page, with solutions, skeletons, tests, a benchmark and wrong kernels, and its line in
/// lessons/CMakeLists.txt. It builds, and passes every check of the course; what it teaches is for
/// the author to replace.
///
/// Throws `usage_error`, and writes nothing, for a name that is not an identifier, and for a lesson
/// that already exists. \returns the files written or changed, relative to the root
std::vector<std::filesystem::path> make_new_lesson(const new_lesson_options& options);

}  // namespace kw::grader
