#include "grader/class/triage.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/quantile.hpp"
#include "grader/class/likeness.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kMostNames = 8;
constexpr std::size_t kLeastShared = 12;  // passages; fewer may well be chance
/// What a concern is called, and "3 with ignored files", in the order of `concern`.
struct concern_words {
  std::string_view text, in_a_count;
};
constexpr concern_words kConcerns[] = {
    {"not graded", "not graded"},
    {"crashed", "crashed"},
    {"hung", "hung"},
    {"did not compile", "did not compile"},
    {"ignored files", "with ignored files"},
    {"nearly identical", "with nearly identical files"},
    {"unusual code", "with unusual code"},
    {"late", "late"},
    {"time unknown", "of unknown time"},
    {"nothing handed in", "without a submission"},
    {"far from the others", ""}};  // in no count: of how many, depends on the others

/// Pairs of submissions with files that are nearly identical, all tasks together: in one short task
/// that may be chance.
std::vector<alike_pair> find_alike(const std::vector<const submission_summary*>& submissions) {
  std::map<std::string, std::vector<std::pair<std::size_t, const file_summary*>>> by_task;
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    for (const file_summary& file : submissions[i]->files) {
      by_task[file.task].emplace_back(i, &file);
    }
  }
  std::map<std::pair<std::size_t, std::size_t>, alike_pair> pairs;
  for (const auto& [task, all] : by_task) {
    std::vector<marked_file> files;
    for (const auto& [owner, file] : all) {
      files.push_back({file->hash, file->marks});
    }
    for (const likeness& like : find_likenesses(files, submissions.size())) {
      const std::size_t first = all[like.first].first;
      const std::size_t second = all[like.second].first;
      const std::string& source = submissions[first]->source;
      if (!source.empty() && source == submissions[second]->source) {  // two of one group
        continue;
      }
      const auto [at, is_new] = pairs.try_emplace({first, second});
      alike_pair& pair = at->second;
      pair.first = submissions[first];
      pair.second = submissions[second];
      pair.tasks.push_back(task);
      pair.shared += like.shared;
      pair.identical = like.identical && (is_new || pair.identical);
    }
  }
  std::vector<alike_pair> found;
  for (auto& [key, pair] : pairs) {
    if (pair.shared >= kLeastShared) {
      found.push_back(std::move(pair));
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const alike_pair& a, const alike_pair& b) {
    return std::tuple(a.identical, a.shared) > std::tuple(b.identical, b.shared);
  });
  return found;
}

/// Tasks whose files are nearly identical to the solution in passages that most others wrote in
/// another way, for those submissions that have many of these passages.
std::map<const submission_summary*, std::vector<std::string>> find_like_solution(
    const std::vector<const submission_summary*>& submissions) {
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> authors;
  std::map<std::string, std::size_t> files;
  for (const submission_summary* one : submissions) {
    for (const file_summary& file : one->files) {
      ++files[file.task];
      for (const std::uint32_t mark : file.marks) {
        ++authors[{file.task, mark}];
      }
    }
  }
  std::map<const submission_summary*, std::vector<std::string>> found;
  for (const submission_summary* one : submissions) {
    std::vector<std::string> tasks;
    std::size_t all = 0;
    for (const file_summary& file : one->files) {
      const auto unusual = static_cast<std::size_t>(
          std::count_if(file.of_solution.begin(), file.of_solution.end(), [&](std::uint32_t mark) {
            return 2 * authors[{file.task, mark}] <= std::max<std::size_t>(files[file.task], 2);
          }));
      if (unusual > 0) {
        tasks.push_back(file.task);
        all += unusual;
      }
    }
    if (all >= kLeastShared) {
      found[one] = std::move(tasks);
    }
  }
  return found;
}

std::vector<common_finding> find_common(const std::vector<const submission_summary*>& submissions) {
  std::map<finding_summary, std::vector<const submission_summary*>> by_finding;
  for (const submission_summary* one : submissions) {
    for (const finding_summary& found : one->findings) {
      by_finding[found].push_back(one);
    }
  }
  std::vector<common_finding> all;
  for (auto& [what, who] : by_finding) {
    all.push_back({what, std::move(who)});
  }
  std::stable_sort(all.begin(), all.end(), [](const common_finding& a, const common_finding& b) {
    return a.what.lesson != b.what.lesson ? a.what.lesson < b.what.lesson
                                          : a.who.size() > b.who.size();
  });
  return all;
}

/// Where the middle half of a class ends, by Tukey's fences.
struct fences {
  double low = 0;
  double high = 0;
};

fences find_fences(const std::vector<const submission_summary*>& submissions) {
  std::vector<double> percents;
  for (const submission_summary* one : submissions) {
    if (one->gradable) {
      percents.push_back(one->percent());
    }
  }
  if (percents.empty()) {
    return {};
  }
  std::sort(percents.begin(), percents.end());
  const double low = base::quantile(percents, 0.25);
  const double high = base::quantile(percents, 0.75);
  const double reach = 1.5 * (high - low);
  return {low - reach, high + reach};
}

/// What one submission is compared with.
struct class_facts {
  fences middle;
  bool times = false;  ///< Whether any is known; if none is, the instructor did not ask for them.
};

std::vector<noted_concern> concerns_of(const submission_summary& one,
                                       const std::vector<std::string>& alike,
                                       const class_facts& all) {
  std::vector<noted_concern> concerns;
  const auto note = [&](concern what, bool there, const std::string& where) {
    if (there) {
      concerns.push_back({what, where});
    }
  };
  const double percent = one.percent();
  note(concern::not_graded, !one.gradable, one.reason);
  for (const auto& [what, list] : {std::pair(concern::crashed, &one.crashed),
                                   {concern::hung, &one.hung},
                                   {concern::not_compiled, &one.not_compiled},
                                   {concern::ignored, &one.ignored},
                                   {concern::alike, &alike},
                                   {concern::unusual, &one.unusual}}) {
    note(what, !list->empty(), list_of_names(*list, kMostNames));
  }
  note(concern::late, one.late_days > 0 || one.marked_late,
       one.late_days > 0 ? fmt::format("{:g} day{}", one.late_days, one.late_days == 1 ? "" : "s")
                         : "as the export says");
  note(concern::no_time, one.lacks_time && all.times, "");
  note(concern::nothing, one.gradable && !one.handed_in, "");
  note(concern::far_away,
       one.gradable && one.handed_in && (percent < all.middle.low || percent > all.middle.high),
       fmt::format("{:.0f} %, {} most", percent, percent < all.middle.low ? "below" : "above"));
  return concerns;
}

}  // namespace

std::string_view to_text(concern what) {
  return kConcerns[static_cast<std::size_t>(what)].text;
}

triage make_triage(const class_summary& summary) {
  const auto submissions = summary.in_order();
  triage result;
  result.alike = find_alike(submissions);
  result.findings = find_common(submissions);
  std::map<const submission_summary*, std::vector<std::string>> others;
  for (const alike_pair& pair : result.alike) {
    others[pair.first].push_back(pair.second->name);
    others[pair.second].push_back(pair.first->name);
  }
  for (auto& [one, tasks] : find_like_solution(submissions)) {
    for (const std::string& task : tasks) {
      others[one].push_back("the solution of " + task);
    }
  }
  const class_facts facts = {
      find_fences(submissions),
      std::any_of(submissions.begin(), submissions.end(),
                  [](const auto* one) { return !one->submitted.empty() || one->marked_late; })};
  for (const submission_summary* one : submissions) {
    std::vector<noted_concern> concerns = concerns_of(*one, others[one], facts);
    if (!concerns.empty()) {
      result.entries.push_back({one, std::move(concerns)});
    }
  }
  std::stable_sort(result.entries.begin(), result.entries.end(),
                   [](const triage_entry& a, const triage_entry& b) {
                     return a.concerns.front().what < b.concerns.front().what;
                   });
  return result;
}

std::string describe(const triage& triage, const class_summary& summary) {
  std::map<concern, int> counts;
  for (const triage_entry& entry : triage.entries) {
    for (const noted_concern& one : entry.concerns) {
      ++counts[one.what];
    }
  }
  const auto all = summary.in_order();
  const auto complete = std::count_if(all.begin(), all.end(), [](const auto* one) {
    return one->gradable && one->max_points > 0 && one->percent() >= 99.999;
  });
  std::vector<std::string> parts = {fmt::format("{} complete", complete)};
  for (const auto& [what, count] : counts) {
    const std::string_view words = kConcerns[static_cast<std::size_t>(what)].in_a_count;
    if (!words.empty()) {
      parts.push_back(fmt::format("{} {}", count, words));
    }
  }
  const common_finding* commonest = nullptr;  // of the checker: the others are counted above
  for (const common_finding& one : triage.findings) {
    const bool more = commonest == nullptr || one.who.size() > commonest->who.size();
    commonest = more && one.what.kind != kDoesNotCompile ? &one : commonest;
  }
  if (commonest != nullptr) {
    parts.push_back(fmt::format("{} with {} in {}, the most common finding", commonest->who.size(),
                                commonest->what.kind, commonest->what.lesson));
  }
  return fmt::format("{}: {}", counted(std::ssize(all), "submission"), fmt::join(parts, ", "));
}

}  // namespace kw::grader
