#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// A task of a job array that Slurm has not finished.
struct queued_task {
  std::string job;  ///< As `scancel` takes it: "123_4".
  int array = 0;    ///< Which array of the run.
  int index = 0;    ///< Which task of the array.
  bool runs = false;
  bool stuck = false;  ///< Slurm could not start it, and holds it until somebody looks.
  std::string reason;  ///< Why it waits, in Slurm's words; often empty.
};

/// Slurm's commands, for the arrays of one run: their jobs are called "<name>-<number>", so the run
/// finds them again after it was killed, without a file that could be lost.
class slurm_queue {
 public:
  /// \param arguments for sbatch, as they are
  slurm_queue(std::string name, std::vector<std::string> arguments)
      : name_(std::move(name)), arguments_(std::move(arguments)) {}

  const std::string& name() const { return name_; }

  /// Throws `usage_error`, which says what to do, where sbatch or squeue is missing.
  static void require_commands();

  /// The tasks that are waiting or running; nothing where the controller does not answer, and then
  /// `why_no_answer` says what was printed instead.
  std::optional<std::vector<queued_task>> look();
  const std::string& why_no_answer() const { return why_no_answer_; }

  /// How many tasks an array may have here. Asks the controller once.
  int most_tasks();

  /// What became of an array that was handed to sbatch.
  enum class submitted { taken, refused, no_answer };
  /// \param number of the array \param tasks in it \param said what sbatch printed
  submitted submit(int number, int tasks, const std::filesystem::path& script,
                   const std::string& log, std::string& said);

  /// Ends tasks.
  static void cancel(const std::vector<queued_task>& tasks);

 private:
  std::string name_;
  std::vector<std::string> arguments_;
  std::string why_no_answer_;
  int most_tasks_ = 0;
};

/// The tasks of a run in what squeue printed (`--format=%i|%j|%K|%T|%r`); those that have ended and
/// are only cleared away are left out.
std::vector<queued_task> parse_queue(std::string_view text, const std::string& name);

/// Throws `usage_error` where a folder is on a disk in this machine's memory and the cluster has
/// other machines, which cannot see it.
void require_shared(const std::filesystem::path& folder);

}  // namespace kw::grader
