#include "grader/class/layouts.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/pattern.hpp"
#include "common/base/split.hpp"
#include "grader/class/archive.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kLongestName = 400;  // matching takes longer than the name

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char letter) {
    return std::isdigit(letter) != 0;
  });
}

/// The whole, and what comes after each separator.
std::vector<std::string> suffixes(const std::string& whole, char separator) {
  std::vector<std::string> names = {whole};
  for (std::size_t at = whole.find(separator); at != std::string::npos;
       at = whole.find(separator, at + 1)) {
    names.push_back(whole.substr(at + 1));
  }
  return names;
}

std::string joined(const std::vector<std::string>& parts, std::size_t from, std::size_t to) {
  return fmt::format("{}", fmt::join(parts.begin() + static_cast<std::ptrdiff_t>(from),
                                     parts.begin() + static_cast<std::ptrdiff_t>(to), "_"));
}

/// Canvas, where marking is anonymous: "anon_x7KqP_LATE_98765_1_fill.cpp".
std::optional<ownership> anonymous_canvas_file(const std::vector<std::string>& parts) {
  const bool late = parts.size() > 2 && parts[2] == "LATE";
  const std::size_t number = late ? 3 : 2;
  if (parts[0] != "anon" || parts.size() < number + 2 || !is_number(parts[number])) {
    return std::nullopt;
  }
  const std::string who = joined(parts, 0, 2);
  ownership owner{who, who, {who}, joined(parts, number + 1, parts.size()), late, {}};
  owner.platform = platform::canvas;
  owner.of_one = true;
  return owner;
}

/// Canvas: "doejane_LATE_4711_98765_1_fill.cpp".
std::optional<ownership> canvas_file(const std::string& name) {
  const std::vector<std::string> parts = base::split(name, '_');
  if (auto anonymous = anonymous_canvas_file(parts)) {
    return anonymous;
  }
  for (std::size_t i = 1; i + 2 < parts.size(); ++i) {
    if (is_number(parts[i]) && is_number(parts[i + 1])) {
      const bool late = i > 1 && parts[i - 1] == "LATE";
      const std::string who = joined(parts, 0, late ? i - 1 : i);
      ownership owner{
          who + "_" + parts[i],   who, {parts[i], who}, joined(parts, i + 2, parts.size()), late,
          {"Canvas ID", parts[i]}};
      owner.platform = platform::canvas;
      owner.of_one = true;
      return owner;
    }
  }
  return std::nullopt;
}

/// Moodle: "Jane Doe_4711_assignsubmission_file_", as a folder, or in front of a file's name.
std::optional<ownership> moodle_name(const std::string& name) {
  constexpr std::string_view kMark = "_assignsubmission_";
  const std::size_t mark = name.find(kMark);
  const std::size_t number =
      mark == std::string::npos || mark == 0 ? std::string::npos : name.rfind('_', mark - 1);
  if (number == std::string::npos || !is_number(name.substr(number + 1, mark - number - 1))) {
    return std::nullopt;
  }
  const std::string id = name.substr(number + 1, mark - number - 1);
  const std::string who = name.substr(0, number);
  std::string file = name.substr(mark + kMark.size());  // "file_", "file_1_fill.cpp"
  file = file.rfind("file_", 0) == 0 ? file.substr(5) : "";
  // The number is nobody's anywhere else than in the column of participants.
  ownership owner{name.substr(0, mark),
                  who,
                  {"participant" + id, who},
                  file,
                  false,
                  {"Identifier", "Participant " + id}};
  owner.platform = platform::moodle;
  owner.of_one = true;
  return owner;
}

/// Brightspace: "123456-98765 - Jane Doe - Jan 31, 2026 954 PM", as a folder, or in front of a
/// file's name. A student has one for each time of handing in; the
/// first number is the student's.
std::optional<ownership> brightspace_name(const std::string& name) {
  static const base::pattern kName(
      "(?:([0-9]+)-[0-9]+ - )?(.+?) ?- (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* "
      "([0-9]{1,2}), ([0-9]{4}) ([0-9]{1,2})([0-9]{2}) ([AP])M(?: - (.+))?");
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const auto parts = name.size() > kLongestName ? std::nullopt : kName.match(name);
  if (!parts) {
    return std::nullopt;
  }
  const base::pattern::place& found = *parts;
  ownership owner{found[1] + " " + found[2], found[2], {found[2]}, found[9], false, {}};
  owner.platform = platform::brightspace;
  owner.when =
      fmt::format("{}-{:02}-{:0>2} {:02}:{}:00", found[5], kMonths.find(found[3]) / 3 + 1, found[4],
                  std::stoi(found[6]) % 12 + (found[8] == "P" ? 12 : 0), found[7]);
  return owner;
}

/// Blackboard: "Assignment 1_jdoe_attempt_2026-01-31-21-54-00_1_fill.cpp". Assignments and logins
/// may have a "_" as well, so there are several names to look for.
std::optional<ownership> blackboard_file(const std::string& name) {
  static const base::pattern kName(
      "(.+?_.+?)_attempt_([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{2})-([0-9]{2})-([0-9]{2})_(.+)");
  const auto parts = name.size() > kLongestName ? std::nullopt : kName.match(name);
  if (!parts) {
    return std::nullopt;
  }
  const base::pattern::place& found = *parts;
  ownership owner{
      found[1], found[1].substr(found[1].rfind('_') + 1), suffixes(found[1], '_'), found[6], false,
      {}};
  owner.platform = platform::blackboard;
  owner.when = fmt::format("{} {}:{}:{}", found[2], found[3], found[4], found[5]);
  return owner;
}

/// What a platform that names the student has made of the first part of a path.
std::optional<ownership> name_of_platform(const std::string& first, bool folder) {
  if (auto moodle = moodle_name(first)) {
    return moodle;
  }
  if (auto brightspace = brightspace_name(first)) {
    return brightspace;
  }
  if (auto blackboard = folder ? std::nullopt : blackboard_file(first)) {
    return blackboard;
  }
  return folder ? std::nullopt : canvas_file(first);
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
    const std::string second = path->substr(begin, path->find('/', begin) - begin);
    return !name_of_platform(path->substr(0, begin == 0 ? 0 : begin - 1), true) &&
           (moodle_name(second) || brightspace_name(second) || blackboard_file(second));
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
    return {first, first, names_of_folder(first), rest, false, {}};
  }
  if (is_archive_name(first) || is_foreign_archive_name(first)) {
    std::string stem = first.substr(0, first.find_last_of('.'));
    stem = stem.size() > 4 && stem.compare(stem.size() - 4, 4, ".tar") == 0
               ? stem.substr(0, stem.size() - 4)
               : stem;
    return {first, stem, names_of_folder(stem), first, false, {}};
  }
  return {"", "", {}, first, false, {}};
}

void strip_wrapper(const std::vector<std::string*>& paths,
                   const std::function<bool(const std::string& folder)>& is_student) {
  strip_common(paths, is_student);
  strip_assignments(paths);
}

}  // namespace kw::grader
