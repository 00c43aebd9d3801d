#include "grader/pages/html.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "common/base/plain_text.hpp"
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

html command_to_html(std::string_view command) {
  html result = html::trusted("<code>");
  while (!command.empty()) {
    const std::size_t end = std::min(command.find(' '), command.size());
    const std::string_view word = command.substr(0, end);
    const bool breaks = word.find('-') != std::string_view::npos;
    result += breaks
                  ? html::trusted("<span class=\"word\">") + escape(word) + html::trusted("</span>")
                  : escape(word);
    command.remove_prefix(end);
    const std::size_t spaces = std::min(command.find_first_not_of(' '), command.size());
    result += escape(command.substr(0, spaces));
    command.remove_prefix(spaces);
  }
  return result + html::trusted("</code>");
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
