#include "grader/class/layouts.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/split.hpp"
#include "grader/class/archive.hpp"

namespace kw::grader {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char letter) {
    return std::isdigit(letter) != 0;
  });
}

/// Canvas: "doejane_LATE_4711_98765_1_fill.cpp".
std::optional<ownership> canvas_file(const std::string& name) {
  const std::vector<std::string> parts = base::split(name, '_');
  for (std::size_t i = 1; i + 2 < parts.size(); ++i) {
    if (is_number(parts[i]) && is_number(parts[i + 1])) {
      const std::size_t name_parts = i > 1 && parts[i - 1] == "LATE" ? i - 1 : i;
      const std::string who = fmt::format(
          "{}", fmt::join(parts.begin(), parts.begin() + static_cast<long>(name_parts), "_"));
      return ownership{
          who + "_" + parts[i],
          who,
          {parts[i], who},
          fmt::format("{}", fmt::join(parts.begin() + static_cast<long>(i) + 2, parts.end(), "_")),
          name_parts < i,
          {"Canvas ID", parts[i]}};
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
  std::string file = name.substr(mark + kMark.size());  // "file_", "file_1_fill.cpp"
  file = file.rfind("file_", 0) == 0 ? file.substr(5) : "";
  return ownership{name.substr(0, mark),
                   name.substr(0, number),
                   {"participant" + id, id, name.substr(0, number)},
                   file,
                   false,
                   {"Identifier", "Participant " + id}};
}

/// GitHub Classroom: "masking-octocat"; Classroom 50: "autumn-masking-octocat". Each part
/// may hold a "-".
std::vector<std::string> github_names(const std::string& folder) {
  std::vector<std::string> names = {folder};
  for (std::size_t dash = folder.find('-'); dash != std::string::npos;
       dash = folder.find('-', dash + 1)) {
    names.push_back(folder.substr(dash + 1));
  }
  return names;
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
  if (auto moodle = moodle_name(first)) {
    moodle->path = in_folder ? rest : moodle->path;
    return *moodle;
  }
  if (in_folder) {
    return {first, first, github_names(first), rest, false, {}};
  }
  if (auto canvas = canvas_file(first)) {
    return *canvas;
  }
  if (is_archive_name(first) || is_foreign_archive_name(first)) {
    std::string stem = first.substr(0, first.find_last_of('.'));
    stem = stem.size() > 4 && stem.compare(stem.size() - 4, 4, ".tar") == 0
               ? stem.substr(0, stem.size() - 4)
               : stem;
    return {first, stem, github_names(stem), first, false, {}};
  }
  return {"", "", {}, first, false, {}};
}

void strip_wrapper(const std::vector<std::string*>& paths) {
  while (!paths.empty()) {
    const std::string first = paths.front()->substr(0, paths.front()->find('/'));
    const std::string wrapper = first + "/";
    const bool around_all = std::all_of(paths.begin(), paths.end(), [&](const std::string* path) {
      return path->rfind(wrapper, 0) == 0;
    });
    if (!around_all || moodle_name(first)) {
      return;
    }
    // A lone student's folder holds kernel files, or the course's folders; a wrapper holds
    // students.
    const bool of_a_student = std::any_of(paths.begin(), paths.end(), [&](const std::string* path) {
      const std::string rest = path->substr(wrapper.size());
      const bool top = rest.find('/') == std::string::npos;
      return rest.rfind("exercises/", 0) == 0 ||
             (top && !is_archive_name(rest) && !is_foreign_archive_name(rest) &&
              !is_about_class(rest) && !canvas_file(rest) && !moodle_name(rest));
    });
    if (of_a_student) {
      return;
    }
    for (std::string* path : paths) {
      path->erase(0, wrapper.size());
    }
  }
}

std::map<std::string, gradescope_entry> parse_gradescope_metadata(std::string_view text) {
  std::map<std::string, gradescope_entry> result;
  std::istringstream lines{std::string(text)};
  std::string folder;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':', line.find_first_not_of(" -:"));
    if (line.rfind("submission_", 0) == 0) {
      folder = line.substr(0, line.find(':'));
      continue;
    }
    const std::size_t begin = line.find_first_not_of(" -:");
    if (folder.empty() || begin == std::string::npos || colon == std::string::npos) {
      continue;
    }
    const std::string key = line.substr(begin, colon - begin);
    std::string value = line.substr(colon + 1);
    value.erase(0, std::min(value.find_first_not_of(" '\""), value.size()));
    value.erase(std::min(value.find_last_not_of(" '\"\r") + 1, value.size()));
    gradescope_entry& entry = result[folder];
    if (key == "created_at") {
      entry.created_at = value;
    }
    if (entry.people.empty() ||
        line[line.find_first_not_of(' ')] == '-') {  // "  - :name: Jane Doe"
      entry.people.emplace_back();
    }
    gradescope_entry::person& person = entry.people.back();
    for (const auto& [known, part] :
         {std::pair("name", &person.name), std::pair("email", &person.email),
          std::pair("sid", &person.sid)}) {
      *part = key == known && part->empty() ? value : *part;
    }
  }
  for (auto& [name, entry] : result) {
    std::erase_if(entry.people, [](const gradescope_entry::person& one) {
      return one.name.empty() && one.email.empty() && one.sid.empty();
    });
  }
  return result;
}

}  // namespace kw::grader
