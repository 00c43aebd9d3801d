#include "grader/score/text_style.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "common/base/wrap.hpp"

namespace kw::grader {
namespace {

std::string environment_value(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value = environment_value(name);
    if (!value.empty()) {
      std::transform(value.begin(), value.end(), value.begin(),
                     [](unsigned char letter) { return std::tolower(letter); });
      return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
    }
  }
  return false;
}

}  // namespace

text_style text_style::of(std::FILE* stream) {
  const bool terminal = isatty(fileno(stream)) != 0;
  const bool colour =
      terminal && environment_value("NO_COLOR").empty() && environment_value("TERM") != "dumb";
  return {colour, locale_is_utf8()};
}

std::string text_style::paint(const char* code, std::string_view text) const {
  return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string indent(std::string_view text, std::string_view by) {
  std::string result;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    result += line.empty() ? "\n" : fmt::format("{}{}\n", by, line);
  }
  return result;
}

std::string wrap_words(std::string_view text, std::size_t width) {
  std::string result;
  for (const std::string& line : base::wrapped(text, width)) {
    result += line + "\n";
  }
  return result;
}

}  // namespace kw::grader
