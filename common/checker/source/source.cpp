#include "common/checker/source/source.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace kw::runtime {
namespace {

bool identifier_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  const auto end = text.find_last_not_of(" \t\r\n");
  return begin == std::string::npos ? std::string() : text.substr(begin, end - begin + 1);
}

// Replaces comments by spaces. Strings are rare between a kernel's parentheses; they stay.
std::string without_comments(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '/' || (text[i + 1] != '/' && text[i + 1] != '*')) {
      continue;
    }
    const bool line = text[i + 1] == '/';
    auto end = line ? text.find('\n', i) : text.find("*/", i + 2);
    end = end == std::string::npos ? text.size() : line ? end : end + 2;
    for (; i < end; ++i) {
      if (text[i] != '\n') {
        text[i] = ' ';
      }
    }
    --i;
  }
  return text;
}

std::string file_text(const std::string& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The comma-separated parts between an opening bracket at `open` and its partner; `*closed` says
// whether that was found. Angle brackets count as brackets only in parameter lists.
std::vector<std::string> split_list(const std::string& text, std::size_t open, bool angles,
                                    bool* closed) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  *closed = false;
  for (std::size_t i = open + 1; i < text.size(); ++i) {
    const char c = text[i];
    if (depth == 0 && (c == ')' || c == ',')) {
      if (c == ',' || !trimmed(part).empty()) {
        parts.push_back(trimmed(part));
      }
      part.clear();
      if (c == ')') {
        *closed = true;
        return parts;
      }
      continue;
    }
    depth += (c == '(' || c == '[' || c == '{' || (angles && c == '<')) ? 1 : 0;
    depth -= (c == ')' || c == ']' || c == '}' || (angles && c == '>')) ? 1 : 0;
    part += c;
  }
  return parts;
}

parameter split_parameter(const std::string& text) {
  const std::string declarator = trimmed(text.substr(0, text.find('=')));
  std::size_t begin = declarator.size();
  while (begin > 0 && identifier_char(declarator[begin - 1])) {
    --begin;
  }
  return {trimmed(declarator.substr(0, begin)), declarator.substr(begin)};
}

// The next place at or behind `from` where `word` stands as a whole identifier.
std::size_t find_word(const std::string& text, const std::string& word, std::size_t from) {
  for (auto at = text.find(word, from); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool left = at == 0 || !identifier_char(text[at - 1]);
    const auto end = at + word.size();
    if (left && (end >= text.size() || !identifier_char(text[end]))) {
      return at;
    }
  }
  return std::string::npos;
}

}  // namespace

std::string short_path(const std::string& file) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path path(file);
  if (!path.is_absolute()) {
    return file;
  }
  for (fs::path folder = path.parent_path(); folder != folder.root_path();
       folder = folder.parent_path()) {
    if (fs::exists(folder / "CMakePresets.json", ignored)) {
      return path.lexically_relative(folder).string();
    }
  }
  return file;
}

std::string source_line(const std::string& file, int line) {
  std::ifstream in(file);
  std::string text;
  for (int number = 1; number <= line; ++number) {
    if (!std::getline(in, text)) {
      return {};
    }
  }
  return line < 1 ? std::string() : trimmed(text);
}

std::string kernel_name(const char* signature) {
  const std::string text = signature == nullptr ? "" : signature;
  // g++ writes `[with Kernel = lesson01::VectorAdd<1024>; ...]`, clang the same without `with`.
  const auto equals = text.find(" = ");
  std::string name = equals == std::string::npos ? text : text.substr(equals + 3);
  std::string result;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (depth == 0 && (c == ';' || c == ']' || c == ',')) {
      break;
    }
    const bool opens = c == '<' || c == '(' || c == '{';
    const bool closes = c == '>' || c == ')' || c == '}';
    depth += opens ? 1 : 0;
    if (depth == 0 && !closes) {
      result += c;
    }
    depth -= closes ? 1 : 0;
  }
  const auto scope = result.rfind("::");
  result = trimmed(scope == std::string::npos ? result : result.substr(scope + 2));
  if (name.find("lambda") != std::string::npos || result.empty()) {
    return "the kernel";
  }
  return result;
}

namespace {

// Where the `(` of the parameters of a functor's call operator stands.
std::size_t find_call_operator(const std::string& text, const std::string& kernel) {
  for (const char* key : {"struct ", "class "}) {
    const auto start = find_word(text, key + kernel, 0);
    const std::string call = "operator()";
    const auto at = start == std::string::npos ? start : text.find(call, start);
    if (at != std::string::npos) {
      return text.find('(', at + call.size());
    }
  }
  return std::string::npos;
}

}  // namespace

std::vector<parameter> kernel_parameters(const std::string& file, const std::string& kernel) {
  const std::string text = without_comments(file_text(file));
  const auto open = find_call_operator(text, kernel);
  if (open == std::string::npos) {
    return {};
  }
  bool closed = false;
  const auto parts = split_list(text, open, true, &closed);
  std::vector<parameter> parameters;
  for (std::size_t i = 1; closed && i < parts.size(); ++i) {  // the first one is `auto tl`
    parameters.push_back(split_parameter(parts[i]));
  }
  return parameters;
}

std::vector<numbered_line> kernel_lines(const std::string& file, const std::string& kernel) {
  const std::string text = without_comments(file_text(file));
  const auto open = find_call_operator(text, kernel);
  if (open == std::string::npos) {
    return {};
  }
  std::vector<numbered_line> lines;
  int number = 1 + static_cast<int>(std::count(
                       text.begin(), text.begin() + static_cast<std::ptrdiff_t>(open), '\n'));
  int depth = 0;
  bool head = true;
  std::string line;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    const bool last = text[i] == '}' && depth == 0;
    if (text[i] == '\n' || last) {
      lines.push_back({number++, trimmed(line), head});
      head = head && depth == 0;
      line.clear();
      if (last) {
        break;
      }
    } else {
      line += text[i];
    }
  }
  return lines;
}

std::vector<std::string> call_arguments(const std::string& line, const std::string& function) {
  const std::string text = without_comments(line);
  const auto at = find_word(text, function, 0);
  if (at == std::string::npos) {
    return {};
  }
  const auto open = text.find('(', at);
  if (open == std::string::npos) {
    return {};
  }
  bool closed = false;
  auto parts = split_list(text, open, false, &closed);
  return closed ? parts : std::vector<std::string>{};
}

namespace {

// Where a line begins in a text, or npos.
std::size_t start_of_line(const std::string& text, int line) {
  std::size_t begin = 0;
  for (int number = 1; number < line; ++number) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) {
      return begin;
    }
    ++begin;
  }
  return begin;
}

}  // namespace

std::string statement_at(const std::string& file, int line) {
  const std::string text = without_comments(file_text(file));
  const auto begin = start_of_line(text, line);
  if (begin == std::string::npos || line < 1) {
    return {};
  }
  std::string statement;
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == '\n' && depth <= 0) {
      break;
    }
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space || (!statement.empty() && statement.back() != ' ' && statement.back() != '(')) {
      statement += space ? ' ' : c;
    }
  }
  return trimmed(statement);
}

numbered_line enclosing_loop(const std::string& file, const std::string& kernel, int line) {
  std::vector<std::pair<int, numbered_line>> open;  // with the depth of braces around each
  int depth = 0;
  for (const numbered_line& l : kernel_lines(file, kernel)) {
    if (l.number == line) {
      break;
    }
    const bool loop = l.text.rfind("for (", 0) == 0 || l.text.rfind("while (", 0) == 0;
    if (loop && !l.text.empty() && l.text.back() == '{') {
      open.emplace_back(depth, l);
    }
    for (const char c : l.text) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    while (!open.empty() && depth <= open.back().first) {
      open.pop_back();
    }
  }
  return open.empty() ? numbered_line{} : open.back().second;
}

std::string loop_head(const numbered_line& loop) {
  return loop.text.substr(0, loop.text.find_last_not_of(" {") + 1);
}

std::vector<std::string> statements_before(const std::string& file, int line,
                                           const std::string& function) {
  const std::string text = without_comments(file_text(file));
  const auto begin = start_of_line(text, line);
  std::vector<std::string> before;
  if (begin == std::string::npos) {
    return before;
  }
  const auto end = std::min(text.find('\n', begin), text.size());
  for (auto call = find_word(text, function, begin); call < end;
       call = find_word(text, function, call + 1)) {
    const auto end_before = call == 0 ? std::string::npos : text.find_last_of(";{}", call - 1);
    const auto start = end_before == std::string::npos ? 0 : end_before + 1;
    before.push_back(trimmed(text.substr(start, call - start)));
  }
  return before;
}

bool mentions(const std::string& text, const std::string& name) {
  return !name.empty() && find_word(text, name, 0) != std::string::npos;
}

}  // namespace kw::runtime
