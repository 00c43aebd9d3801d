#include "grader/html.hpp"

#include <cstdint>
#include <set>
#include <stdexcept>

namespace kw::grader {
namespace {

/// The length of the valid UTF-8 character at the front of `text`; 0 when there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xC2 ? 0
                             : byte(0) < 0xE0 ? 2
                             : byte(0) < 0xF0 ? 3
                             : byte(0) < 0xF5 ? 4
                                              : 0;
  if (length == 0 || length > text.size()) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) {
      return 0;
    }
  }
  const bool overlong = (byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xF0 && byte(1) < 0x90);
  const bool no_character =
      (byte(0) == 0xED && byte(1) > 0x9F) || (byte(0) == 0xF4 && byte(1) > 0x8F);
  return overlong || no_character ? 0 : length;
}

}  // namespace

html escape(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string result;
  result.reserve(text.size() + text.size() / 8);
  while (!text.empty()) {
    const char letter = text.front();
    const std::size_t length = character_length(text);
    const bool control =
        static_cast<unsigned char>(letter) < 0x20 && letter != '\n' && letter != '\t';
    if (letter == '&') {
      result += "&amp;";
    } else if (letter == '<') {
      result += "&lt;";
    } else if (letter == '>') {
      result += "&gt;";
    } else if (letter == '"') {
      result += "&quot;";
    } else if (letter == '\'') {
      result += "&#39;";
    } else if (length == 0 || control || letter == '\x7F') {
      result += letter == '\r' ? "" : kReplacement;
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return html(std::move(result));
}

html fill(std::string_view page, std::initializer_list<std::pair<std::string_view, html>> values) {
  std::string result;
  std::set<std::string_view> used;
  while (true) {
    const std::size_t open = page.find("{{");
    result += page.substr(0, open);
    if (open == std::string_view::npos) {
      break;
    }
    const std::size_t close = page.find("}}", open);
    if (close == std::string_view::npos) {
      throw std::logic_error("a {{ without }} in a template");
    }
    const std::string_view name = page.substr(open + 2, close - open - 2);
    const auto* found = values.begin();
    while (found != values.end() && found->first != name) {
      ++found;
    }
    if (found == values.end()) {
      throw std::logic_error("no value for {{" + std::string(name) + "}} of a template");
    }
    used.insert(name);
    result += found->second.text();
    page.remove_prefix(close + 2);
  }
  if (used.size() != values.size()) {
    throw std::logic_error("a value without a place in a template");
  }
  return html::trusted(std::move(result));
}

}  // namespace kw::grader
