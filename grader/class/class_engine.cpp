#include "grader/class/class_engine.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/interrupts.hpp"
#include "grader/class/commit_times.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

/// After so many failures of the machine in a row it is tried with the course's own solution.
constexpr int kMostFaultsOfWorkers = 5;

/// The stored result of a submission if it belongs to these files; nothing if it has to be graded.
std::optional<report> find_result(const fs::path& file, const std::string& fingerprint) {
  if (!fs::exists(file)) {
    return std::nullopt;
  }
  try {
    report stored = read_report(file);
    if (stored.gradable && stored.who.fingerprint == fingerprint) {
      return stored;
    }
  } catch (const usage_error&) {  // not ours, or of another version: graded again
  }
  return std::nullopt;
}

/// Brings what is known about the student and the times up to date: the roster may be a new one.
/// \returns whether that changed anything
bool bring_up_to_date(report& result, const submission& who, const commit_times& times) {
  const std::string_view kEntered = "This was entered as the submission of ";
  std::erase_if(result.notes,
                [&](const std::string& note) { return note.rfind(kEntered, 0) == 0; });
  if (!who.roster.empty()) {
    result.notes.push_back(fmt::format("{}{}{}. If that is not you, tell your instructor.",
                                       kEntered, who.name,
                                       who.email.empty() ? "" : fmt::format(" ({})", who.email)));
  }
  submission now = who;
  now.fingerprint = result.who.fingerprint;
  bool changed = !(now == result.who);
  result.who = std::move(now);
  for (lesson_result& lesson : result.lessons) {
    const auto found = times.lessons.find(lesson.definition.id());
    const std::string time = found != times.lessons.end() ? found->second : "";
    changed = changed || lesson.handed_in != time;
    lesson.handed_in = time;
  }
  return changed;
}

class class_engine {
 public:
  class_engine(const class_work& work, class_outcome& outcome)
      : work_(work), outcome_(outcome), total_(static_cast<int>(work.submissions.size())) {}

  void run() {
    tell_progress();
    tasks_at_once_ = work_.jobs / std::max(1, total_);
    for_each_at_once(work_.submissions.size(), work_.jobs, [&](std::size_t number, int job) {
      if (!stop_) {
        grade_one(work_.submissions[number], work_.scratch / fmt::format("job{}", job));
        work_.submissions[number] = {};  // its files are not needed any more
      }
    });
    if (base::interrupt_requested()) {
      throw interrupted();
    }
    std::sort(outcome_.not_gradable.begin(), outcome_.not_gradable.end());
  }

 private:
  void grade_one(class_submission& submission, const fs::path& scratch) {
    report result;
    result.where = work_.where;
    result.who = submission.who;
    result.gradable = false;
    bool read = false;
    try {
      const kernel_sources sources = read_kernels(submission, work_.lessons, work_.course);
      read = true;
      const commit_times times = note_times(submission, sources, work_.grading.options().box);
      result.who = submission.who;
      std::optional<report> kept = find_result(file_of(submission), fingerprint_of(sources));
      if (kept && work_.grading.is_current(*kept)) {
        if (bring_up_to_date(*kept, submission.who, times)) {
          store(*kept, submission);
        }
        count(*kept, submission, true);
        return;
      }
      report graded = work_.grading.grade(submission, sources, scratch, tasks_at_once_,
                                          kept ? &*kept : nullptr);
      bring_up_to_date(graded, submission.who, times);
      result = std::move(graded);
    } catch (const machine_error& error) {
      result.reason = error.what();
    } catch (const fs::filesystem_error& error) {  // a file that may not be read, or is gone
      result.reason = error.what();
    }
    if (base::interrupt_requested()) {
      throw interrupted();
    }
    store(result, submission);
    count(result, submission, false);
    if (many_faults(result, read) && !stop_) {
      stop_where_unsound(result.reason, scratch);
    }
  }

  fs::path file_of(const class_submission& submission) const {
    return outcome_.results / (submission.who.id + ".json");
  }

  void store(const report& result, const class_submission& submission) const {
    base::write_file_atomically(file_of(submission), to_json(result));
  }

  /// \param kept whether the result was there before
  void count(const report& result, const class_submission& submission, bool kept) {
    const std::lock_guard lock(mutex_);
    outcome_.absent += submission.handed_in ? 0 : 1;
    outcome_.kept += kept ? 1 : 0;
    outcome_.graded += result.gradable && !kept ? 1 : 0;
    outcome_.summary.add(result, "");
    if (!result.gradable) {
      outcome_.not_gradable.push_back(submission.who.id);
    }
    ++done_;
    tell_progress();
  }

  /// Call with `mutex_` held once threads work.
  void tell_progress() const {
    if (!work_.tell) {
      return;
    }
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
    const int worked = done_ - outcome_.kept;  // results that were there cost no time
    work_.tell({"", done_, total_, worked < 1 ? -1 : seconds / worked * (total_ - done_)});
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
      outcome_.gave_up = "one submission after another failed: " + reason;
      stop_ = true;
    }
  }

  const class_work& work_;
  class_outcome& outcome_;
  const int total_;
  std::mutex mutex_;
  std::atomic<bool> stop_ = false;
  int tasks_at_once_ = 1;  ///< Of a submission, where there are fewer of them than jobs.
  int done_ = 0;
  int faults_in_a_row_ = 0;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace

void grade_submissions(const class_work& work, class_outcome& outcome) {
  class_engine(work, outcome).run();
}

void remove_unfinished(const fs::path& results) {
  for (const fs::directory_entry& entry : fs::directory_iterator(results)) {
    if (entry.path().extension() == ".tmp") {
      std::error_code ignored;
      fs::remove(entry.path(), ignored);
    }
  }
}

}  // namespace kw::grader
