#include "grader/class/slurm_engine.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/base/interrupts.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/class/slurm_arguments.hpp"
#include "grader/class/slurm_chunks.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;
using clock = slurm_chunk::clock;

/// After so many tries that lead nowhere, something is not graded.
constexpr int kTries = 3;
/// While nothing at all was graded in this run, after so many tasks of a chunk without a result.
constexpr int kMostFruitless = 6;
/// Tasks that vanish before they start are the cluster's doing, not the submissions'.
constexpr int kMostLost = 20;

/// The name of a plan's jobs: short, and another one for each folder.
std::string job_name(const fs::path& plan) {
  return "kw-" + base::fnv1a_digits(fs::absolute(plan).lexically_normal().string()).substr(0, 10);
}

void pause(double seconds) {
  const auto end = clock::now() + std::chrono::duration<double>(seconds);
  while (clock::now() < end) {
    if (base::interrupt_requested()) {
      throw interrupted();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

/// Ends the tasks of plans that are of no use any more, and removes them. \param kept the name of
/// the one that stays
void drop_plans(const fs::path& folder, const fs::path& kept) {
  std::vector<fs::path> plans;
  std::error_code none;
  for (auto at = fs::directory_iterator(folder, none); !none && at != fs::directory_iterator();
       at.increment(none)) {
    plans.push_back(at->path());
  }
  for (const fs::path& plan : plans) {
    if (plan.filename() == kept) {
      continue;
    }
    if (const auto tasks = slurm_queue(job_name(plan), {}).look()) {
      slurm_queue::cancel(*tasks);
    }
    std::error_code ignored;
    fs::remove_all(plan, ignored);
  }
}

class slurm_engine {
 public:
  slurm_engine(const class_work& work, plan_folder plan)
      : work_(work),
        how_(work.options.slurm),
        plan_(std::move(plan)),
        queue_(job_name(plan_.path), sbatch_arguments(work.options)),
        chunks_(work, plan_) {
    for (const auto& entry : fs::directory_iterator(plan_.path / "arrays")) {
      next_array_ = std::max(next_array_, std::atoi(entry.path().stem().c_str()) + 1);
    }
  }

  std::string run() {
    work_.results.tell_progress();
    if (const auto tasks = queue_.look()) {
      chunks_.adopt(*tasks);
    }
    chunks_.read_class();
    while (true) {
      const int taken = chunks_.collect();
      arrived_ += taken;
      heard_ = taken > 0 ? clock::now() : heard_;
      if (chunks_.complete()) {
        break;
      }
      follow_queue();
      if (!gave_up_.empty()) {
        break;
      }
      submit_what_is_missing();
      work_.results.tell_progress(in_words());
      pause(time_between_looks());
    }
    tidy_up();
    return gave_up_;
  }

 private:
  void follow_queue() {
    const auto tasks = queue_.look();
    answers_ = tasks.has_value();
    if (!answers_) {
      for (slurm_chunk& chunk : chunks_.all()) {
        chunk.outage = true;
      }
      if (std::chrono::duration<double>(clock::now() - heard_).count() > how_.patience_seconds) {
        gave_up_ = fmt::format(
            "Slurm's controller has not answered for {:.0f} minutes: {}. The results so far are "
            "kept; run the same command again when `squeue` works",
            how_.patience_seconds / 60, queue_.why_no_answer());
      }
      return;
    }
    heard_ = clock::now();
    std::set<std::pair<int, int>> queued;
    running_ = waiting_ = 0;
    reason_.clear();
    std::vector<queued_task> stuck;
    for (const queued_task& task : *tasks) {
      if (task.stuck) {  // its chunk is submitted again
        stuck.push_back(task);
        continue;
      }
      queued.emplace(task.array, task.index);
      (task.runs ? running_ : waiting_) += 1;
      reason_ = task.runs || task.reason.empty() ? reason_ : task.reason;
    }
    slurm_queue::cancel(stuck);
    for (slurm_chunk& chunk : chunks_.all()) {
      if (chunk.submitted && !chunk.missing.empty() && gave_up_.empty()) {
        follow(chunk, queued.count({chunk.array, chunk.index}) != 0);
      }
    }
  }

  void follow(slurm_chunk& chunk, bool queued) {
    if (queued) {
      chunk.gone = clock::time_point::max();
    } else if (chunk.gone == clock::time_point::max()) {
      chunk.gone = clock::now();
    } else if (std::chrono::duration<double>(clock::now() - chunk.gone).count() >=
               how_.settle_seconds) {
      end_of_task(chunk);
    }
  }

  /// A task has ended, and not all of its results are there.
  void end_of_task(slurm_chunk& chunk) {
    chunk.submitted = false;
    const bool fruitful = chunk.missing.size() < chunk.missing_then;
    const bool begun = fruitful || chunks_.begun(chunk) > chunk.begun_then;
    const bool started = begun || fs::exists(plan_.log(chunk.array, chunk.index));
    chunk.fruitless = fruitful ? 0 : chunk.fruitless + (started ? 1 : 0);
    chunk.failures = begun ? 0 : chunk.failures + (started ? 1 : 0);
    chunk.lost = started ? 0 : chunk.lost + (chunk.outage ? 0 : 1);
    for (const std::string& name : chunks_.begun_often(chunk, kTries)) {
      give_up(chunk, name);
    }
    const bool too_often = chunk.failures >= kTries || chunk.lost >= kMostLost;
    if (arrived_ == 0 && chunk.lost >= kTries) {
      gave_up_ = fmt::format(
          "Slurm took the tasks, and none of them left a log in {}. Do all machines of the "
          "partition see this folder? --output chooses another one",
          (plan_.path / "logs").string());
    } else if (arrived_ == 0 && !chunk.missing.empty() &&
               (too_often || chunk.fruitless >= kMostFruitless)) {
      gave_up_ = fmt::format("task after task ended without a result. {}", about_log(chunk));
    } else if (too_often) {
      for (const std::string& name : std::set<std::string>(chunk.missing)) {
        give_up(chunk, name);
      }
    }
  }

  void give_up(slurm_chunk& chunk, const std::string& name) {
    const fs::path log = plan_.log(chunk.array, chunk.index);
    chunks_.give_up(
        chunk, name,
        fmt::format("Slurm's tasks ended again and again without a result for it; the log of the "
                    "last one is {} in the run's folder",
                    log.lexically_relative(plan_.path.parent_path().parent_path()).string()));
  }

  /// Where the log of a chunk's last task is, and its last lines.
  std::string about_log(const slurm_chunk& chunk) const {
    constexpr std::size_t kMostBytes = 800;
    const fs::path file = plan_.log(chunk.array, chunk.index);
    std::string text = base::plain_text(base::read_text_file(file));
    text.erase(text.find_last_not_of(" \n") + 1);
    if (text.size() > kMostBytes) {
      const std::size_t line = text.find('\n', text.size() - kMostBytes);
      text.erase(0, line == std::string::npos ? text.size() - kMostBytes : line + 1);
    }
    return text.empty()
               ? fmt::format("The log of the last one, {}, is empty", file.string())
               : fmt::format("The log of the last one, {}, ends with:\n{}", file.string(), text);
  }

  void submit_what_is_missing() {
    std::vector<slurm_chunk*> ready;
    for (slurm_chunk& chunk : chunks_.all()) {
      if (!chunk.submitted && !chunk.missing.empty()) {
        ready.push_back(&chunk);
      }
    }
    if (!answers_ || clock::now() < hold_until_) {
      return;
    }
    const std::size_t most = ready.empty() ? 1 : static_cast<std::size_t>(queue_.most_tasks());
    for (std::size_t begin = 0; begin < ready.size(); begin += most) {
      const std::size_t end = std::min(begin + most, ready.size());
      if (!submit({ready.begin() + static_cast<std::ptrdiff_t>(begin),
                   ready.begin() + static_cast<std::ptrdiff_t>(end)})) {
        return;
      }
    }
  }

  /// \returns whether Slurm may take more
  bool submit(const std::vector<slurm_chunk*>& ready) {
    const int array = next_array_++;
    std::vector<int> numbers;
    for (slurm_chunk* chunk : ready) {
      numbers.push_back(chunk->number);
      chunks_.note_submitted(*chunk, array, static_cast<int>(numbers.size()) - 1);
    }
    // Both before sbatch, so the next run knows the tasks even if this one is killed now.
    base::write_file_atomically(plan_.array(array, ".json"), json(numbers).dump() + "\n");
    base::write_file_atomically(
        plan_.array(array, ".sh"),
        array_script(numbers,
                     {plan_.program().string(), "class-task", "--jobs",
                      std::to_string(std::max(1, work_.options.jobs)), plan_.path.string()}));
    std::string said;
    const slurm_queue::submitted answer =
        queue_.submit(array, static_cast<int>(numbers.size()), plan_.array(array, ".sh"),
                      (plan_.path / "logs" / fmt::format("{}-%a.log", array)).string(), said);
    if (answer == slurm_queue::submitted::refused && running_ + waiting_ == 0) {
      throw usage_error(
          fmt::format("sbatch refused the work: {}\n{}", said, advice_for_refusal(said)));
    }
    if (answer == slurm_queue::submitted::refused) {  // there is no room now
      constexpr auto kUntilNextTry = std::chrono::seconds(30);
      hold_until_ = clock::now() + kUntilNextTry;
    }
    for (slurm_chunk* chunk : ready) {
      chunk->outage = answer == slurm_queue::submitted::no_answer;
      chunk->submitted = answer != slurm_queue::submitted::refused;
    }
    waiting_ += answer == slurm_queue::submitted::taken ? static_cast<int>(ready.size()) : 0;
    return answer == slurm_queue::submitted::taken;
  }

  /// Often in a short run; in a long one, so rarely that the controller does not notice.
  double time_between_looks() const {
    const double seconds = std::chrono::duration<double>(clock::now() - began_).count();
    return std::clamp(seconds / 20, 0.25, 5.0);
  }

  std::string in_words() const {
    if (!answers_) {
      return "Slurm's controller does not answer; waiting for it";
    }
    std::string text = fmt::format("Slurm: {} running, {} waiting", running_, waiting_);
    return waiting_ > 0 && !reason_.empty() ? fmt::format("{} ({})", text, reason_) : text;
  }

  /// What is still in the queue has nothing to do. The files are needed only where something could
  /// not be graded.
  void tidy_up() {
    const bool given_up = !gave_up_.empty();
    const auto tasks = queue_.look();
    if (tasks && !tasks->empty()) {
      slurm_queue::cancel(*tasks);
    }
    if (!given_up && !work_.results.any_not_gradable()) {
      std::error_code ignored;
      fs::remove_all(plan_.path.parent_path(), ignored);
    }
  }

  const class_work& work_;
  const slurm_options& how_;
  plan_folder plan_;
  slurm_queue queue_;
  slurm_chunks chunks_;
  int next_array_ = 1;
  int arrived_ = 0;  ///< Results in this run.
  bool answers_ = true;
  clock::time_point hold_until_ = clock::time_point::min();  ///< When to hand over more work.
  clock::time_point began_ = clock::now();
  clock::time_point heard_ = began_;  ///< Of the controller, or of a task.
  int running_ = 0;
  int waiting_ = 0;
  std::string reason_;
  std::string gave_up_;
};

}  // namespace

void require_slurm(const class_options& options) {
  slurm_queue::require_commands();
  require_shared(options.output);
  slurm_queue queue("kw", {});
  constexpr int kLooks = 3;
  for (int look = 1; !queue.look(); ++look) {
    if (look == kLooks) {
      throw machine_error(fmt::format(
          "Slurm does not answer: {}\n`sinfo` shows whether its controller is running and "
          "this machine is set up for it",
          queue.why_no_answer()));
    }
    pause(2);
  }
  require_gpu_resource(options);
}

std::string grade_through_slurm(const class_work& work, const environment& where) {
  const fs::path folder = fs::absolute(work.options.output).lexically_normal() / "slurm";
  if (work.options.restart) {
    drop_plans(folder, {});
  }
  const plan_folder plan = write_plan(folder, work.options, work.lessons, work.grading, where);
  drop_plans(folder, plan.path.filename());
  return slurm_engine(work, plan).run();
}

}  // namespace kw::grader
