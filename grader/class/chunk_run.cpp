#include "grader/class/chunk_run.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/interrupts.hpp"
#include "grader/class/chunk_file.hpp"
#include "grader/class/class_plan.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/run/machine.hpp"
#include "grader/run/sandbox/shared_folder.hpp"
#include "grader/run/sandbox/workshop.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t kMostStoredBytes = std::uintmax_t{1} << 30;
constexpr int kMostFaultsInARow = 5;

class chunk_run {
 public:
  explicit chunk_run(const chunk_options& options)
      : options_(options), folder_{options.plan}, plan_(read_plan(folder_)) {}

  int run(base::control_groups* groups) {
    choose_entries();
    if (entries_.empty()) {
      return 0;
    }
    prepare(groups);
    grade_all();
    return written_;
  }

 private:
  struct work {
    chunk_entry entry;
    std::string name;
    std::uintmax_t begun = 0;  ///< How often a task has begun with it.
  };

  void choose_entries() {
    for (chunk_entry& entry :
         parse_chunk(base::read_file(folder_.chunk(options_.chunk), kMostStoredBytes))) {
      work one = {std::move(entry), {}, 0};
      one.name = name_of(one.entry);
      std::error_code none;
      const std::uintmax_t begun = fs::file_size(folder_.begun(one.name), none);
      one.begun = none ? 0 : begun;
      if (!read_result(folder_, one.name)) {
        entries_.push_back(std::move(one));
      }
    }
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const work& a, const work& b) { return a.begun < b.begun; });
  }

  void prepare(base::control_groups* groups) {
    untrusted_options options = plan_.options;
    options.box = plan_.use_sandbox ? sandbox::open() : sandbox::none();
    options.groups = groups;
    std::vector<task_kit> kits;
    for (const lesson& lesson : plan_.lessons) {
      const fs::path to = scratch_.path() / "kits" / lesson.id();
      fs::create_directories(to);
      fs::copy(folder_.kits() / lesson.id(), to, fs::copy_options::recursive);
      for (task_kit& kit : task_kit::open_all(lesson, to, plan_.kits)) {
        kits.push_back(std::move(kit));
      }
    }
    options.box.share(scratch_.path() / "kits");
    require_gpu(kits.front(), options);
    environment where = plan_.where;
    where.cpu = cpu_name();
    where.system = system_name();
    where.gpu = kits.front().device() == "cuda" ? gpu_name() : "";
    grading_.emplace(plan_.lessons, std::move(kits), options, where);
    if (grading_->kit_prints() != plan_.prints) {
      throw machine_error("the copy of the course's programs in " + folder_.kits().string() +
                          " is not what the run put there");
    }
    grading_->take_over(plan_.given, folder_.course(), scratch_.path() / "solutions",
                        options_.jobs);
    require_sound("sound");
  }

  /// Where not even the course's own solution passes, nothing may be written about submissions.
  void require_sound(const std::string& name) const {
    const std::string why = grading_->why_unsound(folder_.course(), scratch_.path() / name);
    if (!why.empty()) {
      throw machine_error("this machine cannot grade: " + why);
    }
  }

  void grade_all() {
    const auto suspects = std::find_if(entries_.begin(), entries_.end(),
                                       [](const work& one) { return one.begun > 0; });
    end_ = static_cast<std::size_t>(suspects - entries_.begin());
    std::vector<std::thread> threads;
    for (int job = 0; job < std::min(options_.jobs, static_cast<int>(end_)); ++job) {
      threads.emplace_back([this, job] { grade_next(job); });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    next_ = end_;  // each thread has taken one number too many
    end_ = entries_.size();
    grade_next(0);
    if (base::interrupt_requested()) {
      throw interrupted();
    }
    if (failure_) {
      std::rethrow_exception(failure_);
    }
  }

  void grade_next(int job) {
    const fs::path scratch = scratch_.path() / fmt::format("job{}", job);
    while (!stop_) {
      const std::size_t index = next_++;
      if (index >= end_) {
        return;
      }
      try {
        grade_one(entries_[index], scratch);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
        stop_ = true;
      }
    }
  }

  void grade_one(const work& one, const fs::path& scratch) {
    std::ofstream(folder_.begun(one.name), std::ios::app) << '.' << std::flush;
    class_submission submission;
    submission.who.id = one.entry.id;
    submission.handed_in = one.entry.handed_in;
    try {
      const std::optional<report> earlier = find_earlier(one);
      const report result =
          grading_->grade(submission, one.entry.sources, scratch, 1, earlier ? &*earlier : nullptr);
      write_result(folder_, one.name, result);
      ++written_;
      faults_in_a_row_ = 0;
    } catch (const machine_error& error) {
      fmt::print("{}: {}\n", one.entry.id, error.what());
      base::write_file_atomically(folder_.fault(one.name), error.what());
      if (++faults_in_a_row_ >= kMostFaultsInARow) {
        faults_in_a_row_ = 0;
        require_sound(scratch.filename().string());
      }
    }
  }

  /// The stored result of these files, of which lessons are kept that these tests have graded.
  std::optional<report> find_earlier(const work& one) const {
    const fs::path file =
        folder_.path.parent_path().parent_path() / "results" / (one.entry.id + ".json");
    std::error_code none;
    if (!fs::exists(file, none)) {
      return std::nullopt;
    }
    try {
      report stored = read_report(file);
      if (stored.gradable && stored.who.fingerprint == fingerprint_of(one.entry.sources)) {
        return stored;
      }
    } catch (const usage_error&) {  // of another version: graded again
    }
    return std::nullopt;
  }

  const chunk_options& options_;
  plan_folder folder_;
  class_plan plan_;
  shared_folder scratch_;
  std::vector<work> entries_;
  std::optional<class_grading> grading_;
  std::mutex mutex_;
  std::atomic<std::size_t> next_ = 0;
  std::size_t end_ = 0;
  std::atomic<bool> stop_ = false;
  std::atomic<int> written_ = 0;
  std::atomic<int> faults_in_a_row_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

int run_chunk(const chunk_options& options) {
  base::control_groups* const groups =
      base::control_groups::here();  // before anything else is started
  return chunk_run(options).run(groups);
}

}  // namespace kw::grader
