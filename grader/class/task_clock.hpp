#pragma once

#include <atomic>

namespace kw::grader {

/// How long each task of one submission may take. A file that sleeps in every call takes all of its
/// task's time, so a submission of such files would hold a job for hours: once one of its tasks has
/// used up its time, each that begins later has a tenth of it.
class task_clock {
 public:
  explicit task_clock(double seconds) : seconds_(seconds) {}

  double for_next_task() const { return used_up_ ? seconds_ / 10 : seconds_; }
  bool is_short() const { return used_up_; }
  /// \param seconds that a task took
  void note(double seconds) { used_up_ = used_up_ || seconds >= seconds_; }

 private:
  double seconds_;
  std::atomic<bool> used_up_ = false;  ///< By a task; several are graded at once.
};

}  // namespace kw::grader
