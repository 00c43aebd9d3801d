#include "grader/cli/class_command.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "common/base/files.hpp"
#include "grader/class/class_run.hpp"
#include "grader/class/hand_in_time.hpp"
#include "grader/class/triage.hpp"
#include "grader/forms/csv_table.hpp"
#include "grader/model/error.hpp"
#include "grader/score/points.hpp"

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
class progress_display {
 public:
  ~progress_display() { clear(); }

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

/// "lesson03" for 3, 03 and lesson03; throws `usage_error` for anything else.
std::string lesson_id_of(const std::string& name) {
  const std::string digits = name.rfind("lesson", 0) == 0 ? name.substr(6) : name;
  if (digits.empty() || digits.size() > 2 ||
      digits.find_first_not_of("0123456789") != std::string::npos) {
    throw usage_error(fmt::format("--regrade takes lessons such as 3 or lesson03, not {}", name));
  }
  return fmt::format("lesson{:02}", std::stoi(digits));
}

/// What regrading has changed: the first lines here, and all of them in a table beside the results.
void tell_changes(const class_options& options, const class_outcome& outcome) {
  if (outcome.before.empty()) {
    return;
  }
  constexpr std::size_t kMostLines = 40;
  csv_table table;
  table.cells({"id", "name", "lesson", "before", "after", "changed checks"}).end_row();
  std::set<std::string> students;
  for (const score_change& change : outcome.changes) {
    students.insert(change.id);
    table.cells({change.id, change.name, change.lesson}).number(change.before);
    table.number(change.after).cell(change.what).end_row();
  }
  const std::filesystem::path file =
      options.output / (std::filesystem::path(outcome.before).filename().string() + "-changes.csv");
  base::write_file_atomically(file, table.take());
  fmt::print(
      "Regraded: the points of {} changed. {} has all changes, and {} the results from "
      "before.\n",
      plural(static_cast<int>(students.size()), "submission"), file.string(), outcome.before);
  for (std::size_t i = 0; i < std::min(outcome.changes.size(), kMostLines); ++i) {
    const score_change& change = outcome.changes[i];
    fmt::print("  {:<28} {}  {:>6} -> {:<6} {}\n", change.name, change.lesson,
               format_points(change.before), format_points(change.after), change.what);
  }
  if (outcome.changes.size() > kMostLines) {
    fmt::print("  and {} more\n", outcome.changes.size() - kMostLines);
  }
}

/// What is known of a whole class, and not of one share of it.
void tell_class(const class_summary& summary) {
  for (const std::string& line : summary.about_times()) {
    fmt::print("Lateness: {}.\n", line);
  }
  if (!summary.in_order().empty()) {
    fmt::print("{}.\n", describe(make_triage(summary), summary));
  }
}

int grade_class(const class_options& options) {
  progress_display bar;
  class_outcome outcome;
  try {
    outcome = run_class(options, [&](const auto& step) { bar.show(step); });
  } catch (const interrupted&) {
    bar.clear();
    fmt::print(stderr,
               "grader: stopped. The results so far are kept; the same command resumes the run.\n");
    return kExitInterrupted;
  }
  bar.clear();
  for (const std::string& note : outcome.notes) {
    fmt::print("Note: {}.\n", note);
  }
  if (options.prepare_only) {
    fmt::print(
        "Everything is ready. --shard 1/8 to --shard 8/8, in place of --prepare, each grade an "
        "eighth of the class; any other number will do.\n");
    return kExitDone;
  }
  if (!options.shard) {
    tell_class(outcome.summary);
  }
  fmt::print("{} graded", plural(outcome.graded, "submission"));
  if (outcome.kept > 0) {
    fmt::print(", {} kept from before", outcome.kept);
  }
  if (outcome.absent > 0) {
    fmt::print("; {} handed in nothing", plural(outcome.absent, "student"));
  }
  fmt::print(".\nThe results are in {}. ", outcome.results.string());
  if (options.shard) {
    fmt::print("Once all shards are graded, run the same command without --shard.\n");
  } else {
    fmt::print("`./course report {} --form html,class` makes pages of them.\n",
               outcome.results.string());
  }
  tell_changes(options, outcome);
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
    throw machine_error("the run ended early, because " + outcome.gave_up);
  }
  return outcome.not_gradable.empty() ? kExitDone : kExitMachine;
}

/// How the work is shared, by the processors of this machine or by several machines.
void add_sharing(CLI::App& verb, class_options& options, std::string& shard) {
  verb.add_option("--jobs", options.jobs,
                  "Submissions to grade at once (default: three for two processors)")
      ->check(CLI::Range(1, 200));
  CLI::Option* prepare = verb.add_flag(
      "--prepare", options.prepare_only,
      "Only build and try what grading needs, before several machines grade with --shard");
  CLI::Option* one = verb.add_option(
      "--shard", shard,
      "Grade one share alone, such as 2/8, the second of eight. Others may run at the same time, "
      "on machines that see the same files; in the end, run the command without it");
  one->excludes(prepare);
  for (const char* changes_all : {"--restart", "--regrade", "--hidden-tests"}) {
    one->excludes(verb.get_option(changes_all));
  }
}

/// What to do about tests that change over a term.
void add_changing_tests(CLI::App& verb, class_options& options, std::vector<std::string>& regrade) {
  verb.add_option("--hidden-tests", options.hidden_tests,
                  "A folder with tests of your own, such as 03_masking/tests/2_masked_add.cpp; "
                  "\"none\" for none (default: as in the last run)");
  verb.add_option("--regrade", regrade,
                  "Lessons to grade again because their tests have changed; all other results are "
                  "kept, and a table says what changed")
      ->delimiter(',');
}

/// What a submission may use.
void add_limits(CLI::App& verb, class_options& options) {
  verb.add_option("--call-seconds", options.call_seconds,
                  "Processor time that one call of a kernel's entry function may take, in seconds")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  verb.add_option(
          "--memory", options.memory_megabytes,
          "MB of memory that a submission's program may use, in addition to the tests' data")
      ->check(CLI::Range(64, 1 << 20))
      ->capture_default_str();
}

}  // namespace

void declare_class(CLI::App& app, std::function<int()>& chosen) {
  const auto options = std::make_shared<class_options>();
  const auto seed = std::make_shared<std::uint64_t>(0);
  const auto zone = std::make_shared<std::string>();
  const auto regrade = std::make_shared<std::vector<std::string>>();
  const auto shard = std::make_shared<std::string>();
  CLI::App* verb = app.add_subcommand("class", "Grade the submissions of a class");
  verb->add_option(
          "source", options->source,
          "A folder or an archive that holds a folder or an archive for each student, or the files "
          "of a Canvas export")
      ->required();
  verb->add_option("--lessons", options->lessons, "Lessons to grade (default: all)")
      ->delimiter(',');
  verb->add_option("--roster", options->roster, "A CSV file that names the students");
  verb->add_option("--output", options->output,
                   "The folder for the results, where a later run finds them")
      ->required();
  verb->add_option("--device", options->device,
                   "Where kernels run (with cuda, on the CPU and then on the GPU)")
      ->check(CLI::IsMember({"cpu", "cuda"}))
      ->capture_default_str();
  CLI::Option* seed_option = verb->add_option(
      "--seed", *seed, "Seed of the test data (default: a random one, which later runs keep)");
  add_limits(*verb, *options);
  verb->add_flag("--bench,!--no-bench", options->speed,
                 "Measure correct kernels beside the solution, to give points for speed");
  verb->add_flag("--restart", options->restart, "Discard the results that are already there");
  verb->add_flag("!--no-sandbox", options->use_sandbox,
                 "Run the submissions as yourself: they can read and delete your files");
  add_changing_tests(*verb, *options, *regrade);
  add_sharing(*verb, *options, *shard);
  verb->add_option(
      "--time-zone", *zone,
      "Time zone of times that name none, as in Moodle's exports: Europe/Berlin or +01:00 "
      "(default: this machine's)");
  verb->add_option("--source-dir", options->root, "The course's root folder")
      ->capture_default_str();
  verb->add_option("--build-dir", options->build_folder,
                   "A configured build folder (default: build/cpu or build/cuda)");
  verb->callback([options, seed, seed_option, zone, regrade, shard, &chosen] {
    if (!zone->empty()) {
      set_time_zone(*zone);
    }
    if (seed_option->count() > 0) {
      options->seed = *seed;
    }
    for (const std::string& name : *regrade) {
      options->regrade.push_back(lesson_id_of(name));
    }
    if (!shard->empty()) {
      options->shard = class_shard::parse(*shard);
    }
    chosen = [options] { return grade_class(*options); };
  });
}

}  // namespace kw::grader
