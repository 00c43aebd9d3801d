#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "common/base/files.hpp"
#include "grader/class/class_run.hpp"
#include "grader/cli/exercise_results.hpp"
#include "grader/cli/hint.hpp"
#include "grader/cli/make_forms.hpp"
#include "grader/cli/progress_file.hpp"
#include "grader/cli/progress_line.hpp"
#include "grader/cli/trace_command.hpp"
#include "grader/cli/verbs.hpp"
#include "grader/cli/watch.hpp"
#include "grader/forms/terminal.hpp"
#include "grader/model/error.hpp"
#include "grader/model/next_step.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/pages/pages.hpp"
#include "grader/run/grade.hpp"
#include "grader/run/machine.hpp"
#include "grader/run/skeleton.hpp"
#include "grader/score/apply_policy.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"
#include "grader/trace/trace_run.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

/// Everything the command line can say.
struct command_line {
  grade_options options;
  std::vector<std::string> lessons;
  std::string tree = "exercise";
  fs::path output;
  fs::path submission;
  bool use_sandbox = true;
  fs::path policy;
  fs::path adjustments;
  std::vector<std::string> forms;
  double fail_below = 0;  // per cent of the points
  std::string check;
  int hint_level = 0;
  std::string edit_command;
};

void add_common_options(CLI::App& verb, command_line& line) {
  add_folders(verb, line.options.root, line.options.build_folder);
  verb.add_option("--device", line.options.device,
                  "auto (the CPU, and the GPU if there is one), cpu or cuda")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}))
      ->capture_default_str();
  verb.add_option("--timeout", line.options.test_seconds, "Seconds after which a test is stopped")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
}

/// Writes a result with the forms asked for: all of them, or none when the disk does not take them.
void write_report(const command_line& line, const report& report, const fs::path& output,
                  const run_history& history = {}) {
  base::staged_files files;
  files.add(output / "report.json", to_json(report));
  files.add(output / "report.html", to_html(report, history));
  for (const form& form : find_forms(line.forms)) {
    if (!form.of_class() && form.file != ".html") {
      files.add(output / ("report" + form.file), make_form(form, report, visibility::visible));
    }
  }
  files.commit();
}

/// Rules, files and the last lines of a graded report. \param written what the files hold, where
/// that is more than what was graded now
int finish(const command_line& line, adjustment_list& adjustments, report& report,
           const fs::path& output, const fs::path& shown,
           const kw::grader::report* written = nullptr, const run_history& history = {}) {
  apply_policy(line.options.rules, report);
  adjustments.apply(report);
  write_report(line, written != nullptr ? *written : report, output, history);
  std::string file = (shown / "report.html").string();
  if (written != nullptr && written->lessons.size() > report.lessons.size()) {
    file += fmt::format(" (with the lessons graded before: {} of {} points)",
                        format_points(written->points), format_points(written->max_points));
  }
  fmt::print("{}", describe_end(report, file, text_style::of(stdout)));
  if (!report.gradable) {
    return kExitMachine;
  }
  const bool enough = 100 * report.points >= line.fail_below * report.max_points;
  if (!enough) {
    fmt::print(stderr, "grader: less than {:g} % of the points\n", line.fail_below);
  }
  return enough ? kExitDone : kExitProblems;
}

/// Grades files that are not trusted, as those of a class are judged.
int grade_files(command_line& line, adjustment_list& adjustments) {
  if (line.output.empty()) {
    throw usage_error("--submission needs --output: a folder for the report");
  }
  base::require_writable(line.output);
  class_options options;
  options.root = line.options.root;
  options.build_folder = line.options.build_folder;
  options.source = line.submission;
  options.lessons = line.lessons;
  options.device = line.options.device == "cuda" ? "cuda" : "cpu";
  options.use_sandbox = line.use_sandbox;
  options.speed = line.options.benchmarks;
  report report = grade_submission(options, [](const class_progress& step) {
    if (!step.doing.empty()) {
      fmt::print(stderr, "{}\n", step.doing);
    }
  });
  for (const lesson_result& lesson : report.lessons) {
    fmt::print("{}", describe_lesson(lesson, text_style::of(stdout)));
  }
  return finish(line, adjustments, report, line.output, line.output);
}

/// Whether a report keeps what was graded before. One that was asked for with rules, forms or a
/// place of its own holds what was graded, and nothing else.
bool keeps_earlier_results(const command_line& line) {
  return line.options.tree == kernel_tree::exercise && line.output.empty() && line.forms.empty() &&
         line.policy.empty() && line.adjustments.empty();
}

/// Adds the lessons that were not begun to a graded report, and names each in a line.
void add_not_begun(const std::vector<lesson>& lessons, report& report, const text_style& style) {
  fmt::print("{}", lessons.empty() ? "" : "\n");
  for (const lesson& lesson : lessons) {
    report.lessons.push_back(start_lesson(lesson));
    report.lessons.back().message = "It was not begun.";
    fmt::print("{}", describe_to_do(report.lessons.back(), style));
  }
  std::stable_sort(report.lessons.begin(), report.lessons.end(), [](const auto& a, const auto& b) {
    return a.definition.number < b.definition.number;
  });
  settle(report);
}

int grade_and_write(command_line& line, adjustment_list& adjustments) {
  if (!line.submission.empty()) {
    return grade_files(line, adjustments);
  }
  const grader grader(line.options);
  const chosen_parts chosen = line.options.tree == kernel_tree::exercise
                                  ? choose_parts(line.options.root, grader.lessons(), line.lessons)
                                  : chosen_parts{find_parts(grader.lessons(), line.lessons), {}};
  const fs::path output =
      line.output.empty() ? grader.options().build_folder / "report" : line.output;
  base::require_writable(output);
  const text_style style = text_style::of(stdout);
  const auto began = exercise_results::time::clock::now();
  progress_line progress(stderr);
  progress_file reached(grader);
  report report = grader.grade(
      chosen.to_grade, [&](const auto& step) { progress.show(step); },
      [&](const lesson_result& lesson) {
        progress.clear();
        fmt::print("{}", describe_lesson(lesson, style));
        if (line.options.tree == kernel_tree::exercise) {
          reached.note(lesson);
        }
        std::fflush(stdout);
      });
  progress.clear();
  for (lesson_result& lesson : report.lessons) {
    add_picture(grader, lesson);
    exercise_results(grader).note(lesson, began);
  }
  add_not_begun(chosen.not_begun, report, style);
  std::optional<kw::grader::report> whole;
  run_history history;
  if (keeps_earlier_results(line)) {
    whole = exercise_results(grader).with_earlier(report);
    history = note_run(grader.options().build_folder, *whole, report);
  }
  const int code = finish(line, adjustments, report, output, grader.shown(output),
                          whole ? &*whole : nullptr, history);
  if (whole && !find_next_step(report) && !chosen.to_grade.empty()) {
    const lesson& latest = chosen.to_grade.back();
    if (const check* task = reached.next_task(latest)) {
      fmt::print("Next: {}, {}. Begin with ./course watch {}\n", latest.task_id(*task), task->title,
                 latest.id());
    } else if (const lesson* next = reached.next_after(latest)) {
      fmt::print("Next: {}, {}. Begin with ./course watch {}\n", next->id(), next->title,
                 next->id());
    }
  }
  return code;
}

int run_grade(command_line& line) {
  line.options.tree = line.tree == "solution" ? kernel_tree::solution : kernel_tree::exercise;
  find_forms(line.forms);  // a misspelt one is better reported before minutes of work
  if (!line.policy.empty()) {
    line.options.rules = read_policy(line.policy);
  }
  adjustment_list adjustments =
      line.adjustments.empty() ? adjustment_list() : adjustment_list(line.adjustments);
  try {
    return grade_and_write(line, adjustments);
  } catch (const machine_error& error) {
    if (line.forms.empty() || line.output.empty()) {
      throw;
    }
    // Readers of the forms must learn that this is not a score.
    report fault;
    fault.gradable = false;
    fault.reason = error.what();
    fault.where.created = utc_now();
    fault.where.tree = line.tree;
    fault.where.cpu = cpu_name();
    fault.where.system = system_name();
    write_report(line, fault, line.output);
    fmt::print(stderr, "grader: {}\nNothing was graded; the forms in {} say so.\n", error.what(),
               line.output.string());
    return kExitMachine;
  }
}

int run_hint(command_line& line) {
  const grader grader(line.options);
  const lesson lesson = find_parts(grader.lessons(), line.lessons).front();
  progress_line progress(stderr);
  const std::string text =
      hint_for_lesson(grader, lesson, line.check, line.hint_level, text_style::of(stdout),
                      [&](const auto& step) { progress.show(step); });
  progress.clear();
  fmt::print("{}", text);
  return kExitDone;
}

int run_watch(command_line& line) {
  line.options.look_for_changes = false;  // the verdict on a saved file must not wait for it
  const grader grader(line.options);
  watch(grader,
        line.lessons.empty() ? course_part{} : find_part(grader.lessons(), line.lessons.front()),
        line.edit_command);
  return kExitDone;
}

void declare_verbs(CLI::App& app, command_line& line, std::function<int()>& chosen) {
  CLI::App* grade = app.add_subcommand("run", "Build and test the exercises, and write the report")
                        ->alias("grade");
  grade->add_option("lessons", line.lessons,
                    "Lessons or tasks, such as lesson03 or lesson03.2 (default: all lessons)");
  add_common_options(*grade, line);
  grade->add_flag("--bench,!--no-bench", line.options.benchmarks,
                  "Measure the speed of lessons that pass");
  grade
      ->add_option("--form", line.forms,
                   "More forms to write, of those that `grader report --help` lists")
      ->delimiter(',');
  grade->add_option("--submission", line.submission,
                    "Grade the files of this folder or archive instead of exercises/, in the "
                    "sandbox, as those of a class");
  grade->add_flag("!--no-sandbox", line.use_sandbox,
                  "Run the submission as yourself: it can read and delete your files");
  grade
      ->add_option(
          "--fail-below", line.fail_below,
          "Exit with code 1 if the score is below this percentage of the points, for a CI job")
      ->check(CLI::Range(0, 100));
  grade->add_option("--policy", line.policy,
                    "A policy file: it changes checks, and says what late work costs");
  grade->add_option("--adjustments", line.adjustments,
                    "A file with points that you changed by hand");
  grade->add_option("--output", line.output, "Folder of the report (default: BUILD-DIR/report)");
  grade->add_option("--tree", line.tree, "Which kernels to grade: exercise or solution")
      ->check(CLI::IsMember({"exercise", "solution"}))
      ->capture_default_str();
  grade->callback([&] { chosen = [&] { return run_grade(line); }; });

  CLI::App* hint = app.add_subcommand("hint", "Give the next hint for the first check that fails");
  hint->add_option("lesson", line.lessons, "A lesson or a task, such as lesson03 or lesson03.2")
      ->required()
      ->expected(1);
  hint->add_option("check", line.check, "A check of that lesson (default: the first that fails)");
  hint->add_option("--level", line.hint_level,
                   "Which hint, 1 to 3 (default: one more than the last)")
      ->check(CLI::Range(1, 3));
  add_common_options(*hint, line);
  hint->footer("For example: ./course hint lesson03");
  hint->callback([&] { chosen = [&] { return run_hint(line); }; });

  CLI::App* watch = app.add_subcommand("watch", "Grade an exercise whenever its file is saved");
  watch->add_option("lesson", line.lessons, "The lesson to begin with, or the task to watch alone")
      ->expected(0, 1);
  watch->add_option("--edit-cmd", line.edit_command,
                    "Opens the file of the next task once one has passed, such as 'code -r {}': {} "
                    "is the file");
  add_common_options(*watch, line);
  watch->callback([&] { chosen = [&] { return run_watch(line); }; });
}

/// Reads the command line. \returns the exit code where that was all there is to do
std::optional<int> parse(CLI::App& app, int argument_count, char** arguments) {
  try {
    app.parse(argument_count, arguments);
    return std::nullopt;
  } catch (const CLI::RequiredError& error) {
    const std::vector<CLI::App*> verbs = app.get_subcommands();
    if (verbs.empty()) {
      app.exit(error);
      return kExitUsage;
    }
    const std::string footer = verbs.front()->get_footer();
    fmt::print(stderr, "grader: {}. {}\n", error.what(),
               footer.substr(std::min(footer.rfind("For example"), footer.size())));
    return kExitUsage;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitUsage;
  }
}

int run_program(int argument_count, char** arguments) {
  CLI::App app("Grades the exercises of the Kernelwright course.", "grader");
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, whatever the score; 1 found problems; 2 the command "
      "line names\nsomething that does not exist; 3 this machine could not grade; 130 stopped.");
  command_line line;
  std::function<int()> chosen;  // what the verb on the command line does
  declare_verbs(app, line, chosen);
  declare_report(app, chosen);
  declare_class(app, chosen);
  declare_doctor(app, chosen);
  declare_trace(app, chosen);
  return run_verb([&] {
    const std::optional<int> ended = parse(app, argument_count, arguments);
    return ended ? *ended : chosen();
  });
}

}  // namespace
}  // namespace kw::grader

int main(int argument_count, char** arguments) {
  return kw::grader::run_program(argument_count, arguments);
}
