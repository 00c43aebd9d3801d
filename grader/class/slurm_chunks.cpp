#include "grader/class/slurm_chunks.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/interrupts.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

/// The largest number in the names of a folder's files, "17.json"; 0 for none.
int largest_number(const fs::path& folder) {
  int largest = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    largest = std::max(largest, std::atoi(entry.path().stem().c_str()));
  }
  return largest;
}

std::size_t size_of(const kernel_sources& sources) {
  std::size_t bytes = 0;
  for (const auto& [task, kernel] : sources.kernels) {
    bytes += kernel.content.size();
  }
  return bytes;
}

}  // namespace

std::size_t default_chunk_size(std::size_t submissions, std::size_t tasks_of_course) {
  constexpr std::size_t kTasksOfCluster = 32;
  constexpr std::size_t kFilesInFiveMinutes = 900;  // about a third of a second each
  const std::size_t shortest = std::max<std::size_t>(1, kFilesInFiveMinutes / tasks_of_course);
  return std::clamp((submissions + kTasksOfCluster - 1) / kTasksOfCluster, std::size_t{1},
                    shortest);
}

slurm_chunks::slurm_chunks(const class_work& work, plan_folder plan)
    : work_(work), plan_(std::move(plan)), next_number_(largest_number(plan_.path / "chunks")) {
  chunk_size_ = work.options.slurm.chunk > 0
                    ? static_cast<std::size_t>(work.options.slurm.chunk)
                    : default_chunk_size(work.submissions.size(), work.grading.kits().size());
}

void slurm_chunks::adopt(const std::vector<queued_task>& tasks) {
  for (const queued_task& task : tasks) {
    const json array =
        json::parse(base::read_text_file(plan_.array(task.array, ".json")), nullptr, false);
    if (!array.is_array() || task.index < 0 ||
        static_cast<std::size_t>(task.index) >= array.size()) {
      continue;
    }
    slurm_chunk chunk;
    chunk.number = array[static_cast<std::size_t>(task.index)];
    for (const chunk_entry& entry : parse_chunk(base::read_text_file(plan_.chunk(chunk.number)))) {
      chunk_of_.emplace(name_of(entry), chunks_.size());
    }
    chunk.array = task.array;
    chunk.index = task.index;
    chunk.submitted = true;
    chunks_.push_back(std::move(chunk));
  }
}

void slurm_chunks::read_class() {
  for (std::size_t index = 0; index < work_.submissions.size(); ++index) {
    if (base::interrupt_requested()) {
      throw interrupted();
    }
    read_one(index);
    work_.submissions[index].files.clear();  // they are in the chunk
  }
  write_chunks();
  for (slurm_chunk& chunk : chunks_) {
    chunk.missing_then = chunk.missing.size();
    chunk.begun_then = begun(chunk);
  }
}

void slurm_chunks::read_one(std::size_t index) {
  class_submission& submission = work_.submissions[index];
  wanted one = {index, {}, 0};
  chunk_entry entry = {submission.who.id, submission.handed_in, {}};
  try {
    entry.sources = read_kernels(submission, work_.lessons);
    one.times = note_times(submission, entry.sources, work_.scratch / "times");
    std::optional<report> kept =
        work_.results.find(submission.who.id, fingerprint_of(entry.sources));
    if (kept && work_.grading.is_current(*kept)) {
      work_.results.keep(*kept, submission, one.times);
      return;
    }
  } catch (const machine_error& error) {
    work_.results.add(work_.results.not_gradable(submission, error.what()), submission);
    return;
  } catch (const fs::filesystem_error& error) {  // a file that may not be read, or is gone
    work_.results.add(work_.results.not_gradable(submission, error.what()), submission);
    return;
  }
  const std::string name = name_of(entry);
  one.begun = begun(name);
  wanted_[name] = std::move(one);
  if (const auto adopted = chunk_of_.find(name); adopted != chunk_of_.end()) {
    chunks_[adopted->second].missing.insert(name);
  } else if (!collect(name)) {
    constexpr std::size_t kMostBytes = std::size_t{64} << 20;
    next_bytes_ += size_of(entry.sources);
    next_.push_back(std::move(entry));
    if (next_bytes_ > kMostBytes) {
      write_chunks();
    }
  }
}

/// Equal submissions go into one chunk, since a task grades equal files once.
void slurm_chunks::write_chunks() {
  std::vector<std::pair<std::string, std::size_t>> order;
  for (std::size_t i = 0; i < next_.size(); ++i) {
    order.emplace_back(fingerprint_of(next_[i].sources), i);
  }
  std::sort(order.begin(), order.end());
  for (std::size_t begin = 0; begin < order.size(); begin += chunk_size_) {
    slurm_chunk chunk;
    chunk.number = ++next_number_;
    std::vector<chunk_entry> entries;
    for (std::size_t i = begin; i < std::min(begin + chunk_size_, order.size()); ++i) {
      entries.push_back(std::move(next_[order[i].second]));
      const std::string name = name_of(entries.back());
      chunk_of_[name] = chunks_.size();
      chunk.missing.insert(name);
    }
    base::write_file_atomically(plan_.chunk(chunk.number), to_json(entries));
    chunks_.push_back(std::move(chunk));
  }
  next_.clear();
  next_bytes_ = 0;
}

int slurm_chunks::collect() {
  int taken = 0;
  // The folder is read, since a file system of several machines remembers what was not there.
  std::error_code error;
  std::vector<std::string> names;
  for (auto at = fs::directory_iterator(plan_.path / "done", error);
       !error && at != fs::directory_iterator(); at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    if (wanted_.count(name) != 0 && collect(name)) {
      ++taken;
    }
  }
  return taken;
}

bool slurm_chunks::collect(const std::string& name) {
  const wanted& one = wanted_.at(name);
  class_submission& submission = work_.submissions[one.submission];
  bool damaged = false;
  std::optional<report> result;
  try {
    result = read_result(plan_, name, &damaged);
  } catch (const machine_error&) {  // the file system's fault, this time
    return false;
  }
  if (result && (result->who.id != submission.who.id || !work_.grading.is_current(*result))) {
    damaged = true;
  }
  if (damaged) {  // graded again
    std::error_code ignored;
    fs::remove(plan_.result(name), ignored);
    return false;
  }
  if (!result) {
    return false;
  }
  result_store::bring_up_to_date(*result, submission.who, one.times);
  work_.results.add(*result, submission);
  if (const auto chunk = chunk_of_.find(name); chunk != chunk_of_.end()) {
    chunks_[chunk->second].missing.erase(name);
  }
  wanted_.erase(name);
  return true;
}

void slurm_chunks::note_submitted(slurm_chunk& chunk, int array, int index) const {
  chunk.submitted = true;
  chunk.array = array;
  chunk.index = index;
  chunk.missing_then = chunk.missing.size();
  chunk.begun_then = begun(chunk);
  chunk.outage = false;
  chunk.gone = slurm_chunk::clock::time_point::max();
}

std::uintmax_t slurm_chunks::begun(const std::string& name) const {
  std::error_code none;
  const std::uintmax_t size = fs::file_size(plan_.begun(name), none);
  return none ? 0 : size;
}

std::uintmax_t slurm_chunks::begun(const slurm_chunk& chunk) const {
  std::uintmax_t sum = 0;
  for (const std::string& name : chunk.missing) {
    sum += begun(name);
  }
  return sum;
}

std::vector<std::string> slurm_chunks::begun_often(const slurm_chunk& chunk,
                                                   std::uintmax_t tries) const {
  std::vector<std::string> names;
  for (const std::string& name : chunk.missing) {
    if (begun(name) >= wanted_.at(name).begun + tries) {
      names.push_back(name);
    }
  }
  return names;
}

void slurm_chunks::give_up(slurm_chunk& chunk, const std::string& name, const std::string& reason) {
  const class_submission& submission = work_.submissions[wanted_.at(name).submission];
  const std::string fault = base::read_text_file(plan_.fault(name));
  work_.results.add(work_.results.not_gradable(submission, fault.empty() ? reason : fault),
                    submission);
  chunk.missing.erase(name);
  wanted_.erase(name);
}

}  // namespace kw::grader
