#include "grader/pages/prose.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "grader/pages/page_template.hpp"

namespace kw::grader {
namespace {

/// Where the facts of a message begin: after "VectorAdd, program (3), file.cpp:21: ".
std::size_t end_of_place(const finding& found) {
  const std::string place = fmt::format("{}:{}: ", found.file, found.line);
  const std::size_t at = found.file.empty() ? std::string::npos : found.message.find(place);
  return at == std::string::npos ? 0 : at + place.size();
}

/// A template within a line: without the end of its file's last line.
page_template inline_template(std::string_view text) {
  return page_template(text.substr(0, text.size() - 1));
}

}  // namespace

html inline_prose(std::string_view line) {
  static const page_template words = inline_template(embedded_templates("words.html"));
  if (std::count(line.begin(), line.end(), '`') % 2 != 0) {
    return escape(line);
  }
  std::vector<values> parts;
  for (bool code = false;; code = !code) {
    const std::size_t end = line.find('`');
    parts.push_back({{"code", code}, {"text", line.substr(0, end)}});
    if (end == std::string_view::npos) {
      return words.render({{"parts", std::move(parts)}});
    }
    line.remove_prefix(end + 1);
  }
}

html finding_prose(const finding& found) {
  static const page_template prose = inline_template(embedded_templates("prose.html"));
  std::istringstream lines(found.message.substr(end_of_place(found)));
  std::vector<values> shown;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string::npos) {
      continue;
    }
    const std::string text = line.substr(indent);
    // The report of the checker indents the learner's line by four, and its advice by two.
    const bool quoted = indent >= 4;
    shown.push_back({{"quoted", quoted}, {"text", quoted ? escape(text) : inline_prose(text)}});
  }
  return prose.render({{"lines", std::move(shown)}});
}

html command_to_html(std::string_view command) {
  static const page_template page = inline_template(embedded_templates("command.html"));
  std::vector<values> words;
  while (!command.empty()) {
    const std::string_view word = command.substr(0, command.find(' '));
    command.remove_prefix(word.size());
    const std::string_view spaces = command.substr(0, command.find_first_not_of(' '));
    command.remove_prefix(spaces.size());
    const bool hyphen = word.find('-') != std::string_view::npos;
    words.push_back({{"hyphen", hyphen}, {"word", word}, {"spaces", spaces}});
  }
  return page.render({{"words", std::move(words)}});
}

std::string finding_subject(const finding& found) {
  const std::string place = fmt::format(", {}:{}: ", found.file, found.line);
  const std::size_t at = found.message.find(place);
  return at == std::string::npos ? std::string() : found.message.substr(0, at);
}

}  // namespace kw::grader
