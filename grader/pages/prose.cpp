#include "grader/pages/prose.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace kw::grader {
namespace {

/// Where the facts of a message begin: behind "VectorAdd, program (3), file.cpp:21: ".
std::size_t end_of_place(const finding& found) {
  const std::string place = fmt::format("{}:{}: ", found.file, found.line);
  const std::size_t at = found.file.empty() ? std::string::npos : found.message.find(place);
  return at == std::string::npos ? 0 : at + place.size();
}

}  // namespace

html inline_prose(std::string_view line) {
  if (std::count(line.begin(), line.end(), '`') % 2 != 0) {
    return escape(line);
  }
  html result;
  for (bool code = false;; code = !code) {
    const std::size_t end = line.find('`');
    const html part = escape(line.substr(0, end));
    result += code ? html::trusted("<code>") + part + html::trusted("</code>") : part;
    if (end == std::string_view::npos) {
      return result;
    }
    line.remove_prefix(end + 1);
  }
}

html finding_prose(const finding& found) {
  std::istringstream lines(found.message.substr(end_of_place(found)));
  html result;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string::npos) {
      continue;
    }
    const std::string text = line.substr(indent);
    // The report of the checker indents the learner's line by four, and its advice by two.
    result += indent >= 4 ? html::trusted("<pre>") + escape(text) + html::trusted("</pre>")
                          : html::trusted("<p>") + inline_prose(text) + html::trusted("</p>");
  }
  return result;
}

std::string finding_subject(const finding& found) {
  const std::string place = fmt::format(", {}:{}: ", found.file, found.line);
  const std::size_t at = found.message.find(place);
  return at == std::string::npos ? std::string() : found.message.substr(0, at);
}

}  // namespace kw::grader
