#pragma once

#include <map>
#include <string>
#include <vector>

namespace kw::grader {

/// How fast a lesson's kernels were in one run.
struct history_speed {
  std::string lesson;  ///< "lesson03"
  std::string device;  ///< "cpu" or "cuda"
  double percent = 0;  ///< Of the solution's speed in the same run; the median over the benchmarks.
};

/// What one run of `grade` changed or measured.
struct history_entry {
  std::string when;  ///< ISO 8601, UTC.
  double points = 0;
  double max_points = 0;
  std::map<std::string, double> lessons;  ///< The points of each lesson, by its id.
  std::vector<history_speed> speeds;      ///< Of the lessons that were measured in this run.
};

/// The runs of one learner, the oldest first.
using run_history = std::vector<history_entry>;

}  // namespace kw::grader
