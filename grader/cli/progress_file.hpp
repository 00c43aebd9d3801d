#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "grader/run/grade.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {

/// What a learner has reached, in a small file of the build folder: the points of each lesson when
/// it was last graded, and the lesson that was worked on. A damaged or missing file is an empty
/// one, and one that cannot be written is no reason to stop.
class progress_file {
 public:
  explicit progress_file(const grader& grader);

  /// Notes a lesson's result, and that it is the one being worked on.
  void note(const lesson_result& result);

  /// The lesson that was worked on last; empty for none.
  const std::string& latest() const { return latest_; }
  bool complete(const std::string& lesson) const;

  /// "01 ok  02 12/20  03 -": all lessons, the one being worked on in bold, and the points.
  std::string describe(const course& course, const std::string& current,
                       const text_style& style) const;

 private:
  struct entry {
    std::string state;  ///< "complete", "incomplete", ...
    double points = 0, max_points = 0;
  };

  std::filesystem::path file_;
  std::string latest_;
  std::map<std::string, entry> lessons_;
};

}  // namespace kw::grader
