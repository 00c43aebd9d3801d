#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// What one synthetic student must get.
struct expectation {
  std::map<std::string, double> points;  ///< By the task's id, "lesson01.3"; those left out give 0.
  std::vector<std::string> said;         ///< Texts that the stored result must hold.
  std::string broken = {};  ///< The id of a task that must not get all its points; may be empty.
};

/// A made-up class in a folder, as a test of class runs.
struct synthetic_class {
  std::map<std::string, expectation> students;  ///< By the source: the folder's or archive's name.
};

/// The results of kernel files, each as its lesson reduced to its task, by the task's id and the
/// kernel's name: "solution", "skeleton", or the name of one of the kernels in wrong/.
using known_results = std::map<std::pair<std::string, std::string>, lesson_result>;

/// What a made-up class holds.
struct class_plan {
  int count = 200;                  ///< At least so many submissions.
  bool distinct = false;            ///< Every kernel file differs from all others, by a comment.
  bool only_mixes = false;          ///< Nothing hostile, and no kernel by itself.
  std::filesystem::path generated;  ///< The build folder's wrong kernels.
};

/// Fills `folder` with submissions: every kernel of the course by itself and mixed, and everything
/// that a class should not but may hand in. The same for the same arguments.
synthetic_class make_class(const std::filesystem::path& folder, const course& course,
                           const known_results& results, const class_plan& plan);

}  // namespace kw::grader
