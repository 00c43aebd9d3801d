#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "grader/cli/doctor.hpp"
#include "grader/cli/verbs.hpp"
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

}  // namespace kw::grader
