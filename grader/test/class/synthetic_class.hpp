#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/test/class/known_kernels.hpp"

namespace kw::grader {

/// What one synthetic student must get.
struct expectation {
  std::map<std::string, double> points;  ///< By the task's id, "lesson01.3"; those left out give 0.
  std::vector<std::string> said;         ///< Texts that the stored result must hold.
  std::set<std::string> broken = {};     ///< The ids of tasks that are broken.
};

/// A made-up class in a folder, as a test of class runs.
struct synthetic_class {
  std::map<std::string, expectation> students;  ///< By the source: the folder's or archive's name.
};

/// What a made-up class holds.
struct class_contents {
  int count = 200;           ///< At least this many submissions.
  bool distinct = false;     ///< Every kernel file differs from all others, by a comment.
  bool only_mixes = false;   ///< Nothing hostile, and no kernel by itself.
  bool only_broken = false;  ///< Each task of each lesson broken, and nothing else.
  bool halves = false;       ///< Half of a lesson's tasks broken at a time, not one.
};

/// Fills `folder` with submissions: every kernel of the course by itself and mixed, and everything
/// that a class should not hand in but may. The same for the same arguments.
synthetic_class make_class(const std::filesystem::path& folder, const course& course,
                           const known_results& results, const class_contents& contents);

}  // namespace kw::grader
