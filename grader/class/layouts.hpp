#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kw::grader {

/// The file of a Gradescope export that says who handed in what.
inline constexpr std::string_view kGradescopeMetadata = "submission_metadata.yml";

/// Classroom 50's table of submissions, which also says when each was handed in.
inline constexpr std::string_view kClassroom50Scores = "scores.csv";

/// Whether a file of this name says something about the class: one of these, or one of those in
/// which Classroom 50 keeps its groups.
bool is_about_class(std::string_view name);

/// The platforms whose exports name the student of each file.
enum class platform { none, canvas, moodle, brightspace, blackboard };

/// Whose file a path of a class names, and what the file is called within the submission.
struct ownership {
  std::string key;                 ///< The same for all files of a student.
  std::string name;                ///< As far as the export says it.
  std::vector<std::string> names;  ///< What to look for in a roster, the surest first.
  std::string path;                ///< Within the submission.
  bool marked_late = false;        ///< Canvas: "doejane_LATE_4711_98765_1_fill.cpp".
  /// A column that the platform's gradebook knows the student by, with its title: "Canvas ID",
  /// Moodle's "Identifier".
  std::pair<std::string, std::string> platform_id = {};
  kw::grader::platform platform = platform::none;
  bool of_one = false;  ///< Whether all of `names` are the platform's for one student.
  /// When this file was handed in, where the name says it: "2026-01-31 21:54:00", in a zone that
  /// it does not say. `path` begins with it, since a student may have handed in several times.
  std::string when = {};
};

/// Reads a path as Canvas, Moodle, Brightspace, Blackboard, Gradescope, GitHub Classroom and
/// Classroom 50 export them, or as a folder or an archive with a student's name. `key` is empty for
/// a file that belongs to no student.
ownership owner_of(const std::string& path);

/// Removes a folder that contains everything, as some exports have around their students' folders,
/// unless that is a student's. \param is_student whether a folder's name is known to be
void strip_wrapper(const std::vector<std::string*>& paths,
                   const std::function<bool(const std::string& folder)>& is_student);

/// What Gradescope says of one submission: who handed it in, of a group all, and when.
struct gradescope_entry {
  struct person {
    std::string name, email, sid;
    std::optional<std::size_t> row = {};  ///< Of the roster, where that says who is in the group.
    bool operator==(const person&) const = default;
  };
  std::vector<person> people;
  std::string created_at;
};

/// Its submission_metadata.yml, by folder.
std::map<std::string, gradescope_entry> parse_gradescope_metadata(std::string_view text);

}  // namespace kw::grader
