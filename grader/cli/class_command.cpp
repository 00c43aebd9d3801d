#include "grader/cli/class_command.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "grader/class/class_run.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

std::string time_left(double seconds) {
  if (seconds < 0) {
    return "";
  }
  if (seconds < 50) {
    return fmt::format("about {} s left", static_cast<int>(std::ceil(seconds / 5) * 5));
  }
  const int minutes = static_cast<int>(std::ceil(seconds / 60));
  return minutes < 90 ? fmt::format("about {} min left", minutes)
                      : fmt::format("about {:.1f} h left", seconds / 3600);
}

/// A bar that is rewritten on a terminal; a line for each tenth elsewhere.
class progress_bar {
 public:
  ~progress_bar() { clear(); }

  void show(const class_progress& progress) {
    const std::string text = line(progress);
    if (terminal_) {
      fmt::print(stderr, "\r\033[K{}", text);
      shown_ = true;
    } else if (const int tenth = progress.total > 0 ? 10 * progress.done / progress.total : -1;
               !progress.doing.empty() || tenth != last_tenth_) {
      last_tenth_ = tenth;
      fmt::print(stderr, "{}\n", text);
    }
    std::fflush(stderr);
  }

  void clear() {
    if (shown_) {
      fmt::print(stderr, "\r\033[K");
      shown_ = false;
    }
  }

 private:
  static std::string line(const class_progress& progress) {
    if (!progress.doing.empty()) {
      return progress.doing + " ...";
    }
    constexpr int kWidth = 30;
    const int filled = progress.total > 0 ? kWidth * progress.done / progress.total : kWidth;
    return fmt::format("[{}{}] {}/{} submissions  {}", std::string(filled, '#'),
                       std::string(kWidth - filled, '.'), progress.done, progress.total,
                       progress.done < progress.total ? time_left(progress.seconds_left) : "");
  }

  bool terminal_ = isatty(STDERR_FILENO) == 1;
  bool shown_ = false;
  int last_tenth_ = -1;
};

std::string plural(int count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

int grade_class(const class_options& options) {
  progress_bar bar;
  class_outcome outcome;
  try {
    outcome = run_class(options, [&](const auto& step) { bar.show(step); });
  } catch (const interrupted&) {
    bar.clear();
    fmt::print(stderr, "grader: stopped. The results so far are kept; the same command goes on.\n");
    return kExitInterrupted;
  }
  bar.clear();
  for (const std::string& note : outcome.notes) {
    fmt::print("Note: {}.\n", note);
  }
  fmt::print("{} graded", plural(outcome.graded, "submission"));
  if (outcome.kept > 0) {
    fmt::print(", {} kept from before", outcome.kept);
  }
  if (outcome.absent > 0) {
    fmt::print("; of {} nothing was handed in", plural(outcome.absent, "student"));
  }
  fmt::print(
      ".\nThe results are in {0}. `./course report {0} --form html,class` makes pages of them.\n",
      outcome.results.string());
  fmt::print(
      "The log of the run ends with {}. Keep this number elsewhere, for `./course verify`.\n",
      outcome.log_hash);
  if (!outcome.not_gradable.empty()) {
    fmt::print(stderr,
               "{} could not be graded, through no fault of the students; the reason is in each "
               "result. They have no score. Run the same command again to grade them:\n",
               plural(static_cast<int>(outcome.not_gradable.size()), "submission"));
    for (const std::string& id : outcome.not_gradable) {
      fmt::print(stderr, "  {}\n", id);
    }
  }
  if (!outcome.gave_up.empty()) {
    throw machine_error("the run ended early, since one submission after another failed: " +
                        outcome.gave_up);
  }
  return outcome.not_gradable.empty() ? kExitDone : kExitMachine;
}

}  // namespace

void declare_class(CLI::App& app, std::function<int()>& chosen) {
  const auto options = std::make_shared<class_options>();
  const auto seed = std::make_shared<std::uint64_t>(0);
  CLI::App* verb = app.add_subcommand("class", "Grade the submissions of a class");
  verb->add_option("source", options->source,
                   "A folder or an archive: a folder or an archive for each student, or the files "
                   "of a Canvas export")
      ->required();
  verb->add_option("--lessons", options->lessons, "Lessons to grade (default: all)")
      ->delimiter(',');
  verb->add_option("--roster", options->roster, "A CSV file that names the students");
  verb->add_option("--output", options->output, "Where the results go, and are found again")
      ->required();
  verb->add_option("--device", options->device,
                   "Where kernels run; on CUDA one submission at a time")
      ->check(CLI::IsMember({"cpu", "cuda"}))
      ->capture_default_str();
  verb->add_option("--jobs", options->jobs, "Submissions at once (default: one a processor)")
      ->check(CLI::Range(1, 200));
  CLI::Option* seed_option =
      verb->add_option("--seed", *seed, "Of the test data (default: drawn by chance, and kept)");
  verb->add_option("--call-seconds", options->call_seconds,
                   "Processor time of one call of a kernel's entry function")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  verb->add_option("--memory", options->memory_megabytes,
                   "MB of memory of a submission's program, besides the tests' data")
      ->check(CLI::Range(64, 1 << 20))
      ->capture_default_str();
  verb->add_flag("--bench,!--no-bench", options->speed,
                 "Measure what is right beside the solution, for points for speed");
  verb->add_flag("--restart", options->restart, "Forget the results that are there");
  verb->add_flag("!--no-sandbox", options->use_sandbox,
                 "Run the submissions as yourself: they can read and delete your files");
  verb->add_option("--source-dir", options->root, "The course's root folder")
      ->capture_default_str();
  verb->add_option("--build-dir", options->build_folder,
                   "A configured build folder (default: build/cpu or build/cuda)");
  verb->callback([options, seed, seed_option, &chosen] {
    if (seed_option->count() > 0) {
      options->seed = *seed;
    }
    chosen = [options] { return grade_class(*options); };
  });
}

}  // namespace kw::grader
