#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace kw::base {

/// What the kernel noted about a control group, each since the group was made.
struct group_events {
  std::int64_t limit_reached = 0;      ///< The group had no memory left within its own limit.
  std::int64_t killed_for_memory = 0;  ///< Processes; also where the whole machine had none left.
  std::int64_t refused_processes = 0;  ///< A fork that would have been one too many.
};

/// What was noted about the group with this folder; nothing where the folder's name is empty.
group_events events_of_group(const std::filesystem::path& folder);

/// The processes of one run, which the kernel counts together (cgroup v2). They end with it.
class control_group {
 public:
  /// Throws `machine_error` when it cannot be made.
  control_group(std::filesystem::path folder, std::int64_t memory_bytes, int processes);
  ~control_group();
  control_group(const control_group&) = delete;
  control_group& operator=(const control_group&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  group_events events() const { return events_of_group(folder_); }

 private:
  std::filesystem::path folder_;
};

/// The place where this process makes control groups: the group that it was started in.
class control_groups {
 public:
  /// Takes over the control group `folder`, for which process `self` must be alone in it and may
  /// write to it: a group with limits must hold no process itself, so `self` moves into one below.
  /// No other process is moved. Null if that cannot be done, and `why` says why.
  static std::unique_ptr<control_groups> take(const std::filesystem::path& folder, int self,
                                              std::string& why);
  /// The one of this process, found by the first call, which must come before the process starts
  /// any other process; null if there is none.
  static control_groups* here();
  /// Why there is none, in words; empty when there is one.
  static const std::string& why_none_here();

  /// A new group. Throws `machine_error` when it cannot be made. May be called by many threads.
  std::unique_ptr<control_group> make(std::int64_t memory_bytes, int processes);

 private:
  explicit control_groups(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
  std::atomic<int> made_ = 0;
};

}  // namespace kw::base
