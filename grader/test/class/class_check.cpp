// Grades a made-up class and compares every score with what it must be. Grades it again, which must
// change nothing, and again with a kill -9 at random moments, after which nothing may be lost or
// doubled.
//     class_check <grader> <course> <build folder> [--count=200] [--kills=10] [--lessons=1,2,3]
//                 [--distinct] [--only-mixes] [--only-broken] [--halves] [--solutions] [--once]
//                 [--call-seconds=2] [--device=cuda] [--faults] [--shards] [--slurm]
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/class/submissions.hpp"
#include "grader/run/machine.hpp"
#include "grader/run/sandbox/sandbox.hpp"
#include "grader/run/test_program.hpp"
#include "grader/score/scoring.hpp"
#include "grader/test/class/check_options.hpp"
#include "grader/test/class/real_slurm.hpp"
#include "grader/test/class/shard_check.hpp"
#include "grader/test/class/stored_class.hpp"
#include "grader/test/class/synthetic_class.hpp"
#include "grader/test/edits.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// A task's result by tests in the same process: another way to its score. \param kernel as the
/// table of kernels names it \param devices that it is judged on
lesson_result result_in_process(const lesson& lesson, const check& task,
                                const class_check_options& chosen, const std::string& kernel,
                                const std::vector<std::string>& devices) {
  temporary_folder scratch;
  lesson_result result = start_lesson(part_of(lesson, {task.task}));
  std::vector<test_result>& all = result.checks.front().tests;
  for (const std::string& device : devices) {
    test_program tests;
    tests.program = chosen.build / "lessons" / lesson.test_target(kernel_tree::solution, device);
    tests.arguments = {"--kernel=" + kernel, "--task=" + std::to_string(task.task)};
    if (kernel == "exercise") {
      tests.program =
          chosen.build / "lessons" / lesson.test_target(kernel_tree::exercise, device, task);
      tests.arguments.clear();
    }
    tests.working_folder = chosen.root;
    tests.scratch = scratch.path();
    tests.device = device;
    const test_run run = run_tests(tests);
    all.insert(all.end(), run.tests.begin(), run.tests.end());
  }
  score_lesson(result);
  return result;
}

/// The results of a task's solution, skeleton and wrong kernels, as far as the build has programs
/// of them.
void measure_task(const class_check_options& chosen, const lesson& lesson, const check& task,
                  known_results& results) {
  const std::string id = lesson.task_id(task);
  const auto measure = [&](const std::string& which, const std::string& kernel,
                           const std::vector<std::string>& devices) {
    results[{id, which}] = result_in_process(lesson, task, chosen, kernel, devices);
  };
  if (chosen.device == "cuda") {  // other kernels only have programs for the CPU
    measure("solution", "solution", {"cpu", "cuda"});
    measure("skeleton", "exercise", {"cpu", "cuda"});
    return;
  }
  measure("solution", "solution", {"cpu"});
  if (chosen.solutions) {
    return;
  }
  measure("skeleton", "skeleton", {"cpu"});
  for (const auto& [name, kernel] : wrong_kernels(chosen.root, lesson, task)) {
    measure(name, "wrong/" + name, {"cpu"});
  }
}

known_results measure_results(const class_check_options& chosen, const course& course) {
  known_results results;
  for (const lesson& lesson : course.lessons) {
    for (const check* task : lesson.tasks()) {
      measure_task(chosen, lesson, *task, results);
    }
  }
  return results;
}

std::vector<std::string> command(const class_check_options& chosen, const fs::path& source,
                                 const fs::path& output) {
  std::vector<std::string> words = {chosen.program.string(),
                                    "class",
                                    source.string(),
                                    "--output",
                                    output.string(),
                                    "--source-dir",
                                    chosen.root.string(),
                                    "--build-dir",
                                    chosen.build.string(),
                                    "--seed",
                                    "1",
                                    "--call-seconds",
                                    chosen.call_seconds,
                                    "--device",
                                    chosen.device,
                                    "--memory",
                                    chosen.device == "cuda" ? "4096" : "256"};
  if (!sandbox::what_is_missing().empty()) {
    words.emplace_back("--no-sandbox");
  }
  if (!chosen.lessons.empty()) {
    words.insert(words.end(), {"--lessons", fmt::format("{}", fmt::join(chosen.lessons, ","))});
  }
  return words;
}

void run_to_the_end(const std::vector<std::string>& words) {
  base::process_request request;
  request.command = words;
  request.timeout_seconds = 3600;
  const base::process_outcome outcome = base::run_process(request);
  if (!outcome.succeeded()) {
    complain("the class run failed:\n{}", outcome.output);
  }
}

/// Kills the program at random moments until it has come to its end.
void run_with_kills(const std::vector<std::string>& words, int kills, double whole_seconds) {
  std::mt19937 chance(20260131);
  std::uniform_real_distribution<double> part(0.02, 1.6 / kills);
  for (int kill_number = 0; kill_number < kills; ++kill_number) {
    std::vector<char*> arguments;
    std::vector<std::string> copy = words;
    for (std::string& word : copy) {
      arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    std::fflush(stdout);  // otherwise the child would print it again
    const pid_t pid = fork();
    if (pid == 0) {
      (void)!freopen("/dev/null", "w", stderr);
      (void)!freopen("/dev/null", "w", stdout);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
    const double until = now() + part(chance) * whole_seconds;
    int status = 0;
    while (now() < until && waitpid(pid, &status, WNOHANG) == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
  }
  run_to_the_end(words);
}

/// Puts a bubblewrap before the real one that fails for submissions while `fault` exists.
void make_fault(const fs::path& folder) {
  fs::create_directories(folder);
  std::ofstream(folder / "bwrap") << "#!/bin/sh\ncase \"$*\" in\n  */job[0-9]*) [ -e "
                                  << (folder / "fault").string()
                                  << " ] && { echo 'bwrap: out of luck' >&2; exit 1; } ;;\nesac\n"
                                  << "PATH=${PATH#*:} exec bwrap \"$@\"\n";
  fs::permissions(folder / "bwrap", fs::perms::owner_all | fs::perms::group_exec |
                                        fs::perms::group_read | fs::perms::others_exec |
                                        fs::perms::others_read);
  fs::permissions(folder, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
  std::ofstream(folder / "fault") << "";
  setenv("PATH", (folder.string() + ":" + getenv("PATH")).c_str(), 1);
}

/// A machine that fails gives no score, and says so; once mended, the same command grades. And
/// without a sandbox the scores are the same.
int try_faults(const class_check_options& chosen, const fs::path& source, const fs::path& folder,
               const std::map<std::string, json>& results) {
  const fs::path output = folder / "faults";
  // When root grades, the user `nobody` starts the sandbox.
  fs::permissions(folder, fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add);
  make_fault(folder / "bin");
  base::process_request request;
  request.command = command(chosen, source, output);
  request.timeout_seconds = 600;
  const base::process_outcome outcome = base::run_process(request);
  if (outcome.end != base::process_end::exited || outcome.exit_code != 3) {
    complain("a run on a broken machine: exit code {}:\n{}", outcome.exit_code, outcome.output);
  }
  for (const auto& [name, result] : stored(output)) {
    const bool scored = result.value("gradable", true) || !result["lessons"].empty();
    if (scored || result.value("reason", "").find("out of luck") == std::string::npos) {
      complain("{}: graded on a broken machine: {}", name, result.dump().substr(0, 400));
    }
  }
  fs::remove(folder / "bin" / "fault");
  run_to_the_end(request.command);
  compare(results, stored(output), "after the machine was mended");

  const fs::path bare = folder / "bare";
  std::vector<std::string> words = command(chosen, source, bare);
  words.emplace_back("--no-sandbox");
  run_to_the_end(words);
  compare(results, stored(bare), "without a sandbox");
  return complaints();
}

int try_shards(const class_check_options& chosen, const fs::path& source, const fs::path& folder,
               const fs::path& whole, int students) {
  const auto words = [&](const fs::path& output) { return command(chosen, source, output); };
  const shard_trial trial = {chosen.program, words, folder, whole, students};
  if (chosen.slurm) {
    check_shards_through_slurm(trial);
  } else {
    check_shards(trial);
  }
  return complaints();
}

std::string what_is_missing(const class_check_options& chosen) {
  if (chosen.device == "cuda") {
    return gpu_present() ? "" : "there is no GPU on this machine";
  }
  const std::string missing = sandbox::what_is_missing();
  return missing.empty() && chosen.slurm ? real_slurm::what_is_missing() : missing;
}

int try_class_runs(class_check_options chosen) {
  if (const std::string missing = what_is_missing(chosen); !missing.empty()) {
    fmt::print("SKIPPED: {}\n", missing);
    return 0;
  }
  course course = load_course(chosen.root);
  if (!chosen.lessons.empty()) {
    std::vector<lesson> kept;
    for (const lesson* lesson : find_lessons(course, chosen.lessons)) {
      kept.push_back(*lesson);
    }
    course.lessons = kept;
  }
  chosen.lessons.clear();  // a class run grades only electives that are named
  for (const lesson& lesson : course.lessons) {
    chosen.lessons.push_back(lesson.id());
  }
  const known_results known = measure_results(chosen, course);
  temporary_folder folder;
  const fs::path source = folder.path() / "class";
  const synthetic_class expected = make_class(
      source, course, known,
      {chosen.count, chosen.distinct, chosen.only_mixes, chosen.only_broken, chosen.halves});
  const int students = static_cast<int>(expected.students.size());
  fmt::print("{} submissions, {} kernels of the course\n", students, known.size());

  const fs::path first = folder.path() / "first";
  const double began = now();
  run_to_the_end(command(chosen, source, first));
  const double seconds = now() - began;
  fmt::print("graded in {:.1f} s, {:.0f} a minute\n", seconds, 60 * students / seconds);
  const auto results = stored(first);
  compare_with_expected(results, expected);

  if (chosen.shards || chosen.slurm) {
    return try_shards(chosen, source, folder.path(), first, students);
  }
  const double again = now();
  run_to_the_end(command(chosen, source, first));
  fmt::print("run again, with all results there, in {:.1f} s\n", now() - again);
  compare(results, stored(first), "run again");

  if (chosen.faults) {
    return try_faults(chosen, source, folder.path(), results);
  }
  if (!chosen.once) {
    const fs::path alone = folder.path() / "alone";
    std::vector<std::string> one_job = command(chosen, source, alone);
    one_job.insert(one_job.end(), {"--jobs", "1"});
    run_to_the_end(one_job);
    compare(results, stored(alone), "one at a time");
    const fs::path killed = folder.path() / "killed";
    run_with_kills(command(chosen, source, killed), chosen.kills, seconds);
    compare(results, stored(killed), "after kill -9");
    fmt::print("killed {} times\n", chosen.kills);
  }
  return complaints();
}

}  // namespace
}  // namespace kw::grader

int main(int count, char** arguments) {
  try {
    const int problems =
        kw::grader::try_class_runs(kw::grader::parse_class_check(count, arguments));
    fmt::print("{}\n", problems == 0 ? "everything is as it must be" : "something is wrong");
    return problems == 0 ? 0 : 1;
  } catch (const std::exception& problem) {
    fmt::print(stderr,
               "class_check: {}\nIt needs the build folder's targets exercises, solutions and "
               "kits.\n",
               problem.what());
    return 2;
  }
}
