#include "grader/pages/html.hpp"

#include "common/base/utf8.hpp"

namespace kw::grader {
html escape(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  std::string result;
  result.reserve(text.size() + text.size() / 8);
  while (!text.empty()) {
    const char letter = text.front();
    const std::size_t length = base::character_length(text);
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

}  // namespace kw::grader
