#include "grader/pages/sections.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
#include "grader/score/points.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kMostRows = 500;
constexpr std::size_t kMostPairs = 50;
constexpr std::size_t kMostOfLesson = 8;
constexpr std::size_t kMostNames = 100;
constexpr std::size_t kMostReasons = 30;
constexpr std::size_t kMostNamesOfReason = 12;

/// "did not compile" as a class of CSS, and for the script.
std::string slug(concern what) {
  std::string text(to_text(what));
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

std::vector<values> chips_of(const triage& found) {
  std::map<concern, int> counts;
  for (const triage_entry& entry : found.entries) {
    for (const noted_concern& one : entry.concerns) {
      ++counts[one.what];
    }
  }
  std::vector<values> chips;
  for (const auto& [what, count] : counts) {
    chips.push_back(
        {{"slug", slug(what)}, {"what", to_text(what)}, {"count", std::to_string(count)}});
  }
  return chips;
}

values row_of(const triage_entry& entry) {
  const submission_summary& one = *entry.who;
  std::vector<values> flags;
  std::vector<std::string> slugs;
  for (const noted_concern& noted : entry.concerns) {
    slugs.push_back(slug(noted.what));
    const bool elsewhere = noted.what == concern::not_graded;  // its reason is below, once for all
    flags.push_back({{"slug", slug(noted.what)},
                     {"what", to_text(noted.what)},
                     {"where", elsewhere ? "" : base::plain_line(noted.where, 300)}});
  }
  return {{"who", name_of(one)},
          {"name", one.name.empty() ? one.id : one.name},
          {"slugs", fmt::format("{}", fmt::join(slugs, ","))},
          {"urgency", std::to_string(static_cast<int>(entry.concerns.front().what))},
          {"number", fmt::format("{:.4f}", one.gradable ? one.points : -1)},
          {"points", one.gradable ? format_points(one.points) : "\u2013"},
          {"percent", one.gradable ? fmt::format("{:.0f} %", one.percent()) : ""},
          {"flags", std::move(flags)}};
}

std::vector<values> links_to(const std::vector<const submission_summary*>& who, std::size_t most) {
  std::vector<values> names;
  for (std::size_t i = 0; i < std::min(who.size(), most); ++i) {
    const bool last = i + 1 == std::min(who.size(), most);
    names.push_back({{"who", name_of(*who[i])}, {"after", last ? " " : ", "}});
  }
  return names;
}

/// A machine that fails, fails for many in the same way: one line for each reason.
std::vector<values> reasons_of(const triage& found) {
  std::map<std::string, std::vector<const submission_summary*>> by_reason;
  for (const triage_entry& entry : found.entries) {
    if (!entry.who->gradable) {
      by_reason[entry.who->reason].push_back(entry.who);
    }
  }
  std::vector<values> rows;
  for (const auto& [reason, all] : by_reason) {
    if (rows.size() == kMostReasons) {
      rows.push_back(
          {{"names", std::vector<values>()},
           {"why", fmt::format("and {} reasons more", by_reason.size() - kMostReasons)}});
      break;
    }
    const std::string more = all.size() > kMostNamesOfReason
                                 ? fmt::format("and {} more, ", all.size() - kMostNamesOfReason)
                                 : "";
    rows.push_back(
        {{"names", links_to(all, kMostNamesOfReason)}, {"why", more + "not graded: " + reason}});
  }
  return rows;
}

std::vector<values> pairs_of(const triage& found) {
  std::vector<values> pairs;
  for (const alike_pair& pair : found.alike) {
    if (pairs.size() == kMostPairs) {
      break;
    }
    pairs.push_back(
        {{"names", links_to({pair.first, pair.second}, 2)},
         {"tasks", fmt::format("{}", fmt::join(pair.tasks, ", "))},
         {"why", pair.identical
                     ? "identical apart from spaces"
                     : fmt::format("{} passages that few others have, under whatever names",
                                   pair.shared)}});
  }
  return pairs;
}

}  // namespace

values name_of(const submission_summary& one) {
  const std::string& text = one.name.empty() ? one.id : one.name;
  const bool ascii = std::all_of(text.begin(), text.end(),
                                 [](char letter) { return static_cast<signed char>(letter) > 0; });
  // A name may be written from right to left; what follows it is not.
  return {{"page", one.page}, {"ascii", ascii}, {"name", text}};
}

std::optional<values> triage_values(const triage& found, const class_summary& summary) {
  if (found.entries.empty()) {
    return std::nullopt;
  }
  std::vector<values> rows;
  for (std::size_t i = 0; i < std::min(found.entries.size(), kMostRows); ++i) {
    rows.push_back(row_of(found.entries[i]));
  }
  const std::size_t left = found.entries.size() - rows.size();
  const std::size_t pairs_left = found.alike.size() - std::min(found.alike.size(), kMostPairs);
  return values{
      {"line", describe(found, summary)},
      {"chips", chips_of(found)},
      {"rows", std::move(rows)},
      {"more", left > 0 ? fmt::format("{} more are not in this table.", left) : std::string()},
      {"reasons", reasons_of(found)},
      {"alike", values_if(!found.alike.empty(), [&] {
         return values{{"pairs", pairs_of(found)},
                       {"more", pairs_left > 0 ? fmt::format("{} more pairs.", pairs_left) : ""}};
       })}};
}

std::optional<values> findings_values(const triage& found, std::size_t submissions, bool names) {
  std::map<std::string, std::vector<values>> rows_of;
  for (const common_finding& one : found.findings) {
    std::vector<values>& rows = rows_of[one.what.lesson];
    if (rows.size() == kMostOfLesson) {
      continue;
    }
    const std::size_t count = one.who.size();
    const std::string more =
        count > kMostNames ? fmt::format("and {} more", count - kMostNames) : "";
    rows.push_back({{"kind", one.what.kind},
                    {"count", std::to_string(count)},
                    {"share", fmt::format("{:.1f}", 100.0 * static_cast<double>(count) /
                                                        static_cast<double>(submissions))},
                    {"who", values_if(names, [&] {
                       return values{{"names", links_to(one.who, kMostNames)}, {"more", more}};
                     })}});
  }
  std::vector<values> lessons;
  for (auto& [lesson, rows] : rows_of) {
    lessons.push_back({{"lesson", lesson}, {"rows", std::move(rows)}});
  }
  return values_if(!lessons.empty(), [&] { return values{{"lessons", std::move(lessons)}}; });
}

}  // namespace kw::grader
