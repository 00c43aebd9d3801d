#include "common/checker/source/source.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "common/base/cpp_text.hpp"
#include "common/base/files.hpp"
#include "common/base/pattern.hpp"

namespace kw::runtime {
namespace {

/// A #line can name any file. Those that the system makes when they are read have no size.
bool is_source(const std::string& file) {
  std::error_code unknown;
  return std::filesystem::file_size(file, unknown) > 0 && !unknown;
}

/// A file without its comments; nothing where it cannot be read. One message asks for the same file
/// again and again, so the latest one is kept while it does not change.
std::string code_of(const std::string& file) {
  struct kept_file {
    std::string name, code;
    std::filesystem::file_time_type written;
  };
  thread_local kept_file kept;
  if (!is_source(file)) {
    return "";
  }
  std::error_code unknown;
  const auto written = std::filesystem::last_write_time(file, unknown);
  if (unknown || kept.name != file || kept.written != written) {
    kept = {file, base::without_comments(base::read_text_file(file)), written};
  }
  return kept.code;
}

parameter split_parameter(const std::string& text) {
  const std::string declarator = base::trimmed(text.substr(0, text.find('=')));
  std::size_t begin = declarator.size();
  while (begin > 0 && base::is_name_character(declarator[begin - 1])) {
    --begin;
  }
  return {base::trimmed(declarator.substr(0, begin)), declarator.substr(begin)};
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
  if (!is_source(file)) {
    return {};
  }
  std::ifstream in(file);
  std::string text;
  for (int number = 1; number <= line; ++number) {
    if (!std::getline(in, text)) {
      return {};
    }
  }
  return line < 1 ? std::string() : base::trimmed(text);
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
  result = base::trimmed(scope == std::string::npos ? result : result.substr(scope + 2));
  if (name.find("lambda") != std::string::npos || result.empty()) {
    return "the kernel";
  }
  return result;
}

std::vector<parameter> kernel_parameters(const std::string& file, const std::string& kernel) {
  const std::string text = code_of(file);
  const auto open = base::find_call_operator(text, kernel);
  if (open == std::string::npos) {
    return {};
  }
  const std::vector<std::string> items = base::arguments_of(text, open);
  std::vector<parameter> parameters;
  for (std::size_t i = 1; i < items.size(); ++i) {  // the first one is `auto tl`
    parameters.push_back(split_parameter(items[i]));
  }
  return parameters;
}

std::vector<numbered_line> kernel_lines(const std::string& file, const std::string& kernel) {
  const std::string text = code_of(file);
  const auto open = base::find_call_operator(text, kernel);
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
      lines.push_back({number++, base::trimmed(line), head});
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

std::string function_around(const std::string& file, int line) {
  std::istringstream lines(code_of(file));
  std::string text, function;
  for (int number = 1; number <= line && std::getline(lines, text); ++number) {
    const std::string head = base::trimmed(text);
    const auto open = head.find('(');
    if ((head.rfind("KW_HD ", 0) != 0 && head.rfind("KW_KERNEL ", 0) != 0) ||
        open == std::string::npos) {
      continue;
    }
    const auto space = head.rfind(' ', open);
    function = head.substr(space + 1, open - space - 1);
    function = function.rfind("operator", 0) == 0 ? "" : function;
  }
  return function;
}

source_place launch_or_kernel(source_place launch, const char* compiled_file,
                              const std::string& kernel) {
  if (launch.file == nullptr || compiled_file == nullptr ||
      !kernel_lines(launch.file, kernel).empty()) {
    return launch;
  }
  const std::vector<numbered_line> lines = kernel_lines(compiled_file, kernel);
  return lines.empty() ? launch : source_place{compiled_file, lines.front().number};
}

std::string host_definition(const std::string& file, int line, const std::string& name) {
  const bool is_name = std::all_of(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  for (int above = line - 1; is_name && above > 0; --above) {
    const std::string text = base::without_comments(source_line(file, above));
    const auto equals = text.find(name + " = ");
    const auto end = text.rfind(';');
    if (equals != std::string::npos && end != std::string::npos && mentions(text, name)) {
      const auto begin = equals + name.size() + 3;
      return text.substr(begin, end - begin);
    }
    if (text.rfind("}", 0) == 0) {
      break;  // the function above
    }
  }
  return name;
}

std::vector<std::string> call_arguments(const std::string& line, const std::string& function) {
  const std::string text = base::without_comments(line);
  const auto at = base::find_word(text, function);
  const auto open = at == std::string::npos ? at : text.find('(', at);
  return open == std::string::npos ? std::vector<std::string>() : base::arguments_of(text, open);
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
  const std::string text = code_of(file);
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
  return base::trimmed(statement);
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
  const std::string text = code_of(file);
  const auto begin = start_of_line(text, line);
  std::vector<std::string> before;
  if (begin == std::string::npos) {
    return before;
  }
  const auto end = std::min(text.find('\n', begin), text.size());
  for (auto call = base::find_word(text, function, begin); call < end;
       call = base::find_word(text, function, call + 1)) {
    const auto end_before = call == 0 ? std::string::npos : text.find_last_of(";{}", call - 1);
    const auto start = end_before == std::string::npos ? 0 : end_before + 1;
    before.push_back(base::trimmed(text.substr(start, call - start)));
  }
  return before;
}

bool mentions(const std::string& text, const std::string& name) {
  return !name.empty() && base::find_word(text, name) != std::string::npos;
}

std::vector<std::string> unused_parameters(const std::vector<numbered_line>& lines,
                                           const std::vector<parameter>& parameters) {
  static const base::pattern kField(R"(\.\w+)");  // `share.dw` is no use of `dw`
  std::string code;
  for (const numbered_line& l : lines) {
    code += l.head ? "" : l.text + "\n";
  }
  while (const auto field = kField.find(code)) {
    code.replace(field->begin, field->end - field->begin, " ");
  }
  std::vector<std::string> unused;
  for (const parameter& p : parameters) {
    const bool meant = p.name.empty() || mentions(p.type, "maybe_unused");
    if (!meant && !mentions(code, p.name) && !lines.empty()) {
      unused.push_back(p.name);
    }
  }
  return unused;
}

}  // namespace kw::runtime
