#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grader/class/roster.hpp"

namespace kw::grader {

/// The tables of Classroom 50 that a folder of its clones may hold: scores.csv, which its command
/// line puts there, and scores.json and teams.json of the classroom's folder, which say who is in a
/// group.
class classroom50_files {
 public:
  /// Takes over one of them. Another file that has such a name says nothing, and a note says so.
  /// Throws `usage_error` for JSON that cannot be read.
  void read(const std::string& name, std::string_view bytes);

  /// The accounts of the group that a clone, "classroom-assignment-owner", belongs to. Empty for a
  /// single student's clone, and where no file says who is in the group.
  std::vector<std::string> members_of(const std::string& clone);

  /// scores.csv, in which each student is once, with the time of the last submission.
  const roster& scores() const { return scores_; }

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  /// Of several groups that a clone's name ends in, all names.
  using groups = std::map<std::string, std::vector<std::string>>;

  roster scores_;
  groups credited_;  ///< scores.json, by the end of a clone's name, "-assignment-owner".
  groups intended_;  ///< teams.json, which is older than what was credited.
  std::vector<std::string> notes_;
};

}  // namespace kw::grader
