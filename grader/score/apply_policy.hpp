#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/model/policy.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// Changes the course's checks as the policy says. Throws `usage_error` when one does not exist.
void apply_policy(const policy& policy, course& course);

/// Changes the checks of a result as the policy says, works out what lateness costs, and settles
/// it. Doing it again changes nothing. Throws `usage_error` when a lesson lacks a check that the
/// policy changes.
void apply_policy(const policy& policy, report& report);

/// Manual changes of points, each with the submission it is meant for.
class adjustment_list {
 public:
  adjustment_list() = default;

  /// Reads the file, as `read_adjustments`. Throws `usage_error` with every problem.
  explicit adjustment_list(const std::filesystem::path& file);

  /// Replaces the adjustments of a submission, known by its id, e-mail or a cell of the roster,
  /// with those in this list, and computes its points again. Throws `usage_error` when one names a
  /// lesson or check that the result does not have, or has been another submission's. The file
  /// itself is never written. \param code another name of the submission, which anonymous reports
  /// have; may be empty
  void apply(report& report, const std::string& code = "");

  /// The adjustments that no submission has used yet, in words: most likely misspelt.
  std::vector<std::string> unused() const;

 private:
  struct entry : addressed_adjustment {
    std::string used_by;  ///< The id of its submission; empty before that was found.
  };

  std::string file_;
  std::vector<entry> entries_;
};

}  // namespace kw::grader
