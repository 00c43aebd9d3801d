// Grades a class through Slurm, and compares everything with what this machine alone makes of it.
#include "grader/test/class/slurm_check.hpp"

#include <chrono>
#include <cstdlib>
#include <regex>
#include <thread>

#include "common/base/child_process.hpp"
#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/test/class/fake_slurm.hpp"
#include "grader/test/class/real_slurm.hpp"
#include "grader/test/class/stored_class.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

class slurm_check {
 public:
  explicit slurm_check(const slurm_trial& trial) : trial_(trial) {}

  std::vector<std::string> command(const char* name, const std::vector<std::string>& more) const {
    std::vector<std::string> words = trial_.command(output(name));
    words.insert(words.end(), {"--engine", "slurm", "--settle", "0.5"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  fs::path output(const char* name) const { return trial_.folder / name; }

  /// Starts a run, and waits until so many results are stored. \returns the run, which goes on
  base::child_process begin(const char* name, const std::vector<std::string>& more,
                            int results) const {
    base::start_request request;
    request.command = command(name, more);
    base::child_process run(request);
    std::string text;
    wait_for([&] {
      run.read_output(text);
      return count_results(name) >= results || run.ended();
    });
    if (count_results(name) < results || count_results(name) >= trial_.submissions) {
      complain("{}: the run ended before it could be disturbed:\n{}", name, text);
    }
    return run;
  }

  /// Runs to the end. \returns what was printed
  std::string finish(const char* name, const std::vector<std::string>& more, int code = 0) const {
    base::process_request request;
    request.command = command(name, more);
    request.timeout_seconds = 120;
    const base::process_outcome outcome = base::run_process(request);
    if (outcome.end != base::process_end::exited || outcome.exit_code != code) {
      complain("{}: exit code {} instead of {}:\n{}", name, outcome.exit_code, code,
               outcome.output);
    }
    return outcome.output;
  }

  /// Waits for the end of a run that was disturbed while it went on.
  void expect_end(const char* name, base::child_process& run) const {
    if (run.ended()) {
      complain("{}: the run ended before it could be disturbed", name);
    } else if (const int status = run.wait(); status != 0) {
      std::string text;
      run.read_output(text);
      complain("{}: the run ended with the status {}:\n{}", name, status, text);
    }
  }

  /// Everything is as this machine alone has made it: the results, and gradebooks byte for byte.
  void compare_all(const char* name) const {
    compare(stored(trial_.local), stored(output(name)), name);
    for (const char* file : {"canvas.csv", "class.csv"}) {
      const std::string here = gradebook(trial_.local, file);
      if (here.empty() || here != gradebook(output(name), file)) {
        complain("{}: {} is not the one of a run without Slurm", name, file);
      }
    }
    if (fs::exists(output(name) / "slurm")) {
      complain("{}: the files for Slurm's tasks are still there", name);
    }
  }

  static void expect(const char* name, const std::string& text, const char* words) {
    if (text.find(words) == std::string::npos) {
      complain("{}: \"{}\" is not in what was printed:\n{}", name, words, text);
    }
  }

  template <class Condition>
  static void wait_for(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

 private:
  int count_results(const char* name) const {
    int count = 0;
    std::error_code error;
    for (auto at = fs::directory_iterator(output(name) / "results", error);
         !error && at != fs::directory_iterator(); at.increment(error)) {
      count += at->path().extension() == ".json" ? 1 : 0;
    }
    return count;
  }

  std::string gradebook(const fs::path& run, const char* file) const {
    base::process_request request;
    request.command = {trial_.program.string(),
                       "report",
                       (run / "results").string(),
                       "--form",
                       "canvas,csv",
                       "--output",
                       (run / "forms").string()};
    base::run_process(request);
    // When each submission was graded is in class.csv alone, and differs in any two runs.
    static const std::regex kTime("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    return std::regex_replace(base::read_text_file(run / "forms" / file), kTime, "(time)");
  }

  const slurm_trial& trial_;
};

/// The client is killed while tasks wait: the next one adopts them, and submits none again.
void try_killed_client(const slurm_check& check, const fake_slurm& slurm) {
  check.begin("adopted", {"--chunk", "1"}, 1).kill();
  check.finish("adopted", {"--chunk", "1"});
  check.compare_all("adopted");
  if (slurm.arrays() != 1) {
    complain("adopted: {} arrays were submitted instead of 1", slurm.arrays());
  }
}

/// A task is lost, a result is cut off, and for a time the controller does not answer.
void try_faults(const slurm_check& check, const fake_slurm& slurm) {
  slurm.set("lose");
  slurm.set("cut");
  const std::vector<std::string> more = {
      "--chunk", "2", "--slurm=--comment=two words", "--slurm=--gres=gpu:1", "--jobs", "2"};
  base::child_process run = check.begin("faults", more, 0);
  // From its first array on, which loses a task: the run cannot end before that one is submitted
  // again.
  slurm_check::wait_for([&] { return slurm.arrays() == 1 || run.ended(); });
  slurm.set("down");
  std::this_thread::sleep_for(std::chrono::seconds(2));
  slurm.clear("down");
  check.expect_end("faults", run);
  check.compare_all("faults");
  if (slurm.is_set("lose") || slurm.is_set("cut")) {
    complain("faults: not all of them were met");
  }
  check.expect("arguments", slurm.arguments(),
               "--comment=two words --gres=gpu:1 --cpus-per-task=2 --parsable --no-requeue");
}

/// A task that ends whenever it grades one submission costs this one alone its result.
void try_killer(const slurm_check& check, const fake_slurm& slurm, const slurm_trial& trial) {
  const std::string id = fs::directory_iterator(trial.local / "results")->path().stem().string();
  slurm.set("killer", id);
  const std::string text = check.finish("killer", {"--chunk", "100"}, 3);
  slurm.clear("killer");
  check.expect("killer", text, "1 submission could not be graded");
  auto expected = stored(trial.local);
  auto results = stored(check.output("killer"));
  const std::string result =
      base::read_text_file(check.output("killer") / "results" / (id + ".json"));
  check.expect("killer", result,
               "ended again and again without a result for it; the log of the last one is");
  std::erase_if(expected, [&](const auto& one) {
    return one.second.value("gradable", true) &&
           results[one.first].value("gradable", true) == false;
  });
  std::erase_if(results, [](const auto& one) { return !one.second.value("gradable", true); });
  compare(expected, results, "beside a submission that ends its task");
  check.finish("killer", {"--chunk", "100"});
  check.compare_all("killer");
}

/// What cannot work ends with an exit code and a reason.
void try_refusals(const slurm_check& check, const fake_slurm& slurm) {
  slurm.set("refuse");
  std::string text = check.finish("refused", {}, 2);
  check.expect("refused", text, "sbatch refused the work: sbatch: error: Invalid account");
  check.expect("refused", text, "--slurm=--account=NAME");
  slurm.clear("refuse");
  text = check.finish("refused", {"--slurm=--gres=tpu:1"}, 2);
  check.expect("resource", text, "`sinfo --format=%G` prints what the cluster has");
  slurm.set("die");
  text = check.finish("refused", {}, 3);
  check.expect("dying", text, "task after task ended without a result");
  check.expect("dying", text, "out of luck");
  slurm.clear("die");
  slurm.set("down");
  text = check.finish("refused", {}, 3);
  check.expect("down", text, "Slurm does not answer: slurm_load_jobs error: Unable to contact");
  slurm.clear("down");
}

/// A PATH with everything but sbatch.
void try_without_slurm(const slurm_check& check, const fs::path& folder) {
  fs::create_directories(folder);
  const std::string before = getenv("PATH");
  for (std::size_t at = 0; at <= before.size();) {
    const std::size_t end = std::min(before.find(':', at), before.size());
    std::error_code none;
    for (const auto& program : fs::directory_iterator(before.substr(at, end - at), none)) {
      if (program.path().filename() != "sbatch") {
        fs::create_symlink(program.path(), folder / program.path().filename(), none);
      }
    }
    at = end + 1;
  }
  setenv("PATH", folder.c_str(), 1);
  check.expect("without Slurm", check.finish("none", {}, 2), "there is no sbatch in the PATH");
  setenv("PATH", before.c_str(), 1);
}

}  // namespace

void check_with_fake_slurm(const slurm_trial& trial) {
  const slurm_check check(trial);
  try_without_slurm(check, trial.folder / "programs");
  int number = 0;
  const auto slurm = [&] { return trial.folder / ("slurm" + std::to_string(++number)); };
  try_killed_client(check, fake_slurm(slurm()));
  try_faults(check, fake_slurm(slurm()));
  try_killer(check, fake_slurm(slurm()), trial);
  try_refusals(check, fake_slurm(slurm()));
}

void check_with_real_slurm(const slurm_trial& trial) {
  const slurm_check check(trial);
  real_slurm slurm(trial.folder / "slurm");
  check.expect("resource", check.finish("refused", {"--slurm=--gres=tpu:1"}, 2),
               "`sinfo --format=%G` prints what the cluster has");
  base::child_process run = check.begin("real", {"--chunk", "1", "--slurm=--gres=gpu:1"}, 1);
  if (run.ended()) {
    complain("real: the run ended before it could be disturbed");
    return;
  }
  slurm.kill_controller();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  slurm.start_controller();
  slurm.kill_node();
  slurm.start_node();
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(3);
  for (std::string text; run.output() >= 0 && std::chrono::steady_clock::now() < end;) {
    slurm.resume_drained_node();
    run.read_output(text);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  if (run.output() >= 0) {
    complain("real: the run does not end");
    run.kill();
  }
  if (const int status = run.wait(); status != 0) {
    complain("real: the run ended with the status {}", status);
  }
  check.compare_all("real");
  if (slurm.machines_used() != 2) {
    complain("real: {} of 2 machines took tasks", slurm.machines_used());
  }
}

}  // namespace kw::grader
