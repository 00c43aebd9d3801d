#include "grader/compile_error.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kOutputLines = 30;
constexpr std::size_t kLineLength = 240;
constexpr std::size_t kOthersShown = 4;

struct place {
  fs::path file;
  int line = 0;
  int column = 0;
};

/// One error as a compiler told it, with the places that led to it.
struct diagnostic {
  place at;
  std::string message;
  std::vector<place> caused_by;  ///< Innermost first: what was instantiated, and where.
  std::vector<place> included_from;
  std::size_t first_line = 0;  ///< Where in the output it begins.
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

int to_number(std::string_view digits) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() ? value : 0;
}

/// Splits "path:4:23" or "path:4" into a place; a line of 0 says that it is none.
place parse_colon_place(std::string_view text) {
  place result;
  const std::size_t last = text.rfind(':');
  if (last == std::string_view::npos) {
    return result;
  }
  const std::size_t before = last == 0 ? std::string_view::npos : text.rfind(':', last - 1);
  const int tail = to_number(text.substr(last + 1));
  const int middle =
      before == std::string_view::npos ? 0 : to_number(text.substr(before + 1, last - before - 1));
  if (middle > 0) {
    return {fs::path(text.substr(0, before)), middle, tail};
  }
  return {fs::path(text.substr(0, last)), tail, 0};
}

/// "path(4)", as nvcc writes it.
place parse_bracket_place(std::string_view text) {
  const std::size_t open = text.rfind('(');
  if (open == std::string_view::npos || text.empty() || text.back() != ')') {
    return {};
  }
  return {fs::path(text.substr(0, open)), to_number(text.substr(open + 1, text.size() - open - 2)),
          0};
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  const std::size_t last = text.find_last_not_of(" \t\r");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, last - first + 1);
}

/// The words that matter: a failed static_assert is told by its own text alone.
std::string clean_message(std::string_view message) {
  message = trimmed(message);
  if (contains(message, "static_assert failed") || contains(message, "static assertion failed")) {
    const std::size_t quote = message.find('"');
    const std::size_t colon = message.find(": ");
    if (quote != std::string_view::npos && message.back() == '"' && quote + 1 < message.size()) {
      return std::string(message.substr(quote + 1, message.size() - quote - 2));
    }
    if (colon != std::string_view::npos) {
      return std::string(message.substr(colon + 2));
    }
  }
  return std::string(message);
}

/// Reads the output of a build line by line into diagnostics.
class diagnostic_reader {
 public:
  std::vector<diagnostic> read(const std::vector<std::string>& lines) {
    for (index_ = 0; index_ < lines.size(); ++index_) {
      read_line(lines[index_]);
    }
    return std::move(found_);
  }

 private:
  void read_line(std::string_view line) {
    if (read_error(line) || read_linker(line) || read_cause(line)) {
      return;
    }
    if (contains(line, ": warning: ") || contains(line, "): warning ")) {
      last_is_error_ = false;
      pending_ = {};
    } else if (contains(line, ": In ") && line.back() == ':') {
      begin_chain();  // g++ starts a new chain of instantiations
    }
  }

  bool read_error(std::string_view line) {
    for (const std::string_view mark : {": fatal error: ", ": error: ", ": error #"}) {
      const std::size_t at = line.find(mark);
      if (at == std::string_view::npos) {
        continue;
      }
      const std::string_view where = line.substr(0, at);
      place place = parse_bracket_place(where);
      if (place.line == 0) {
        place = parse_colon_place(where);
      }
      if (place.line == 0) {
        return false;  // "collect2: error: ..." repeats what the linker said above
      }
      std::string_view message = line.substr(at + mark.size());
      if (mark == ": error #") {
        message = message.substr(std::min(message.size(), message.find(": ") + 2));
      }
      add({place, clean_message(message), {}, {}, index_});
      return true;
    }
    return false;
  }

  bool read_linker(std::string_view line) {
    for (const std::string_view mark : {"undefined reference to `", "multiple definition of `"}) {
      const std::size_t at = line.find(mark);
      if (at == std::string_view::npos) {
        continue;
      }
      std::string_view symbol = line.substr(at + mark.size());
      symbol = symbol.substr(0, symbol.find('\''));
      const bool course_symbol =
          std::any_of(std::begin(kCourseNames), std::end(kCourseNames),
                      [&](std::string_view name) { return symbol.substr(0, name.size()) == name; });
      if (!course_symbol) {
        add({{},
             mark[0] == 'u'
                 ? fmt::format("`{}` is declared by the lesson, but not defined here: was it "
                               "renamed or removed, or did its parameters change?",
                               symbol)
                 : fmt::format("`{}` is defined more than once", symbol),
             {},
             {},
             index_});
      }
      return true;
    }
    return false;
  }

  bool read_cause(std::string_view line) {
    const std::size_t required = line.find(":   required ");            // g++, before the error
    const std::size_t note = line.find(": note: in instantiation of");  // clang++, after it
    if (required != std::string_view::npos) {
      note_begin();
      pending_.caused_by.push_back(parse_colon_place(line.substr(0, required)));
      return true;
    }
    if (note != std::string_view::npos) {
      if (last_is_error_) {
        found_.back().caused_by.push_back(parse_colon_place(line.substr(0, note)));
      }
      return true;
    }
    return read_nvcc_cause(line) || read_include(line);
  }

  bool read_nvcc_cause(std::string_view line) {
    const std::size_t at = line.find("\" at line ");
    if (at == std::string_view::npos || found_.empty()) {
      return false;
    }
    const std::string_view rest = line.substr(at + 10);
    const std::size_t of = rest.find(" of ");
    const int number = to_number(trimmed(rest.substr(0, of)));
    const fs::path file = of == std::string_view::npos ? found_.back().at.file
                                                       : fs::path(trimmed(rest.substr(of + 4)));
    found_.back().caused_by.push_back({file, number, 0});
    return true;
  }

  bool read_include(std::string_view line) {
    constexpr std::string_view kFirst = "In file included from ";
    constexpr std::string_view kNext = "                 from ";
    const bool first = line.substr(0, kFirst.size()) == kFirst;
    if (!first && line.substr(0, kNext.size()) != kNext) {
      return false;
    }
    if (first) {
      begin_chain();
    }
    std::string_view where = line.substr(kFirst.size());
    while (!where.empty() && (where.back() == ':' || where.back() == ',')) {
      where.remove_suffix(1);
    }
    pending_.included_from.push_back(parse_colon_place(where));
    return true;
  }

  void begin_chain() {
    // "In file included from" stands above "In instantiation of" and belongs to the same error.
    pending_.caused_by.clear();
    note_begin();
  }

  void note_begin() {
    if (pending_.first_line == 0) {
      pending_.first_line = index_;
    }
  }

  void add(diagnostic next) {
    next.caused_by = std::move(pending_.caused_by);
    next.included_from = std::move(pending_.included_from);
    if (pending_.first_line != 0) {
      next.first_line = pending_.first_line;
    }
    pending_ = {};
    found_.push_back(std::move(next));
    last_is_error_ = true;
  }

  static constexpr std::string_view kCourseNames[] = {
      "kw::", "testing::", "benchmark::", "std::", "vtable for kw::", "typeinfo for kw::"};
  std::vector<diagnostic> found_;
  diagnostic pending_;
  std::size_t index_ = 0;
  bool last_is_error_ = false;
};

/// Tells places the way the learner knows them.
class place_teller {
 public:
  place_teller(const fs::path& root, const fs::path& kernel_file)
      : root_(fs::absolute(root).lexically_normal()),
        kernel_file_(kernel_file.lexically_normal()) {}

  bool in_kernel(const place& place) const {
    return place.line > 0 && relative(place.file) == kernel_file_;
  }

  fs::path relative(const fs::path& file) const {
    const fs::path normal = file.lexically_normal();
    if (!normal.is_absolute()) {
      // Ninja runs the compiler in the build folder, so that a path may begin with ../../
      fs::path::iterator part = normal.begin();
      fs::path rest;
      while (part != normal.end() && *part == "..") {
        ++part;
      }
      for (; part != normal.end(); ++part) {
        rest /= *part;
      }
      return rest;
    }
    const fs::path inside = normal.lexically_relative(root_);
    return inside.empty() || *inside.begin() == ".." ? normal : inside;
  }

  std::string tell(const place& place) const {
    return fmt::format("{}:{}", relative(place.file).string(), place.line);
  }

  /// The learner's place of a diagnostic; a line of 0 when it has none.
  place learner_place(const diagnostic& error) const {
    if (in_kernel(error.at)) {
      return error.at;
    }
    for (const auto& chain : {error.caused_by, error.included_from}) {
      const auto found = std::find_if(chain.begin(), chain.end(),
                                      [&](const place& place) { return in_kernel(place); });
      if (found != chain.end()) {
        return *found;
      }
    }
    return {};
  }

  std::string source_line(int line) const {
    std::ifstream file(root_ / kernel_file_);
    std::string text;
    for (int at = 0; at < line && std::getline(file, text);) {
      ++at;
    }
    return line > 0 && file ? std::string(text.substr(0, kLineLength)) : std::string();
  }

  /// The compiler's own words from one line on, without the build tool's.
  std::string excerpt(const std::vector<std::string>& lines, std::size_t first) const {
    std::string text;
    std::size_t taken = 0;
    const std::string prefix = root_.string() + "/";
    for (std::size_t i = first; i < lines.size() && taken < kOutputLines; ++i) {
      std::string line = lines[i];
      if (line.rfind("ninja: ", 0) == 0 || line.rfind("FAILED: ", 0) == 0 ||
          line.rfind("gmake", 0) == 0 || line.rfind("make", 0) == 0) {
        break;
      }
      for (std::size_t at = 0; (at = line.find(prefix)) != std::string::npos;) {
        line.erase(at, prefix.size());
      }
      text += (line.size() > kLineLength ? line.substr(0, kLineLength) + " ..." : line) + "\n";
      ++taken;
    }
    return text;
  }

 private:
  fs::path root_;
  fs::path kernel_file_;
};

std::vector<std::string> split_lines(std::string_view output) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(output)};
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::optional<compile_error> extract_compile_error(std::string_view output, const fs::path& root,
                                                   const fs::path& kernel_file) {
  const std::vector<std::string> lines = split_lines(output);
  const std::vector<diagnostic> errors = diagnostic_reader().read(lines);
  const place_teller teller(root, kernel_file);
  std::optional<compile_error> result;
  for (const diagnostic& error : errors) {
    const bool from_linker = error.at.line == 0;
    const place at = teller.learner_place(error);
    if (at.line == 0 && !from_linker) {
      continue;
    }
    if (result) {
      ++result->further_errors;
      if (result->others.size() < kOthersShown) {
        result->others.push_back(
            from_linker ? error.message : fmt::format("{}: {}", teller.tell(at), error.message));
      }
      continue;
    }
    result.emplace();
    result->file = kernel_file.string();
    result->line = at.line;
    result->column = at.column;
    result->message = error.message;
    result->source_line = teller.source_line(at.line);
    if (!from_linker && !teller.in_kernel(error.at)) {
      result->raised_in = teller.tell(error.at);
    }
    result->output = teller.excerpt(lines, error.first_line);
  }
  return result;
}

}  // namespace kw::grader
