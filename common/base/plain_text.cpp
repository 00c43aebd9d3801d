#include "common/base/plain_text.hpp"

#include <algorithm>

#include "common/base/utf8.hpp"

namespace kw::base {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// The length of the ANSI code at the front of `text`, which starts with ESC.
std::size_t ansi_length(std::string_view text) {
  if (text.size() < 2) {
    return 1;
  }
  if (text[1] == ']') {  // a title or a link, up to BEL or ESC and a backslash
    const std::size_t end = text.find_first_of("\x07\x1B", 2);
    return end == std::string_view::npos ? 2 : text[end] == '\x07' ? end + 1 : end + 2;
  }
  if (text[1] != '[') {
    return static_cast<unsigned char>(text[1]) < 0x20 ? 1 : 2;
  }
  std::size_t end = 2;
  while (end < text.size() && text[end] >= 0x20 && text[end] < 0x40) {
    ++end;
  }
  return end < text.size() && text[end] >= 0x40 && text[end] < 0x7F ? end + 1 : end;
}

}  // namespace

std::string plain_text(std::string_view text, std::size_t limit) {
  std::string result;
  result.reserve(std::min(text.size(), limit) + 64);
  while (!text.empty()) {
    const auto letter = static_cast<unsigned char>(text.front());
    const std::size_t length = character_length(text);
    std::size_t taken = std::max<std::size_t>(length, 1);
    std::string_view shown = text.substr(0, length);
    if (letter == 0x1B) {
      taken = ansi_length(text);
      shown = {};
    } else if (letter == '\r') {
      shown = {};
    } else if (length == 0 || (letter < 0x20 && letter != '\n' && letter != '\t') ||
               letter == 0x7F || (letter == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0)) {
      shown = kReplacement;  // the last are the control characters of ISO 8859
    }
    if (result.size() + shown.size() > limit) {
      return result + "\n[... " + std::to_string(text.size()) + " bytes left out ...]";
    }
    result += shown;
    text.remove_prefix(std::min(taken, text.size()));
  }
  return result;
}

std::string plain_line(std::string_view text, std::size_t limit) {
  std::string line = plain_text(text, limit);
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::replace(line.begin(), line.end(), '\t', ' ');
  return line;
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace kw::base
