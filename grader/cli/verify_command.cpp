#include "grader/cli/verify_command.hpp"

#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "grader/class/verify_run.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

int verify(const verify_options& options) {
  const verify_outcome outcome = verify_run(options, [](const class_progress& step) {
    if (!step.doing.empty()) {
      fmt::print(stderr, "{} ...\n", step.doing);
    }
  });
  fmt::print(
      "The log has {} lines and ends with {}. Results that were compared with it: {}. Submissions "
      "that were graded again: {}.\n",
      outcome.entries, outcome.last_hash, outcome.results, outcome.again.size());
  for (const std::string& problem : outcome.problems) {
    fmt::print("{}\n", problem);
  }
  fmt::print("{}\n", outcome.problems.empty() ? "Everything is as it was."
                                              : "Something has changed since the run.");
  return outcome.problems.empty() ? kExitDone : kExitProblems;
}

}  // namespace

void declare_verify(CLI::App& app, std::function<int()>& chosen) {
  const auto options = std::make_shared<verify_options>();
  CLI::App* verb = app.add_subcommand(
      "verify", "Check the log of a class run and its results, and grade a sample again");
  verb->add_option("output", options->output, "The folder that the run wrote to (its --output)")
      ->required();
  verb->add_option("--source", options->source,
                   "The submissions (default: where they were when they were graded)");
  verb->add_option("--sample", options->sample, "How many submissions to grade again")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  verb->add_option("--log-ends-with", options->last_hash,
                   "The number that `class` printed at its end, as you wrote it down");
  verb->add_flag("!--no-sandbox", options->use_sandbox,
                 "Run the submissions as yourself: they can read and delete your files");
  verb->add_option("--source-dir", options->root, "The course's root folder")
      ->capture_default_str();
  verb->add_option("--build-dir", options->build_folder,
                   "A configured build folder (default: build/cpu or build/cuda)");
  verb->callback([options, &chosen] { chosen = [options] { return verify(*options); }; });
}

}  // namespace kw::grader
