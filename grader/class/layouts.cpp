#include "grader/class/layouts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "explain/text.hpp"
#include "grader/class/archive.hpp"

namespace kw::grader {
namespace {

/// The whole, and what comes after each separator.
std::vector<std::string> suffixes(const std::string& whole, char separator) {
  std::vector<std::string> names = {whole};
  for (std::size_t at = whole.find(separator); at != std::string::npos;
       at = whole.find(separator, at + 1)) {
    names.push_back(whole.substr(at + 1));
  }
  return names;
}

using parts = explain::match;

/// How a platform names a student's folder, or puts the student in front of a file's name.
struct name_layout {
  bool folders;  ///< Or files alone.
  std::string_view pattern;
  ownership (*owner)(const parts& of);
};

/// Those of all platforms. The first that fits counts.
constexpr name_layout kNameLayouts[] = {
    // "Jane Doe_4711_assignsubmission_file_", where the number is nobody's anywhere else than in
    // the column of participants.
    {true, "((.*?)_([0-9]+))_assignsubmission_(?:file_(.*)|.*)",
     [](const parts& of) {
       return ownership{.key = of[1],
                        .name = of[2],
                        .names = {"participant" + of[3], of[2]},
                        .path = of[4],
                        .platform_id = {"Identifier", "Participant " + of[3]},
                        .platform = platform::moodle,
                        .of_one = true};
     }},
    // "123456-98765 - Jane Doe - Jan 31, 2026 954 PM", of which a student has one for each time of
    // handing in; the first number is the student's.
    {true,

     "(?:([0-9]+)-[0-9]+ - )?(.+?) ?- (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* "
     "([0-9]{1,2}), ([0-9]{4}) ([0-9]{1,2})([0-9]{2}) ([AP])M(?: - (.+))?",
     [](const parts& of) {
       constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
       return ownership{
           .key = of[1] + " " + of[2],
           .name = of[2],
           .names = {of[2]},
           .path = of[9],
           .platform = platform::brightspace,
           .when = fmt::format("{}-{:02}-{:0>2} {:02}:{}:00", of[5], kMonths.find(of[3]) / 3 + 1,
                               of[4], std::stoi(of[6]) % 12 + (of[8] == "P" ? 12 : 0), of[7])};
     }},
    // "Assignment 1_jdoe_attempt_2026-01-31-21-54-00_1_fill.cpp". Assignments and logins may have a
    // "_" as well, so there are several names to look for.
    {false,

     "(.+?_.+?)_attempt_([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{2})-([0-9]{2})-([0-9]{2})_(.+)",
     [](const parts& of) {
       return ownership{.key = of[1],
                        .name = of[1].substr(of[1].rfind('_') + 1),
                        .names = suffixes(of[1], '_'),
                        .path = of[6],
                        .platform = platform::blackboard,
                        .when = fmt::format("{} {}:{}:{}", of[2], of[3], of[4], of[5])};
     }},
    // Canvas, where marking is anonymous: "anon_x7KqP_LATE_98765_1_fill.cpp".
    {false, "(anon_[^_]*)(_LATE)?_[0-9]+_(.*)",
     [](const parts& of) {
       return ownership{.key = of[1],
                        .name = of[1],
                        .names = {of[1]},
                        .path = of[3],
                        .marked_late = !of[2].empty(),
                        .platform = platform::canvas,
                        .of_one = true};
     }},
    // "doejane_LATE_4711_98765_1_fill.cpp"
    {false, "(.+?)(_LATE)?_([0-9]+)_[0-9]+_(.*)",
     [](const parts& of) {
       return ownership{.key = of[1] + "_" + of[3],
                        .name = of[1],
                        .names = {of[3], of[1]},
                        .path = of[4],
                        .marked_late = !of[2].empty(),
                        .platform_id = {"Canvas ID", of[3]},
                        .platform = platform::canvas,
                        .of_one = true};
     }},
};

/// What a platform that names the student has made of the first part of a path.
std::optional<ownership> name_of_platform(const std::string& first, bool folder) {
  for (const name_layout& layout : kNameLayouts) {
    const auto found =
        layout.folders || !folder ? explain::match_whole(first, layout.pattern) : std::nullopt;
    if (found) {
      return layout.owner(*found);
    }
  }
  return std::nullopt;
}

/// A folder or an archive that somebody named: GitHub Classroom's is "masking-octocat" and
/// Classroom 50's "autumn-masking-octocat", where each part may hold a "-", and others write
/// "Doe, Jane (jdoe)".
std::vector<std::string> names_of_folder(const std::string& folder) {
  std::vector<std::string> names = suffixes(folder, '-');
  const std::size_t open = folder.find('(');
  if (open != std::string::npos && open > 0 && folder.back() == ')') {
    names.push_back(folder.substr(open + 1, folder.size() - open - 2));
    names.push_back(folder.substr(0, open));
  }
  return names;
}

/// Removes folders that contain everything.
void strip_common(const std::vector<std::string*>& paths,
                  const std::function<bool(const std::string& folder)>& is_student) {
  while (!paths.empty()) {
    const std::string first = paths.front()->substr(0, paths.front()->find('/'));
    const std::string wrapper = first + "/";
    const bool around_all = std::all_of(paths.begin(), paths.end(), [&](const std::string* path) {
      return path->rfind(wrapper, 0) == 0;
    });
    if (!around_all || name_of_platform(first, true) || is_student(first)) {
      return;
    }
    // A lone student's folder holds kernel files, or the course's folders; a wrapper holds
    // students.
    const bool of_a_student = std::any_of(paths.begin(), paths.end(), [&](const std::string* path) {
      const std::string rest = path->substr(wrapper.size());
      const bool top = rest.find('/') == std::string::npos;
      return rest.rfind("exercises/", 0) == 0 ||
             (top && !is_archive_name(rest) && !is_foreign_archive_name(rest) &&
              !is_about_class(rest) && !name_of_platform(rest, false));
    });
    if (of_a_student) {
      return;
    }
    for (std::string* path : paths) {
      path->erase(0, wrapper.size());
    }
  }
}

/// Where exports of several assignments are side by side, removes the folder of each: all that they
/// hold is named by a platform. A student's own folder may hold anything, so one that is not alone
/// does not count.
void strip_assignments(const std::vector<std::string*>& paths) {
  const auto begin_of_second = [](const std::string& path) {
    const std::size_t slash = path.find('/');
    return slash == std::string::npos ? path.size() : slash + 1;
  };
  const bool all_named = std::all_of(paths.begin(), paths.end(), [&](const std::string* path) {
    const std::size_t begin = begin_of_second(*path);
    const auto named = name_of_platform(path->substr(begin, path->find('/', begin) - begin), false);
    return !name_of_platform(path->substr(0, begin == 0 ? 0 : begin - 1), true) && named &&
           named->platform != platform::canvas;
  });
  for (std::string* path : paths) {
    path->erase(0, all_named ? begin_of_second(*path) : 0);
  }
}

}  // namespace

bool is_about_class(std::string_view name) {
  return name == kGradescopeMetadata || name == kClassroom50Scores || name == "scores.json" ||
         name == "teams.json";
}

ownership owner_of(const std::string& path) {
  const std::size_t slash = path.find('/');
  const std::string first = path.substr(0, slash);
  const bool in_folder = slash != std::string::npos;
  const std::string rest = in_folder ? path.substr(slash + 1) : "";
  if (auto named = name_of_platform(first, in_folder)) {
    named->path = in_folder ? rest : named->path;
    named->path = named->when.empty() ? named->path : named->when + "/" + named->path;
    return *named;
  }
  if (in_folder) {
    return {first, first, names_of_folder(first), rest};
  }
  if (is_archive_name(first) || is_foreign_archive_name(first)) {
    std::string stem = first.substr(0, first.find_last_of('.'));
    stem = stem.size() > 4 && stem.compare(stem.size() - 4, 4, ".tar") == 0
               ? stem.substr(0, stem.size() - 4)
               : stem;
    return {first, stem, names_of_folder(stem), first};
  }
  return {"", "", {}, first};
}

void strip_wrapper(const std::vector<std::string*>& paths,
                   const std::function<bool(const std::string& folder)>& is_student) {
  strip_common(paths, is_student);
  strip_assignments(paths);
}

}  // namespace kw::grader
