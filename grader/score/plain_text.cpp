#include "grader/score/plain_text.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace kw::grader {
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

std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  if (text.empty()) {
    return 0;
  }
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
      return result + fmt::format("\n[... {} bytes left out ...]", text.size());
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

std::string to_base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  result.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8 | (i < count ? static_cast<std::uint8_t>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      result += i <= count ? kDigits[group >> (18 - 6 * i) & 63] : '=';
    }
  }
  return result;
}

}  // namespace kw::grader
