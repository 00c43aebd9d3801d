#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "common/base/files.hpp"
#include "grader/class/class_run.hpp"
#include "grader/class/hand_in_time.hpp"
#include "grader/class/triage.hpp"
#include "grader/cli/make_forms.hpp"
#include "grader/cli/progress_line.hpp"
#include "grader/cli/verbs.hpp"
#include "grader/forms/class_forms.hpp"
#include "grader/model/error.hpp"
#include "grader/score/points.hpp"
#include "grader/score/words.hpp"

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

/// A bar on a terminal; elsewhere a line for each tenth.
void show(progress_line& bar, const class_progress& progress) {
  const std::string line =
      !progress.doing.empty()
          ? progress.doing + " ..."
          : fmt::format("{}{}/{} submissions  {}", bar_of(progress.done, progress.total, 30),
                        progress.done, progress.total,
                        progress.done < progress.total ? time_left(progress.seconds_left) : "");
  const int tenth = progress.total > 0 ? 10 * progress.done / progress.total : -1;
  bar.show(line, line, progress.doing.empty() ? std::to_string(tenth) : progress.doing);
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
      counted(std::ssize(students), "submission"), file.string(), outcome.before);
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

/// Says what to do with the results, or makes these forms of them.
int tell_results(const class_options& options, const class_outcome& outcome,
                 const std::vector<form>& forms) {
  const std::string results = outcome.results.string();
  if (options.shard) {
    fmt::print(
        "The results are in {}. Once all shards are graded, run the same command without "
        "--shard.\n",
        results);
    return kExitDone;
  }
  if (forms.empty()) {
    fmt::print(
        "The results are in {0}. `./course report {0} --form html,class` makes pages of them.\n",
        results);
    return kExitDone;
  }
  forms_request request;
  request.sources = {outcome.results};
  request.forms = forms;
  request.output = outcome.results / "forms";
  return make_forms(request);
}

void tell_not_gradable(const class_outcome& outcome) {
  if (outcome.not_gradable.empty()) {
    return;
  }
  fmt::print(stderr,
             "{} could not be graded, through no fault of the students; the reason is in each "
             "result. They have no score. Run the same command again to grade them:\n",
             counted(std::ssize(outcome.not_gradable), "submission"));
  for (const std::string& id : outcome.not_gradable) {
    fmt::print(stderr, "  {}\n", id);
  }
}

int grade_class(const class_options& options, const std::vector<std::string>& names_of_forms) {
  // A misspelt one is better reported before hours of work.
  const std::vector<form> forms = find_forms(names_of_forms);
  progress_line bar(stderr);
  class_outcome outcome;
  try {
    outcome = run_class(options, [&](const auto& step) { show(bar, step); });
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
  fmt::print("{} graded", counted(outcome.graded, "submission"));
  if (outcome.kept > 0) {
    fmt::print(", {} kept from before", outcome.kept);
  }
  if (outcome.absent > 0) {
    fmt::print("; {} handed in nothing", counted(outcome.absent, "student"));
  }
  fmt::print(".\n");
  const int code = tell_results(options, outcome, forms);
  tell_changes(options, outcome);
  tell_not_gradable(outcome);
  if (!outcome.gave_up.empty()) {
    throw machine_error("the run ended early, because " + outcome.gave_up);
  }
  return outcome.not_gradable.empty() ? code : kExitMachine;
}

/// How the work is shared, by the processors of this machine or by several machines.
void add_sharing(CLI::App& verb, class_options& options) {
  verb.add_option("--jobs", options.jobs,
                  "Submissions to grade at once (default: three for two processors)")
      ->check(CLI::Range(1, 200));
  CLI::Option* prepare = verb.add_flag(
      "--prepare", options.prepare_only,
      "Only build and try what grading needs, before several machines grade with --shard");
  CLI::Option* one = verb.add_option_function<std::string>(
      "--shard", [&](const std::string& text) { options.shard = class_shard::parse(text); },
      "Grade one share alone, such as 2/8, the second of eight. Others may run at the same time, "
      "on machines that see the same files; in the end, run the command without it");
  one->excludes(prepare);
  for (const char* changes_all : {"--restart", "--regrade", "--hidden-tests", "--form"}) {
    one->excludes(verb.get_option(changes_all));
  }
}

/// What to do about tests that change over a term.
void add_changing_tests(CLI::App& verb, class_options& options) {
  verb.add_option("--hidden-tests", options.hidden_tests,
                  "A folder with tests of your own, such as 03_masking/tests/2_masked_add.cpp; "
                  "\"none\" for none (default: as in the last run)");
  verb.add_option_function<std::vector<std::string>>(
          "--regrade",
          [&](const std::vector<std::string>& names) {
            std::transform(names.begin(), names.end(), std::back_inserter(options.regrade),
                           lesson_id_of);
          },
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
  verb.add_option("--task-seconds", options.task_seconds,
                  "Time that all calls for one task may take together, by the clock, in seconds")
      ->check(CLI::Range(1, 86400))
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
  const auto forms = std::make_shared<std::vector<std::string>>();
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
  verb->add_option("--seed", options->seed,
                   "Seed of the test data (default: a random one, which later runs keep)");
  add_limits(*verb, *options);
  verb->add_flag("--bench,!--no-bench", options->speed,
                 "Measure correct kernels beside the solution, to give points for speed");
  verb->add_flag("--restart", options->restart, "Discard the results that are already there");
  verb->add_flag("!--no-sandbox", options->use_sandbox,
                 "Run the submissions as yourself: they can read and delete your files");
  add_changing_tests(*verb, *options);
  verb->add_option("--form", *forms,
                   "Pages and gradebooks to make in the end, of those that `grader report --help` "
                   "lists, such as html,class,canvas")
      ->delimiter(',');
  add_sharing(*verb, *options);
  verb->add_option_function<std::string>(
      "--time-zone", set_time_zone,
      "Time zone of times that name none, as in Moodle's exports: Europe/Berlin or +01:00 "
      "(default: this machine's)");
  add_folders(*verb, options->root, options->build_folder);
  verb->footer("For example: ./course class submissions.zip --output graded");
  verb->callback([options, forms, &chosen] {
    chosen = [options, forms] { return grade_class(*options, *forms); };
  });
}

}  // namespace kw::grader
