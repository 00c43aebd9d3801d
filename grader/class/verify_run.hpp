#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grader/class/class_run.hpp"

namespace kw::grader {

/// What to verify of the folder of a class run.
struct verify_options {
  std::filesystem::path root = ".";
  std::filesystem::path build_folder;  ///< Empty: the device's.
  std::filesystem::path output;        ///< Of the run.
  std::filesystem::path source;        ///< The submissions; empty: where they were then.
  int sample = 5;                      ///< How many submissions are graded again; 0 for none.
  std::string last_hash;               ///< Of the log, as it was written down; empty: not compared.
  bool use_sandbox = true;
};

/// What was found.
struct verify_outcome {
  std::int64_t entries = 0;           ///< Of the log.
  std::string last_hash;              ///< Of its last line.
  int results = 0;                    ///< Files of results that were compared with the log.
  std::vector<std::string> again;     ///< Ids of the submissions that were graded again.
  std::vector<std::string> problems;  ///< In sentences; empty when all is well.
};

/// Checks the chain of a run's log, compares each stored result with it, and grades some
/// submissions, drawn by chance, again with the seed of the run: their tests must come out as they
/// did. Speed is not measured again. Throws what `run_class` throws.
verify_outcome verify_run(const verify_options& options,
                          const std::function<void(const class_progress&)>& on_progress = {});

}  // namespace kw::grader
