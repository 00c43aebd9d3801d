#include "grader/class/text_forms.hpp"

#include <iconv.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include <fmt/format.h>

#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

const utf8proc_uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
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

/// From another encoding. What is no letter in it becomes U+FFFD.
std::string converted(std::string_view bytes, const char* encoding, std::size_t bytes_of_unit = 1) {
  std::string text(4 * bytes.size() + 4, '\0'), input(bytes);
  char* from = input.data();
  char* to = text.data();
  std::size_t left = input.size(), room = text.size();
  const iconv_t conversion = iconv_open("UTF-8", encoding);
  if (conversion == reinterpret_cast<iconv_t>(-1)) {
    throw machine_error(fmt::format("this machine's C library does not know {}", encoding));
  }
  // What is cut off at the end is left out.
  while (iconv(conversion, &from, &left, &to, &room) == static_cast<std::size_t>(-1) &&
         errno == EILSEQ) {
    const std::size_t skipped = std::min(left, bytes_of_unit);
    from += skipped;
    left -= skipped;
    to = std::copy_n("\xEF\xBF\xBD", 3, to);
    room -= 3;
  }
  iconv_close(conversion);
  text.resize(text.size() - room);
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
    return compared(converted(name, "CP1252"), how);
  }
  std::string result;
  utf8proc_int32_t letter = 0;
  for (utf8proc_ssize_t at = 0; at < size;) {
    at += utf8proc_iterate(mapped + at, size - at, &letter);
    const utf8proc_category_t category = utf8proc_category(letter);
    if (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO) {
      result += utf8_of(letter);
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
  return is_utf8(bytes) ? std::string(bytes) : converted(bytes, "CP850");
}

std::string to_utf8(std::string_view bytes, std::string* noticed) {
  const auto starts_with = [&](std::string_view mark) {
    return bytes.substr(0, mark.size()) == mark;
  };
  std::string encoding;
  std::string text;
  if (starts_with("\xFF\xFE") || starts_with("\xFE\xFF")) {
    encoding = "UTF-16";
    text = converted(bytes.substr(2), bytes[0] == '\xFE' ? "UTF-16BE" : "UTF-16LE", 2);
  } else if (starts_with("\xEF\xBB\xBF")) {
    text = bytes.substr(3);
  } else if (is_utf8(bytes)) {
    text = bytes;
  } else {
    encoding = "Windows-1252";
    text = converted(bytes, "CP1252");
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
