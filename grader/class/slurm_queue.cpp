#include "grader/class/slurm_queue.hpp"

#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>

#include "common/base/options.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "common/base/split.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

base::process_outcome run(std::vector<std::string> command, double seconds = 30) {
  base::process_request request;
  request.command = std::move(command);
  request.timeout_seconds = seconds;
  request.output_limit = std::size_t{64} << 20;
  request.environment = {{"LC_ALL", "C.UTF-8"}};
  return base::run_process(request);
}

std::string words_of(const base::process_outcome& outcome) {
  if (outcome.end == base::process_end::timed_out) {
    return "it did not answer in time";
  }
  std::string words =
      base::plain_text(outcome.output.empty() ? outcome.start_error : outcome.output, 600);
  words.erase(words.find_last_not_of(" \n") + 1);
  return words;
}

/// Whether sbatch says that it did not reach the controller, rather than that it was refused.
bool not_reached(const std::string& said) {
  constexpr std::string_view kWords[] = {"Unable to contact",           "Socket timed out",
                                         "onnection refused",           "onnection failure",
                                         "Zero Bytes were transmitted", "Transport endpoint",
                                         "shutdown of slurmctld",       "in standby mode"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view words) { return said.find(words) != std::string::npos; });
}

}  // namespace

void slurm_queue::require_commands() {
  for (const char* command : {"sbatch", "squeue", "scancel"}) {
    if (!base::program_exists(command)) {
      throw usage_error(
          fmt::format("there is no {} in the PATH, and --engine slurm hands the work to it. Run "
                      "this on a machine from which jobs are submitted, or leave --engine out to "
                      "grade on this machine",
                      command));
    }
  }
}

std::optional<std::vector<queued_task>> slurm_queue::look() {
  const base::process_outcome outcome = run({"squeue", "--noheader", "--array", "--user",
                                             std::to_string(getuid()), "--format=%i|%j|%K|%T|%r"});
  if (!outcome.succeeded()) {
    why_no_answer_ = words_of(outcome);
    return std::nullopt;
  }
  return parse_queue(outcome.output, name_);
}

int slurm_queue::most_tasks() {
  constexpr int kDefault = 1000;
  if (most_tasks_ == 0) {
    const std::string text = run({"scontrol", "show", "config"}).output;
    const std::size_t at = text.find("MaxArraySize");
    const std::size_t equals = at == std::string::npos ? at : text.find('=', at);
    int size = kDefault + 1;
    if (equals != std::string::npos) {
      const std::size_t begin = text.find_first_not_of(' ', equals + 1);
      const std::size_t end = text.find_first_of(" \n", begin);
      base::read_number(std::string_view(text).substr(begin, end - begin), size);
    }
    most_tasks_ = std::clamp(size - 1, 1, kDefault);
  }
  return most_tasks_;
}

slurm_queue::submitted slurm_queue::submit(int number, int tasks,
                                           const std::filesystem::path& script,
                                           const std::string& log, std::string& said) {
  std::vector<std::string> command = {"sbatch"};
  command.insert(command.end(), arguments_.begin(), arguments_.end());
  // After the user's, so these are the ones that count. What fails is submitted by us, not requeued
  // by Slurm, or two tasks could grade one chunk.
  for (std::string& word : std::vector<std::string>{
           "--parsable", "--no-requeue", "--chdir=" + script.parent_path().string(),
           fmt::format("--job-name={}-{}", name_, number), fmt::format("--array=0-{}", tasks - 1),
           "--output=" + log, "--error=" + log, script.string()}) {
    command.push_back(std::move(word));
  }
  const base::process_outcome outcome = run(std::move(command), 300);
  said = words_of(outcome);
  if (outcome.succeeded()) {
    return submitted::taken;
  }
  const bool late = outcome.end == base::process_end::timed_out;
  return late || not_reached(said) || !look() ? submitted::no_answer : submitted::refused;
}

void slurm_queue::cancel(const std::vector<queued_task>& tasks) {
  constexpr std::size_t kMostAtOnce = 500;
  for (std::size_t begin = 0; begin < tasks.size(); begin += kMostAtOnce) {
    std::vector<std::string> command = {"scancel"};
    for (std::size_t i = begin; i < std::min(begin + kMostAtOnce, tasks.size()); ++i) {
      command.push_back(tasks[i].job);
    }
    run(std::move(command));
  }
}

std::vector<queued_task> parse_queue(std::string_view text, const std::string& name) {
  std::vector<queued_task> tasks;
  for (const std::string_view line : base::split(text, '\n')) {
    const auto fields = base::split(line, '|');
    queued_task task;
    const std::string prefix = name + "-";
    if (fields.size() < 5 || fields[1].substr(0, prefix.size()) != prefix ||
        !base::read_number(fields[1].substr(prefix.size()), task.array) ||
        !base::read_number(fields[2], task.index)) {
      continue;
    }
    constexpr std::string_view kActive[] = {"PENDING",      "RUNNING",   "CONFIGURING", "SUSPENDED",
                                            "REQUEUED",     "STOPPED",   "RESIZING",    "SIGNALING",
                                            "REQUEUE_HOLD", "STAGE_OUT", "SPECIAL_EXIT"};
    if (std::find(std::begin(kActive), std::end(kActive), fields[3]) == std::end(kActive)) {
      continue;  // completing: it writes nothing any more
    }
    task.job = fields[0];
    task.runs = fields[3] == "RUNNING";
    task.reason = fields[4] == "None" ? "" : std::string(fields[4]);
    task.stuck = task.reason.find("requeued") != std::string::npos &&
                 task.reason.find("held") != std::string::npos;
    tasks.push_back(std::move(task));
  }
  return tasks;
}

void require_shared(const std::filesystem::path& folder) {
  constexpr long kInMemory[] = {0x01021994, static_cast<long>(0x858458f6)};  // tmpfs, ramfs
  struct statfs about {};
  if (statfs(folder.c_str(), &about) != 0 ||
      std::find(std::begin(kInMemory), std::end(kInMemory), about.f_type) == std::end(kInMemory)) {
    return;
  }
  char own[256] = "";
  gethostname(own, sizeof own - 1);
  const std::string host = std::string(own).substr(0, std::string(own).find('.'));
  const base::process_outcome nodes = run({"sinfo", "--noheader", "--Node", "--format=%n"});
  if (!nodes.succeeded()) {
    return;
  }
  for (const std::string_view line : base::split(nodes.output, '\n')) {
    const std::string node(line.substr(0, line.find_first_of(" .")));
    if (!node.empty() && node != host) {
      throw usage_error(fmt::format(
          "{} is in the memory of this machine ({}), where {} and the cluster's other machines "
          "cannot see it. Choose a folder on a file system that they share with --output",
          folder.string(), host, node));
    }
  }
}

}  // namespace kw::grader
