#include "explain/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "common/base/cpp_text.hpp"

namespace kw::explain {
namespace {

/// Every `name<...>` becomes `words [64, 32]`, with the shape that it has.
std::string shortened(std::string text, const std::string& name, const std::string& words) {
  for (std::size_t at = 0; (at = base::find_word(text, name, at)) != std::string::npos;) {
    const std::size_t open = at + name.size();
    const std::size_t close = open < text.size() && text[open] == '<'
                                  ? base::closing_angle(text, open)
                                  : std::string::npos;
    if (close == std::string::npos) {
      at = open;
      continue;
    }
    const std::string inside = text.substr(open, close - open);
    const std::string shape = first_match(inside, "tile_shape<([0-9, ]*)>");
    const std::string put = words + (shape.empty() ? "" : " [" + shape + "]");
    text.replace(at, close + 1 - at, put);
    at += put.size();
  }
  return text;
}

constexpr std::size_t kReadable = 160;       // characters of a message
constexpr std::size_t kShortArguments = 24;  // of a template, that need not be left out

/// A long message without the contents of its angle brackets, or only its beginning.
std::string without_arguments(std::string text) {
  if (text.size() <= kReadable) {
    return text;
  }
  text = text.substr(0, text.find(" [with "));
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos; ++at) {
    const std::size_t close = at > 0 && base::is_name_character(text[at - 1])
                                  ? base::closing_angle(text, at)
                                  : std::string::npos;
    if (close != std::string::npos && close - at > kShortArguments) {
      text.replace(at + 1, close - at - 1, "...");
    }
  }
  if (text.size() > kReadable) {
    const std::size_t space = text.rfind(' ', kReadable);
    text = text.substr(0, space == std::string::npos ? kReadable : space) + " ...";
  }
  return text;
}

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

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return contains(text, part); });
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string without_comment(std::string_view line) {
  return base::trimmed(base::without_comments(std::string(line)));
}

std::string plain_types(std::string text) {
  text = replaced(std::move(text), "kw::core::", "");
  text = replaced(std::move(text), "kw::cpu::", "");
  text = replaced(std::move(text), "kw::cuda::", "");
  text = shortened(std::move(text), "pointer_tile", "pointers");
  text = shortened(std::move(text), "bound_mask", "mask");
  text = shortened(std::move(text), "both_masks", "mask");
  text = shortened(std::move(text), "tile", "tile");
  return without_arguments(shortened(std::move(text), "index_tile", "indices"));
}

// ---- regular expressions

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
