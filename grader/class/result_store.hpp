#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grader/class/commit_times.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// The results of a class run: a file for each submission, which appears whole or not at all.
/// Several threads may use it at once.
class result_store {
 public:
  explicit result_store(std::filesystem::path folder);

  /// Removes what was left over by runs that were killed while they wrote. No other may write now.
  static void remove_unfinished(const std::filesystem::path& folder);

  /// The result of a submission if it belongs to these files; nothing if it has to be graded.
  std::optional<report> find(const std::string& id, const std::string& fingerprint) const;

  /// Stores a result.
  void put(const report& result);

  /// Brings what is known about the student and the times up to date in a result that is kept: the
  /// roster may be a new one. \returns whether that changed anything
  static bool bring_up_to_date(report& stored, const submission& who, const commit_times& times);

 private:
  std::filesystem::path folder_;
};

}  // namespace kw::grader
