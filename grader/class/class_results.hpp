#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "grader/class/class_run.hpp"
#include "grader/class/commit_times.hpp"
#include "grader/class/result_store.hpp"
#include "grader/class/submissions.hpp"

namespace kw::grader {

/// The results of a class run: stored, counted and summed up as they
/// come in. Several threads may use it at once.
class class_results {
 public:
  /// \param where of results that could not be graded \param total how many submissions there are
  class_results(class_outcome& outcome, environment where, std::size_t total,
                const std::function<void(const class_progress&)>& tell);

  /// The result of a submission if it belongs to these files; nothing if it has to be graded.
  std::optional<report> find(const std::string& id, const std::string& fingerprint) const {
    return store_.find(id, fingerprint);
  }

  /// Keeps a result from before, with what is known by now of whose it is and when it was handed
  /// in.
  void keep(report& stored, const class_submission& submission, const commit_times& times);

  /// Stores a result of this run.
  void add(const report& result, const class_submission& submission);

  /// The result of a submission that this machine could not grade.
  report not_gradable(const class_submission& submission, const std::string& reason) const;

  /// Tells how far the run has got.
  void tell_progress();

 private:
  void tell_with_lock() const;

  class_outcome& outcome_;
  result_store store_;
  environment where_;
  int total_;
  const std::function<void(const class_progress&)>& tell_;
  mutable std::mutex mutex_;
  int done_ = 0;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace kw::grader
