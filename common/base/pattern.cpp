#include "common/base/pattern.hpp"

#include <regex>

namespace kw::base {
namespace {

using matches = std::match_results<const char*>;

pattern::place place_of(const matches& found, const char* begin) {
  pattern::place result;
  for (const auto& group : found) {
    result.groups.push_back(group.str());
  }
  result.begin = static_cast<std::size_t>(found[0].first - begin);
  result.end = static_cast<std::size_t>(found[0].second - begin);
  return result;
}

}  // namespace

struct pattern::compiled {
  std::regex expression;
};

pattern::pattern(const std::string& expression, letters case_of)
    : compiled_(std::make_unique<const compiled>(compiled{std::regex(
          expression, case_of == letters::any_case ? std::regex::ECMAScript | std::regex::icase
                                                   : std::regex::ECMAScript)})) {}

pattern::~pattern() = default;

std::optional<pattern::place> pattern::find(std::string_view text, std::size_t from) const {
  if (from > text.size()) {
    return std::nullopt;
  }
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  matches found;
  const auto flags = from > 0
                         ? std::regex_constants::match_prev_avail  // the text does not begin here
                         : std::regex_constants::match_default;
  if (!std::regex_search(begin + from, end, found, compiled_->expression, flags)) {
    return std::nullopt;
  }
  return place_of(found, begin);
}

std::vector<pattern::place> pattern::find_all(std::string_view text) const {
  std::vector<place> all;
  for (auto next = find(text); next;) {
    const std::size_t from = next->end + (next->end == next->begin ? 1 : 0);
    all.push_back(std::move(*next));
    next = find(text, from);
  }
  return all;
}

std::optional<pattern::place> pattern::match(std::string_view text) const {
  const char* const begin = text.data();
  matches found;
  if (!std::regex_match(begin, begin + text.size(), found, compiled_->expression)) {
    return std::nullopt;
  }
  return place_of(found, begin);
}

}  // namespace kw::base
