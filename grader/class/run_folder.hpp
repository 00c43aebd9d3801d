#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grader/class/class_run.hpp"

namespace kw::grader {

/// Keeps a second run out of the same output folder, also after a kill -9.
class folder_lock {
 public:
  /// Throws `usage_error` where another run is in it. \param shared whether others may be in it as
  /// well, if theirs are shared
  folder_lock(const std::filesystem::path& folder, bool shared);
  ~folder_lock();
  folder_lock(const folder_lock&) = delete;
  folder_lock& operator=(const folder_lock&) = delete;

 private:
  int descriptor_ = -1;
};

/// What `run.json` says of the results in a folder: which tasks, judged by which tests, and how.
/// \param kits the fingerprint of the tests of each lesson, by its id
nlohmann::json describe_run(const std::vector<lesson>& lessons,
                            const std::map<std::string, std::string>& kits,
                            const class_options& options, bool isolated);

/// What `run.json` says of the course's solutions once all of them have got full points. The next
/// run into the same folder then need not judge them again.
/// \param given tests that pass without work, by the task's id \param where the machine and
/// compiler
nlohmann::json describe_solutions(const std::map<std::string, std::vector<std::string>>& given,
                                  const class_options& options, const environment& where);

/// A seed for a run, by chance.
std::uint64_t draw_seed();

/// What an earlier run into the same folder leaves to this one.
struct earlier_run {
  std::optional<std::uint64_t> seed;  ///< Of its data; nothing where there was none.
  /// Tests that pass without work with that seed, by the task's id, where the earlier run has
  /// judged the course's solutions with the same tests, limits and compiler.
  std::optional<std::map<std::string, std::vector<std::string>>> given;
  std::string before;  ///< The folder with results as they were before lessons were regraded.
};

/// Compares a run with an earlier one into the same folder. Lessons may be added. Where the tests
/// of a lesson have changed that `options` say to regrade, the results are copied to a folder of
/// their own first. Throws `usage_error` for anything else that makes their results differ.
earlier_run agree_with_earlier_run(const std::filesystem::path& file, const nlohmann::json& now,
                                   const class_options& options, const environment& where);

/// What a shard takes over from the run that has prepared the folder, whose solutions another
/// machine may have judged: the seed, and the tests that pass without work. Throws `usage_error`
/// where there was none, or one with other tests or limits.
earlier_run agree_with_preparation(const std::filesystem::path& file, const nlohmann::json& now,
                                   const class_options& options, const environment& where);

/// Compares two folders of results: every lesson that both have and whose points differ, by id. A
/// result that cannot be read, or that has no score, changes nothing.
std::vector<score_change> compare_results(const std::filesystem::path& before,
                                          const std::filesystem::path& after);

}  // namespace kw::grader
