#include "grader/cli/course_commands.hpp"

#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "grader/cli/doctor.hpp"
#include "grader/cli/new_lesson.hpp"
#include "grader/model/error.hpp"
#include "grader/run/grade.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

void print_examination(const examination& one, const text_style& style) {
  using verdict = examination::verdict;
  const std::string mark = one.found == verdict::good   ? style.good(style.tick())
                           : one.found == verdict::note ? style.accent(style.ring())
                                                        : style.bad(style.cross());
  fmt::print("{} {}: {}\n", mark, style.bold(one.name), one.text);
  if (!one.advice.empty()) {
    fmt::print("{}", indent("What to do: " + one.advice, "    "));
  }
  std::fflush(stdout);
}

int run_doctor(const fs::path& root, const fs::path& build) {
  const text_style style = text_style::of(stdout);
  bool bad = false;
  bool note = false;
  examine(root, build.empty() ? default_build_folder(root, "auto") : build,
          [&](const examination& one) {
            print_examination(one, style);
            bad = bad || one.found == examination::verdict::bad;
            note = note || one.found == examination::verdict::note;
          });
  fmt::print("\n{}\n", bad ? "This machine cannot grade yet."
                       : note
                           ? "This machine can grade. It can do so without what is missing above."
                           : "This machine can grade.");
  return bad ? kExitMachine : kExitDone;
}

int run_new_lesson(const new_lesson_options& options) {
  const std::vector<fs::path> files = make_new_lesson(options);
  fmt::print("Written:\n");
  for (const fs::path& file : files) {
    fmt::print("  {}\n", file.string());
  }
  fmt::print(
      "It passes the course's checks as it is, which `./course check-lesson` tries. Then put your "
      "lesson in its place; after each change of the solution, `./course reset` writes the "
      "skeleton again.\n");
  return kExitDone;
}

}  // namespace

void declare_doctor(CLI::App& app, std::function<int()>& chosen) {
  const auto root = std::make_shared<fs::path>(".");
  const auto build = std::make_shared<fs::path>();
  CLI::App* verb = app.add_subcommand("doctor", "Try everything that grading needs");
  verb->add_option("--source-dir", *root, "The course's root folder")->capture_default_str();
  verb->add_option("--build-dir", *build, "A build folder (default: build/cuda or build/cpu)");
  verb->callback(
      [root, build, &chosen] { chosen = [root, build] { return run_doctor(*root, *build); }; });
}

void declare_new_lesson(CLI::App& app, std::function<int()>& chosen) {
  const auto options = std::make_shared<new_lesson_options>();
  CLI::App* verb = app.add_subcommand("new-lesson", "Begin a lesson that passes every check");
  verb->add_option("name", options->name,
                   "The name of its files and of its function, such as prefix_sum")
      ->required();
  verb->add_option("--number", options->number, "The number of the lesson (default: the next one)")
      ->check(CLI::Range(1, 99));
  verb->add_option("--title", options->title, "The title of the lesson (default: its name)");
  verb->add_option("--source-dir", options->root, "The course's root folder")
      ->capture_default_str();
  verb->footer("For example: ./course new-lesson prefix_sum");
  verb->callback([options, &chosen] { chosen = [options] { return run_new_lesson(*options); }; });
}

}  // namespace kw::grader
