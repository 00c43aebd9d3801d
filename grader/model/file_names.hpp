// Names of files that are not quite those of the tasks: "VectorAdd.cpp", "2_masked_add (1).cpp".
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "grader/model/course.hpp"

namespace kw::grader {

/// The task of a lesson that a file of this name was most likely meant for: its name in another
/// spelling, without its number, as a browser or a file manager names a copy, with another ending,
/// or with a letter that is wrong. The task's own name is meant for it as well. Null when no task
/// or more than one fits, and for files that are not sources, such as an editor's backup.
const check* task_meant(const lesson& lesson, std::string_view file);

/// A file beside the exercises of a lesson that is not graded, and the task it seems to be meant
/// for.
struct stray_file {
  std::filesystem::path file;  ///< Relative to the course's root.
  const check* task = nullptr;
};

/// Every such file in the lesson's folder of a tree, in the order of their names. The lesson must
/// be whole, since a part of it (`part_of`) does not know the files of its other tasks.
std::vector<stray_file> find_strays(const std::filesystem::path& root, const lesson& lesson,
                                    kernel_tree tree);

}  // namespace kw::grader
