#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "grader/run/grade.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {

/// What a learner has reached, in a small file of the build folder: the points of each check when
/// it was last graded, and the lesson that was worked on. Its "states" say "complete" or
/// "incomplete" for each lesson and each task, by their ids, for the launcher to look up. A damaged
/// or missing file counts as empty, and one that cannot be written does not stop the grader.
class progress_file {
 public:
  explicit progress_file(const grader& grader);

  /// Notes the result of a lesson or a part of it, and that it is the one being worked on.
  void note(const lesson_result& result);

  /// The lesson that was worked on last; empty for none.
  const std::string& latest() const { return latest_; }
  bool complete(const lesson& lesson) const;

  /// The first lesson after this one that is not complete, or else the first of all; electives are
  /// not among them. Null when every lesson is complete.
  const lesson* next_after(const lesson& lesson) const;

  /// The first task of this lesson that is not complete, also where `part` has other tasks of it
  /// alone. Null when all of them are.
  const check* next_task(const lesson& part) const;

  /// "Next: lesson04, Reductions (press n)": after a lesson that is complete.
  std::string describe_next(const lesson& lesson) const;

  /// All lessons, one per line, with their points.
  std::string describe_lessons(const std::string& current, const text_style& style) const;

  /// "01 ok  02 12/20  03 -": all lessons in lines of at most `columns`, the one being worked on in
  /// bold, and the points. Those of electives count apart, as in a report.
  std::string describe(const std::string& current, const text_style& style,
                       std::size_t columns) const;

 private:
  struct entry {
    bool complete = false;  ///< Or it counts neither way.
    double points = 0, max_points = 0;
  };
  using entries = std::map<std::string, entry>;  ///< By the check's id.

  struct reached_points {
    double own = 0, most = 0;
  };

  const entries* find(const lesson& lesson) const;
  reached_points points_of(const lesson& lesson) const;
  void write() const;

  const course& course_;
  std::filesystem::path file_;
  std::string latest_;
  std::map<std::string, entries> lessons_;  ///< By the lesson's id.
};

}  // namespace kw::grader
