#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "grader/model/result.hpp"

namespace kw::grader {

/// Codes such as "K7QF" that replace students' names when work is graded anonymously. They are
/// drawn at random and kept in a file, so a student has the same code in every report.
class name_book {
 public:
  /// Reads the codes of a file, if there is one. Throws `usage_error` if it is not such a table.
  explicit name_book(std::filesystem::path file);

  /// The code of a submission: a new one if it has none yet.
  const std::string& code_of(const submission& who);
  /// The code that a submission has; empty if it has none.
  std::string known_code(const submission& who) const;

  /// Writes the file again if there are new codes.
  void save() const;

  const std::filesystem::path& file() const { return file_; }
  bool empty() const { return entries_.empty(); }

 private:
  struct entry {
    std::string code;
    std::string name;
  };

  std::filesystem::path file_;
  std::map<std::string, entry> entries_;  ///< By the id of the submission.
  bool changed_ = false;
};

/// Removes from a result whose it is, and what the student named. What their program printed stays.
void anonymise(report& report, const std::string& code);

}  // namespace kw::grader
