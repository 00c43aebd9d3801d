#include "explain/pattern.hpp"

#include <re2/re2.h>

#include <memory>
#include <mutex>
#include <unordered_map>

namespace kw::explain {
namespace {

/// Some patterns hold a name of the learner's file: a grader that explains the errors of a whole
/// class must not keep all of those.
constexpr std::size_t kMostKept = 2000;

std::shared_ptr<const RE2> compiled(std::string_view pattern) {
  static std::mutex mutex;
  static std::unordered_map<std::string, std::shared_ptr<const RE2>> known;
  const std::lock_guard lock(mutex);
  if (known.size() >= kMostKept) {
    known.clear();
  }
  std::shared_ptr<const RE2>& expression = known[std::string(pattern)];
  if (!expression) {
    RE2::Options options(RE2::Latin1);  // a compiler quotes files in any encoding
    options.set_log_errors(false);
    expression =
        std::make_shared<const RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  }
  return expression;
}

std::string plain_name(std::string name) {
  return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

std::optional<match> place_of(std::string_view text, std::string_view pattern, std::size_t from,
                              RE2::Anchor anchor) {
  const auto expression = compiled(pattern);
  if (!expression->ok() || from > text.size()) {
    return std::nullopt;
  }
  std::vector<re2::StringPiece> found(
      static_cast<std::size_t>(expression->NumberOfCapturingGroups()) + 1);
  if (!expression->Match(re2::StringPiece(text.data(), text.size()), from, text.size(), anchor,
                         found.data(), static_cast<int>(found.size()))) {
    return std::nullopt;
  }
  match result;
  for (const re2::StringPiece& group : found) {
    result.groups.emplace_back(group.data() == nullptr ? "" : group.data(), group.size());
  }
  result.begin = static_cast<std::size_t>(found[0].data() - text.data());
  result.end = result.begin + found[0].size();
  return result;
}

}  // namespace

std::optional<match> find(std::string_view text, std::string_view pattern, std::size_t from) {
  return place_of(text, pattern, from, RE2::UNANCHORED);
}

std::optional<match> match_whole(std::string_view text, std::string_view pattern) {
  return place_of(text, pattern, 0, RE2::ANCHOR_BOTH);
}

std::vector<match> find_all(std::string_view text, std::string_view pattern) {
  std::vector<match> all;
  for (auto next = find(text, pattern); next;) {
    const std::size_t from = next->end + (next->end == next->begin ? 1 : 0);
    all.push_back(std::move(*next));
    next = find(text, pattern, from);
  }
  return all;
}

bool search(std::string_view text, std::string_view pattern, captures* found) {
  const auto place = find(text, pattern);
  if (place && found != nullptr) {
    const auto expression = compiled(pattern);
    for (const auto& [group, name] : expression->CapturingGroupNames()) {
      std::string& known = (*found)[plain_name(name)];
      const std::string& now = (*place)[static_cast<std::size_t>(group)];
      known = now.empty() ? known : now;
    }
  }
  return place.has_value();
}

std::string first_match(std::string_view text, std::string_view pattern) {
  const auto place = find(text, pattern);
  return place ? (*place)[1] : std::string();
}

std::string pattern_error(std::string_view pattern) {
  return compiled(pattern)->error();
}

}  // namespace kw::explain
