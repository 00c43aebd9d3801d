#pragma once

#include <string>

namespace kw::grader {

/// What the grader is doing, for a progress display.
struct progress {
  std::string lesson;  ///< "lesson03"
  std::string doing;   ///< "building", "testing", "benchmarking"
  std::string detail;  ///< "4/12"
};

}  // namespace kw::grader
