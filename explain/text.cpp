#include "explain/text.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "common/base/edit_distance.hpp"

namespace kw::explain {

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

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
  return base::closest(name, candidates, std::max<std::size_t>(1, name.size() / 3));
}

}  // namespace kw::explain
