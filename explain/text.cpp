#include "explain/text.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/pattern.hpp"

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

}  // namespace kw::explain
