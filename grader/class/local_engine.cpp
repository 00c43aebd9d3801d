#include "grader/class/local_engine.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

#include <fmt/format.h>

#include "common/base/interrupts.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

/// After so many failures of the machine in a row it is tried with the course's own solution.
constexpr int kMostFaultsOfWorkers = 5;

class local_engine {
 public:
  explicit local_engine(const class_work& work) : work_(work) {}

  std::string run() {
    work_.results.tell_progress();
    const int submissions = static_cast<int>(work_.submissions.size());
    tasks_at_once_ = work_.jobs / std::max(1, submissions);
    std::vector<std::thread> threads;
    for (int job = 0; job < std::min(work_.jobs, submissions); ++job) {
      threads.emplace_back([this, job] { grade_next(job); });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    if (base::interrupt_requested()) {
      throw interrupted();
    }
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    return gave_up_;
  }

 private:
  void grade_next(int job) {
    const fs::path scratch = work_.scratch / fmt::format("job{}", job);
    while (!stop_) {
      const std::size_t index = next_++;
      if (index >= work_.submissions.size()) {
        return;
      }
      try {
        grade_one(work_.submissions[index], scratch);
      } catch (...) {  // Ctrl-C, or results that cannot be stored: nothing to go on for
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
        stop_ = true;
        return;
      }
      work_.submissions[index] = {};  // its files are not needed any more
    }
  }

  void grade_one(class_submission& submission, const fs::path& scratch) {
    report result;
    bool read = false;
    try {
      const kernel_sources sources = read_kernels(submission, work_.lessons, work_.course);
      read = true;
      const commit_times times =
          note_times(submission, sources, scratch, work_.grading.options().box);
      std::optional<report> kept = work_.results.find(submission.who.id, fingerprint_of(sources));
      if (kept && work_.grading.is_current(*kept)) {
        work_.results.keep(*kept, submission, times);
        return;
      }
      result = work_.grading.grade(submission, sources, scratch, tasks_at_once_,
                                   kept ? &*kept : nullptr);
      result_store::bring_up_to_date(result, submission.who, times);
    } catch (const machine_error& error) {
      result = work_.results.not_gradable(submission, error.what());
    } catch (const fs::filesystem_error& error) {  // a file that may not be read, or is gone
      result = work_.results.not_gradable(submission, error.what());
    }
    if (base::interrupt_requested()) {
      throw interrupted();
    }
    work_.results.add(result, submission);
    if (many_faults(result, read) && !stop_) {
      stop_where_unsound(result.reason, scratch);
    }
  }

  /// \param read whether its files could be read: if not, that says nothing of the next one's
  /// \returns whether so many faults came in a row that the machine has to be looked at
  bool many_faults(const report& result, bool read) {
    const std::lock_guard lock(mutex_);
    faults_in_a_row_ = result.gradable ? 0 : faults_in_a_row_ + (read ? 1 : 0);
    return faults_in_a_row_ >= kMostFaultsOfWorkers;
  }

  /// One submission cannot end the run for the others: only a machine that fails for the course's
  /// own solution does.
  void stop_where_unsound(const std::string& reason, const fs::path& scratch) {
    const bool unsound = !work_.grading.why_unsound(work_.options.root, scratch).empty();
    const std::lock_guard lock(mutex_);
    faults_in_a_row_ = 0;
    if (unsound && !stop_) {
      gave_up_ = "one submission after another failed: " + reason;
      stop_ = true;
    }
  }

  const class_work& work_;
  std::mutex mutex_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> stop_ = false;
  int tasks_at_once_ = 1;  ///< Of a submission, where there are fewer of them than jobs.
  int faults_in_a_row_ = 0;
  std::string gave_up_;
  std::exception_ptr failure_;
};

}  // namespace

std::string grade_on_this_machine(const class_work& work) {
  return local_engine(work).run();
}

}  // namespace kw::grader
