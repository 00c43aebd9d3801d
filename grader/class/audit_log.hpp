#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace kw::grader {

/// What happened in a class run, one JSON object per line, in a file to which lines are only added.
/// Each line holds the hash of the line before it, so a line that is changed, removed or put in
/// later does not fit any more. Who can write to the folder could write all of it anew: the last
/// hash, kept elsewhere, shows that too.
class audit_log {
 public:
  /// Goes on with the file, or begins it. A last line that is not complete, since a run was killed
  /// while it wrote it, is taken away, and an entry says so. Throws `machine_error` when it cannot
  /// be written.
  explicit audit_log(const std::filesystem::path& file);
  ~audit_log();
  audit_log(const audit_log&) = delete;
  audit_log& operator=(const audit_log&) = delete;

  /// Adds an entry, which is on the disk when this returns. From any thread.
  /// \param what "run", "result" or "end"
  void add(const std::string& what, nlohmann::json facts);

  /// The hash of the last line.
  const std::string& last_hash() const { return last_; }

 private:
  std::filesystem::path file_;
  std::mutex mutex_;
  int descriptor_ = -1;
  std::string last_;
  std::int64_t entries_ = 0;
};

/// What a log says, once it has been checked.
struct audit_record {
  std::vector<std::string> problems;  ///< What does not fit, in sentences.
  std::int64_t entries = 0;
  std::string last_hash;
  std::string last_run;  ///< The facts of the last entry "run", as JSON; empty where there is none.
  std::map<std::string, std::string> results;  ///< SHA-256 of each result's file, by its id.
};

/// Reads a log and checks its chain. Throws `usage_error` where there is none.
audit_record read_audit_log(const std::filesystem::path& file);

}  // namespace kw::grader
