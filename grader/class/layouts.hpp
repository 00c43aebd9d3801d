#pragma once

#include <map>
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
};

/// Reads a path as Canvas, Moodle, Gradescope, GitHub Classroom and Classroom 50 export them, or as
/// a folder or an archive with a student's name. `key` is empty for a file that belongs to no
/// student.
ownership owner_of(const std::string& path);

/// Removes a folder that contains everything, as some exports have around their students' folders.
void strip_wrapper(const std::vector<std::string*>& paths);

/// What Gradescope says of one submission: who handed it in, of a group all, and when.
struct gradescope_entry {
  struct person {
    std::string name, email, sid;
  };
  std::vector<person> people;
  std::string created_at;
};

/// Its submission_metadata.yml, by folder.
std::map<std::string, gradescope_entry> parse_gradescope_metadata(std::string_view text);

}  // namespace kw::grader
