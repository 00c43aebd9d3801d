#include "grader/class/text_forms.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace kw::grader {
namespace {

const utf8proc_uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

void append(std::string& text, utf8proc_int32_t letter) {
  text += utf8_of(letter);
}

bool is_utf8(std::string_view text) {
  utf8proc_int32_t letter = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto rest = static_cast<utf8proc_ssize_t>(text.size() - at);
    const auto count = utf8proc_iterate(bytes_of(text.substr(at)), rest, &letter);
    if (count < 1) {
      return false;
    }
    at += static_cast<std::size_t>(count);
  }
  return true;
}

std::string from_utf16(std::string_view bytes, bool high_byte_first) {
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<utf8proc_int32_t>(high_byte_first ? first << 8 | second
                                                         : second << 8 | first);
  };
  std::string text;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    utf8proc_int32_t letter = unit(at);
    const bool first_of_two = letter >= 0xD800 && letter < 0xDC00 && at + 3 < bytes.size();
    if (first_of_two && unit(at + 2) >= 0xDC00 && unit(at + 2) < 0xE000) {
      letter = 0x10000 + ((letter - 0xD800) << 10) + (unit(at + 2) - 0xDC00);
      at += 2;
    }
    append(text, letter);
  }
  return text;
}

std::string from_windows_1252(std::string_view bytes) {
  // Of 0x80 to 0x9F; all other bytes are the letter's number.
  constexpr std::array<char16_t, 32> kLetters = {u'€', 0x81, u'‚', u'ƒ', u'„', u'…', u'†', u'‡',
                                                 u'ˆ', u'‰', u'Š', u'‹', u'Œ', 0x8D, u'Ž', 0x8F,
                                                 0x90, u'‘', u'’', u'“', u'”', u'•', u'–', u'—',
                                                 u'˜', u'™', u'š', u'›', u'œ', 0x9D, u'ž', u'Ÿ'};
  std::string text;
  for (const char letter : bytes) {
    const auto byte = static_cast<unsigned char>(letter);
    append(text, byte >= 0x80 && byte < 0xA0 ? kLetters[byte - 0x80U] : byte);
  }
  return text;
}

std::string compared(std::string_view name, int how) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto options =
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | how);
  const auto size =
      utf8proc_map(bytes_of(name), static_cast<utf8proc_ssize_t>(name.size()), &mapped, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  if (size < 0) {  // not UTF-8
    return compared(from_windows_1252(name), how);
  }
  std::string result;
  utf8proc_int32_t letter = 0;
  for (utf8proc_ssize_t at = 0; at < size;) {
    at += utf8proc_iterate(mapped + at, size - at, &letter);
    const utf8proc_category_t category = utf8proc_category(letter);
    if (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO) {
      append(result, letter);
    }
  }
  return result;
}

}  // namespace

std::string utf8_of(std::int32_t letter) {
  constexpr std::size_t kLongest = 4;
  constexpr utf8proc_int32_t kUnknown = 0xFFFD;
  std::array<utf8proc_uint8_t, kLongest> bytes{};
  const bool known = utf8proc_codepoint_valid(letter) != 0;
  const auto count = utf8proc_encode_char(known ? letter : kUnknown, bytes.data());
  return {reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(count)};
}

std::string from_dos(std::string_view bytes) {
  // Of 0x80 to 0xFF in code page 850, which has the letters of 437 at the same places.
  constexpr std::u16string_view kLetters =
      u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
      u"└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0";
  static_assert(kLetters.size() == 128);
  if (is_utf8(bytes)) {
    return std::string(bytes);
  }
  std::string text;
  for (const char letter : bytes) {
    const auto byte = static_cast<unsigned char>(letter);
    append(text, byte >= 0x80 ? kLetters[byte - 0x80U] : byte);
  }
  return text;
}

std::string to_utf8(std::string_view bytes, std::string* noticed) {
  const auto starts_with = [&](std::string_view mark) {
    return bytes.substr(0, mark.size()) == mark;
  };
  std::string encoding;
  std::string text;
  if (starts_with("\xFF\xFE") || starts_with("\xFE\xFF")) {
    encoding = "UTF-16";
    text = from_utf16(bytes.substr(2), bytes[0] == '\xFE');
  } else if (starts_with("\xEF\xBB\xBF")) {
    text = bytes.substr(3);
  } else if (is_utf8(bytes)) {
    text = bytes;
  } else {
    encoding = "Windows-1252";
    text = from_windows_1252(bytes);
  }
  if (noticed != nullptr) {
    *noticed = encoding;
  }
  return text;
}

std::string in_lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char letter) {
    return static_cast<char>(letter < 0x80 ? std::tolower(letter) : letter);
  });
  return result;
}

std::string comparable(std::string_view name) {
  return compared(name, UTF8PROC_COMPOSE);
}

std::string without_accents(std::string_view name) {
  return compared(name, UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK);
}

}  // namespace kw::grader
