#include "grader/class/class_results.hpp"

namespace kw::grader {

class_results::class_results(class_outcome& outcome, environment where, std::size_t total,
                             const std::function<void(const class_progress&)>& tell)
    : outcome_(outcome),
      store_(outcome.results),
      where_(std::move(where)),
      total_(static_cast<int>(total)),
      tell_(tell) {}

void class_results::keep(report& stored, const class_submission& submission,
                         const commit_times& times) {
  if (result_store::bring_up_to_date(stored, submission.who, times)) {
    store_.put(stored);
  }
  const std::lock_guard lock(mutex_);
  ++outcome_.kept;
  outcome_.absent += submission.handed_in ? 0 : 1;
  outcome_.summary.add(stored, "");
  ++done_;
  tell_with_lock();
}

void class_results::add(const report& result, const class_submission& submission) {
  store_.put(result);
  const std::lock_guard lock(mutex_);
  outcome_.absent += submission.handed_in ? 0 : 1;
  outcome_.graded += result.gradable ? 1 : 0;
  outcome_.summary.add(result, "");
  if (!result.gradable) {
    outcome_.not_gradable.push_back(submission.who.id);
  }
  ++done_;
  tell_with_lock();
}

report class_results::not_gradable(const class_submission& submission,
                                   const std::string& reason) const {
  report result;
  result.where = where_;
  result.who = submission.who;
  result.gradable = false;
  result.reason = reason;
  return result;
}

void class_results::tell_progress() {
  const std::lock_guard lock(mutex_);
  tell_with_lock();
}

void class_results::tell_with_lock() const {
  if (!tell_) {
    return;
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  const int worked = done_ - outcome_.kept;  // results that were there cost no time
  const double left = worked < 1 ? -1 : seconds / worked * (total_ - done_);
  tell_({"", done_, total_, left});
}

}  // namespace kw::grader
