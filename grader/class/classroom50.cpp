#include "grader/class/classroom50.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/plain_text.hpp"
#include "grader/class/layouts.hpp"
#include "grader/class/text_forms.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

using nlohmann::json;

/// A member of `value`; null if `value` is not an object or lacks it.
const json& member(const json& value, const char* name) {
  static const json nothing;
  const auto found = value.is_object() ? value.find(name) : value.end();
  return found == value.end() ? nothing : *found;
}

std::string text_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::vector<std::string> names_in(const json& list) {
  std::vector<std::string> names;
  for (const json& one : list.is_array() ? list : json::array()) {
    if (const std::string name = text_of(one); !name.empty()) {
      names.push_back(name);
    }
  }
  return names;
}

/// How the name of a clone ends: Classroom 50 writes it in small letters.
std::string end_of_clone(const std::string& assignment, const std::string& owner) {
  return in_lower_case("-" + assignment + "-" + owner);
}

/// The owner of a team's clone, "group-3", by the name of its team on GitHub, "classroom50-group-
/// 0123456789abcdef-3".
std::string owner_of_team(const std::string& team) {
  constexpr std::string_view kStart = "classroom50-group-";
  const std::size_t dash = team.rfind('-');
  return team.rfind(kStart, 0) == 0 && dash >= kStart.size() ? "group" + team.substr(dash)
                                                             : std::string();
}

/// The groups of one assignment, by their clones' owners.
std::map<std::string, std::vector<std::string>> groups_in(const json& assignment) {
  std::map<std::string, std::vector<std::string>> groups;
  for (const json& entry : member(assignment, "entries")) {
    groups[text_of(member(entry, "owner"))] = names_in(member(entry, "member_usernames"));
  }
  for (const json& team : member(assignment, "teams")) {
    groups[owner_of_team(text_of(member(team, "slug")))] = names_in(member(team, "members"));
  }
  std::erase_if(groups,
                [](const auto& group) { return group.first.empty() || group.second.empty(); });
  return groups;
}

/// The members of all groups of a file whose clones are called like this one.
std::vector<std::vector<std::string>> find_groups(
    const std::map<std::string, std::vector<std::string>>& groups, const std::string& clone) {
  std::vector<std::vector<std::string>> found;
  for (std::size_t dash = clone.find('-', 1); dash != std::string::npos;
       dash = clone.find('-', dash + 1)) {
    if (const auto group = groups.find(clone.substr(dash)); group != groups.end()) {
      found.push_back(group->second);
    }
  }
  return found;
}

}  // namespace

void classroom50_files::read(const std::string& name, std::string_view bytes) {
  if (name == kClassroom50Scores) {
    const std::string_view titles = bytes.substr(0, bytes.find('\n'));
    if (titles.find("submission_tag") == std::string_view::npos) {
      notes_.push_back(fmt::format("{} is not Classroom 50's, so it was not read", name));
      return;
    }
    try {
      scores_ = roster::parse(bytes);
    } catch (const usage_error& error) {
      throw usage_error(fmt::format("{}: {}", name, error.what()));
    }
    return;
  }
  const json whole = json::parse(bytes, nullptr, false);
  if (whole.is_discarded()) {
    throw usage_error(name + " is not JSON: is it the whole file?");
  }
  const std::string schema = text_of(member(whole, "schema"));
  if (schema != "classroom50/scores/v1" && schema != "classroom50/teams/v1") {
    notes_.push_back(
        fmt::format("{} is not Classroom 50's, so it says nothing about groups", name));
    return;
  }
  groups& all = schema == "classroom50/scores/v1" ? credited_ : intended_;
  for (const auto& [assignment, value] : member(whole, "assignments").items()) {
    for (auto& [owner, names] : groups_in(value)) {
      all[end_of_clone(assignment, owner)] = std::move(names);
    }
  }
}

std::vector<std::string> classroom50_files::members_of(const std::string& clone) {
  const std::string name = in_lower_case(clone);
  std::vector<std::vector<std::string>> found = find_groups(credited_, name);
  if (found.empty()) {
    found = find_groups(intended_, name);
  }
  if (std::adjacent_find(found.begin(), found.end(), std::not_equal_to<>()) != found.end()) {
    notes_.push_back(fmt::format(
        "{} may belong to groups of two assignments, so it counts for no group. Leave only one of "
        "the assignments in the file that names the groups",
        base::plain_line(clone)));
    return {};
  }
  return found.empty() ? std::vector<std::string>() : found.front();
}

}  // namespace kw::grader
