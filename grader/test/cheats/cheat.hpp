#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace kw::grader {

/// A submission of one file that tries something, or that only looks as if it did, with the outcome
/// that it must have. All of it is in the file's first comment:
///
///     // Why it must not work, in words.
///     //
///     // task: lesson01.3
///     // earns: nothing               (or everything, any, at most 4, share 2 of 4)
///     // on a gpu: nothing, because a GPU does not have what it uses   (the same where not given)
///     // speed: at most 0.5           (or at least 0.9: the credit of the check for speed)
///     // says: a text                 (of the result; may be repeated)
///     // hides: a text                (that the result must not hold; may be repeated)
///     // open: why                    (it is known that this is not yet as it must be)
///
/// A file NAME.cpp is the submission itself. After the comment of a NAME.edit there are edits of
/// the task's solution: lines that go begin with `-`, lines that come with `+`, and those that stay
/// with a blank. An empty line ends an edit. `#include "find.part"` is replaced by that file.
struct cheat {
  std::string name;  ///< "3_findings/restart"
  std::string text;  ///< Of the file.
  std::string why;
  std::string task;
  std::string earns;
  std::string earns_on_gpu;
  std::string speed;  ///< Empty: its speed is not measured.
  std::vector<std::string> says;
  std::vector<std::string> hides;
  std::string open;

  bool control() const { return name.rfind("controls/", 0) == 0; }
  /// What comes before the name: "3_findings".
  std::string group() const { return name.substr(0, name.find('/')); }
};

/// All cheats in a folder, by name. Throws `usage_error` for a file without such a comment, and for
/// an edit that does not fit the solution. \param root of the course
std::vector<cheat> read_cheats(const std::filesystem::path& folder,
                               const std::filesystem::path& root);

/// The part of a student's result for one task that a cheat is about.
struct cheat_outcome {
  bool gradable = false;
  std::string reason;  ///< Why not.
  double points = 0;
  double most_points = 0;
  std::optional<double> speed;  ///< The credit; none if it was not scored.
  std::string speed_note;
  std::string text;  ///< The whole of the stored result.
};

/// How the outcome differs from what the cheat says it must be; empty when it does not.
std::string complaint_about(const cheat& one, const cheat_outcome& outcome);

}  // namespace kw::grader
