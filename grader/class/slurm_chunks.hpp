#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/class/chunk_file.hpp"
#include "grader/class/local_engine.hpp"
#include "grader/class/slurm_queue.hpp"

namespace kw::grader {

/// What a run through Slurm knows of one chunk: which results are missing, and its task.
struct slurm_chunk {
  using clock = std::chrono::steady_clock;

  int number = 0;
  std::set<std::string> missing;  ///< Names of results (`name_of`).
  bool submitted = false;         ///< Its task was handed to Slurm, and has not ended.
  int array = 0;                  ///< Its last task: number of the array, and index in it.
  int index = 0;
  std::size_t missing_then = 0;   ///< How many results were missing when it was submitted,
  std::uintmax_t begun_then = 0;  ///< and how often a task had begun with one of them.
  bool outage = false;            ///< Since then the controller has been silent for a time.
  clock::time_point gone = clock::time_point::max();  ///< Since when the queue does not have it.
  int fruitless = 0;  ///< Tasks in a row that ended without a new result;
  int failures = 0;   ///< those that did not even begin with another submission;
  int lost = 0;       ///< those that never started, although the controller was there.
};

/// The chunks of a class: makes them, or finds those of an earlier run that are still being graded,
/// and takes their results over.
class slurm_chunks {
 public:
  slurm_chunks(const class_work& work, plan_folder plan);

  /// Goes on with the tasks of an earlier run.
  void adopt(const std::vector<queued_task>& tasks);
  /// Reads all submissions, keeps results that are there, and makes chunks of the others.
  void read_class();
  /// Takes over the results that have come. \returns how many
  int collect();

  bool complete() const { return wanted_.empty(); }
  std::vector<slurm_chunk>& all() { return chunks_; }

  /// Notes that a chunk is handed to Slurm.
  void note_submitted(slurm_chunk& chunk, int array, int index) const;
  /// How often a task has begun with what is missing of a chunk.
  std::uintmax_t begun(const slurm_chunk& chunk) const;
  /// The submissions of a chunk with which so many tasks have begun in this run, and ended.
  std::vector<std::string> begun_often(const slurm_chunk& chunk, std::uintmax_t tries) const;
  /// Stores that a submission could not be graded.
  void give_up(slurm_chunk& chunk, const std::string& name, const std::string& reason);

 private:
  struct wanted {
    std::size_t submission = 0;
    commit_times times;
    std::uintmax_t begun = 0;  ///< How often a task had begun with it before this run.
  };

  void read_one(std::size_t index);
  void write_chunks();
  std::uintmax_t begun(const std::string& name) const;
  bool collect(const std::string& name);

  const class_work& work_;
  plan_folder plan_;
  std::size_t chunk_size_ = 1;
  std::vector<slurm_chunk> chunks_;
  std::map<std::string, std::size_t> chunk_of_;  ///< By the result's name, the place in `chunks_`.
  std::map<std::string, wanted> wanted_;         ///< What has no result yet, by its name.
  std::vector<chunk_entry> next_;                ///< What is not yet in a chunk,
  std::size_t next_bytes_ = 0;                   ///< and how large these files are.
  int next_number_ = 0;
};

/// How many submissions a task grades where the user does not say: enough tasks for a cluster, each
/// of a few minutes at the most.
std::size_t default_chunk_size(std::size_t submissions, std::size_t tasks_of_course);

}  // namespace kw::grader
