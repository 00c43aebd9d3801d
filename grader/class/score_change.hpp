#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kw::grader {

/// How regrading changed one lesson of one submission.
struct score_change {
  std::string id;
  std::string name;
  std::string lesson;  ///< "lesson03"
  double before = 0;
  double after = 0;
  std::string what;  ///< Its checks that changed: "masked-add 2 -> 3, ragged-rows 4 -> 0".
};

/// Compares two folders of results: every lesson that both have and whose points differ, by id. A
/// result that cannot be read, or that has no score, changes nothing.
std::vector<score_change> compare_results(const std::filesystem::path& before,
                                          const std::filesystem::path& after);

}  // namespace kw::grader
