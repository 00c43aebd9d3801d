// Grades a class in shards, and compares everything with what one run makes of it.
#include "grader/test/class/shard_check.hpp"

#include <chrono>
#include <fstream>
#include <regex>
#include <thread>

#include "common/base/child_process.hpp"
#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/test/class/real_slurm.hpp"
#include "grader/test/class/stored_class.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

constexpr int kShards = 3;

class shard_check {
 public:
  explicit shard_check(const shard_trial& trial) : trial_(trial) {}

  fs::path output() const { return trial_.folder / "shards"; }

  std::vector<std::string> command(const std::vector<std::string>& more) const {
    std::vector<std::string> words = trial_.command(output());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  static std::string shard(int number) { return fmt::format("{}/{}", number, kShards); }

  /// Runs to the end. \returns what was printed
  std::string finish(const std::vector<std::string>& more, int code = 0) const {
    base::process_request request;
    request.command = command(more);
    request.timeout_seconds = 600;
    const base::process_outcome outcome = base::run_process(request);
    if (outcome.end != base::process_end::exited || outcome.exit_code != code) {
      complain("{}: exit code {} instead of {}:\n{}", base::quote_command(more), outcome.exit_code,
               code, outcome.output);
    }
    return outcome.output;
  }

  base::child_process begin(int number) const {
    base::start_request request;
    request.command = command({"--jobs", "1", "--shard", shard(number)});
    return base::child_process(request);
  }

  int count_results() const {
    int count = 0;
    std::error_code error;
    for (auto at = fs::directory_iterator(output() / "results", error);
         !error && at != fs::directory_iterator(); at.increment(error)) {
      count += at->path().extension() == ".json" ? 1 : 0;
    }
    return count;
  }

  static void expect(const std::string& text, const char* words) {
    if (text.find(words) == std::string::npos) {
      complain("\"{}\" is not in what was printed:\n{}", words, text);
    }
  }

  /// Without what `--prepare` writes there is no seed and nothing that was built for this shard.
  void expect_refusal() const {
    expect(finish({"--shard", shard(1)}, 2), "run the same command with --prepare");
  }

  void prepare() const {
    finish({"--prepare"});
    if (count_results() != 0) {
      complain("--prepare has graded {} submissions", count_results());
    }
  }

  /// Grades what is missing, of which there must be some, and compares: the results, and gradebooks
  /// byte for byte.
  void finish_and_compare() const {
    const int there = count_results();
    if (there == 0 || there == trial_.submissions) {
      complain("the shards have graded {} of {} submissions", there, trial_.submissions);
    }
    const std::string text = finish({"--form", "canvas,csv"});
    expect(text,
           fmt::format("{} submission{} graded, {} kept from before", trial_.submissions - there,
                       trial_.submissions - there == 1 ? "" : "s", there)
               .c_str());
    compare(stored(trial_.whole), stored(output()), "in shards");
    base::process_request request;
    request.command = {trial_.program.string(), "report", (trial_.whole / "results").string(),
                       "--form", "canvas,csv"};
    base::run_process(request);
    for (const char* file : {"canvas.csv", "class.csv"}) {
      const std::string whole = gradebook(trial_.whole, file);
      if (whole.empty() || whole != gradebook(output(), file)) {
        complain("{} is not the one of a single run", file);
      }
    }
  }

 private:
  static std::string gradebook(const fs::path& run, const char* file) {
    // When each submission was graded is in class.csv alone, and differs in any two runs.
    static const std::regex kTime("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    return std::regex_replace(base::read_text_file(run / "results" / "forms" / file), kTime,
                              "(time)");
  }

  const shard_trial& trial_;
};

void expect_success(base::child_process& run, int number) {
  if (const int status = run.wait(); status != 0) {
    std::string text;
    run.read_output(text);
    complain("shard {} ended with the status {}:\n{}", number, status, text);
  }
}

/// Waits for this, and not longer than five minutes: the machine may have other work.
template <class Condition>
void wait_for(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (!condition() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace

void check_shards(const shard_trial& trial) {
  const shard_check check(trial);
  check.expect_refusal();
  check.prepare();
  base::child_process lost = check.begin(1);
  base::child_process second = check.begin(2);
  base::child_process third = check.begin(3);
  wait_for([&] { return check.count_results() > 0; });
  lost.stop();
  expect_success(second, 2);
  expect_success(third, 3);
  check.finish_and_compare();
}

void check_shards_through_slurm(const shard_trial& trial) {
  const shard_check check(trial);
  check.prepare();
  real_slurm slurm(trial.folder / "slurm");
  // As docs/pages/grading_a_class.md has it.
  const fs::path script = trial.folder / "array.sh";
  std::ofstream(script) << "#!/bin/sh\nexec " << base::quote_command(check.command({}))
                        << " --jobs 1 --shard \"$SLURM_ARRAY_TASK_ID/" << kShards << "\"\n";
  const std::string job = slurm.submit(
      {fmt::format("--array=1-{}", kShards), "--requeue",
       fmt::format("--output={}", (trial.folder / "task-%a.log").string()), script.string()});
  wait_for([&] { return check.count_results() > 0; });
  slurm.requeue(job + "_1");
  slurm.cancel(job + "_3");
  if (!slurm.wait_for_end()) {
    complain("the array does not end");
  }
  shard_check::expect(slurm.describe(job + "_1"), "Restarts=1");
  for (const int number : {1, 2}) {
    const std::string log = base::read_text_file(trial.folder / fmt::format("task-{}.log", number));
    shard_check::expect(log, "Once all shards are graded, run the same command without --shard");
  }
  check.finish_and_compare();
  if (slurm.machines_used() != 2) {
    complain("{} of 2 machines took tasks", slurm.machines_used());
  }
}

}  // namespace kw::grader
