// What only the grader can tell `./course doctor` about a machine, in lines of JSON.
#include <cstdio>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/cli/verbs.hpp"
#include "grader/model/course.hpp"
#include "grader/model/error.hpp"
#include "grader/run/build_folder.hpp"
#include "grader/run/grade.hpp"
#include "grader/run/sandbox/sandbox.hpp"
#include "grader/run/sandbox/shared_folder.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

struct doctor_options {
  fs::path root = ".";
  fs::path build_folder;
  fs::path gpu_program;
};

enum verdict { kGood, kNote, kBad };

/// \param advice what to do; empty when all is well
void say(const char* name, verdict found, const std::string& text, const std::string& advice = "") {
  const nlohmann::ordered_json one = {
      {"name", name}, {"verdict", found}, {"text", text}, {"advice", advice}};
  fmt::print("{}\n", one.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  std::fflush(stdout);
}

void examine_build_folder(const doctor_options& options) {
  const fs::path build = options.build_folder.empty() ? default_build_folder(options.root, "auto")
                                                      : options.build_folder;
  try {
    const build_folder folder = build_folder::open(build, options.root);
    say("Build folder", kGood,
        fmt::format("{}, {}{}", build.string(), folder.compiler(),
                    folder.has_cuda() ? ", " + folder.cuda_compiler() : ""));
  } catch (const machine_error& error) {
    say("Build folder", kNote, build.string() + " cannot be used yet", error.what());
  }
}

void examine_course(const fs::path& root) {
  try {
    say("Course", kGood, fmt::format("{} lessons", load_course(root).lessons.size()));
  } catch (const machine_error& error) {
    say("Course", kBad, "its files have mistakes", error.what());
  }
}

void examine_sandbox() {
  const std::string missing = sandbox::what_is_missing();
  if (missing.empty()) {
    say("Sandbox", kGood, sandbox::open().description());
  } else {
    say("Sandbox", kNote,
        "does not work, and `class` does not grade without it. Your own exercises do not need it",
        missing);
  }
}

/// Runs a program that launches a kernel. Prints nothing without a sandbox, which was reported
/// already.
void examine_gpu_in_sandbox(const fs::path& program) {
  if (!sandbox::what_is_missing().empty()) {
    return;
  }
  const shared_folder folder;
  fs::copy_file(program, folder.path() / "program");
  sandbox box = sandbox::open();
  box.share(folder.path());
  sandbox_request inside;
  inside.command = {"/try/program"};
  inside.mounts = {{folder.path(), "/try"}};
  inside.gpu = true;
  base::process_request request;
  request.command = box.wrap(inside);
  request.timeout_seconds = 120;
  const base::process_outcome ran = base::run_process(request);
  if (ran.succeeded()) {
    say("GPU in the sandbox", kGood, "a kernel ran there as well");
  } else {
    say("GPU in the sandbox", kNote,
        "no kernel runs there: " + base::plain_text(base::first_line(ran.output), 200),
        "submissions are graded on the CPU. When you grade as root, the user nobody must be able "
        "to open /dev/nvidia*");
  }
}

int run_doctor(const doctor_options& options) {
  if (options.gpu_program.empty()) {
    examine_build_folder(options);
    examine_course(options.root);
    examine_sandbox();
  } else {
    examine_gpu_in_sandbox(options.gpu_program);
  }
  return kExitDone;
}

}  // namespace

void declare_doctor(CLI::App& app, std::function<int()>& chosen) {
  const auto options = std::make_shared<doctor_options>();
  CLI::App* verb = app.add_subcommand(
      "doctor", "Say what the grader finds on this machine, for ./course doctor");
  add_folders(*verb, options->root, options->build_folder);
  verb->add_option("--gpu-program", options->gpu_program,
                   "Run this program in the sandbox with the GPU, and nothing else");
  verb->callback([options, &chosen] { chosen = [options] { return run_doctor(*options); }; });
}

}  // namespace kw::grader
